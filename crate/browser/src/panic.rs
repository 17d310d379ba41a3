//! What JavaScript hears of a panic.

use std::cell::RefCell;
use std::panic::PanicHookInfo;

use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Sends panics to the listener from here on.
pub(crate) fn listen() {
    std::panic::set_hook(Box::new(report));
}

/// Registers the one listener that is called with the message of a panic, after it went to `console.error`.
///
/// Default: none. A panic ends in a `WebAssembly.RuntimeError` at the call that caused it, whose own message says only
/// “unreachable”; this one says what happened. The module must not be called after it.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(#[wasm_bindgen(unchecked_param_type = "(message: string) => void")] listener: Function) {
    LISTENER.set(Some(listener));
}

fn report(info: &PanicHookInfo<'_>) {
    console_error_panic_hook::hook(info);
    // Taken, not borrowed: a listener that panics or registers another must not panic here.
    if let Some(listener) = LISTENER.take() {
        // What a listener throws has nowhere to go: the trap follows.
        let _ = listener.call1(&JsValue::UNDEFINED, &JsValue::from_str(&info.to_string()));
    }
}
