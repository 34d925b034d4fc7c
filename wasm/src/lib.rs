//! The answers of huarong in a browser.
//!
//! The page's worker and this module pass texts through two buffers. The worker calls [`input`] and writes a request
//! there. [`ask`] answers it, and [`output`] is the place of the answer. The module has no clock and no threads. It
//! imports one function of the worker, which shows progress.

use huarong_pages::answers::Tab;
use std::cell::RefCell;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Shows how many of all positions are searched; 0 of 0 if the total is unknown.
    safe fn progress(done: f64, total: f64);
}

/// The answers of the tab, and both buffers.
struct Module {
    tab: Tab,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module {
        tab: Tab::default(),
        input: Vec::new(),
        output: Vec::new(),
    });
}

/// Runs some work on the module.
fn with<T>(work: impl FnOnce(&mut Module) -> T) -> T {
    MODULE.with_borrow_mut(work)
}

/// The place for so many bytes of input.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    with(|module| {
        module.input = vec![0; bytes];
        module.input.as_mut_ptr()
    })
}

/// Answers the request in the input: an address, and after a line feed the body, if there is one. Returns the status of
/// HTTP. Status 0 asks for the tables of the piece set in the output.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    with(|Module { tab, input, output }| {
        let answer = tab.ask(input, &|done, total| progress(done as f64, total as f64));
        *output = answer.body;
        answer.status.into()
    })
}

/// Takes the table in the input: the piece set and the metric with a line feed after each, and the bytes of the file.
/// Returns 0, or 1 with an error in the output.
#[unsafe(no_mangle)]
pub extern "C" fn take() -> u32 {
    with(|Module { tab, input, output }| match tab.take(input) {
        Ok(()) => 0,
        Err(error) => {
            *output = error.to_string().into_bytes();
            1
        }
    })
}

/// The place of the output.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with(|module| module.output.as_ptr())
}

/// The number of bytes of the output.
#[unsafe(no_mangle)]
pub extern "C" fn output_bytes() -> usize {
    with(|module| module.output.len())
}
