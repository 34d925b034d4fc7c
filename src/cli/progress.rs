//! Progress bars, on standard error and only on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::borrow::Cow;

/// A bar over `total` things called `unit`; hidden where it would disturb.
pub(super) fn bar(total: u64, unit: &str, quiet: bool) -> ProgressBar {
    // indicatif itself hides a bar whose target is no terminal.
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let template = format!(
        "{{msg:36!}} {{bar:24}} {{human_pos}}/{{human_len}} {unit} {{per_sec}} {{eta}} left"
    );
    let style = ProgressStyle::with_template(&template).expect("the template is well formed");
    ProgressBar::with_draw_target(Some(total), target).with_style(style)
}

/// Shows what is being done beside a bar.
pub(super) fn tell(bar: &ProgressBar, message: impl Into<Cow<'static, str>>) {
    bar.set_message(message);
}
