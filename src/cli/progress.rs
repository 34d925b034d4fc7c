//! Progress bars, on standard error and only on a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;

/// A bar over `total` things called `unit`; hidden where it would disturb.
pub(super) fn bar(total: u64, unit: &str, quiet: bool) -> ProgressBar {
    // indicatif itself hides a bar whose target is no terminal.
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let template = format!(
        "{{msg:36!}} {{bar:24}} {{human_pos}}/{{human_len}} {unit}, {{rate}}/s, {{eta}} left"
    );
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
    };
    let style = ProgressStyle::with_template(&template)
        .expect("the template is well formed")
        .with_key("rate", rate);
    ProgressBar::with_draw_target(Some(total), target).with_style(style)
}
