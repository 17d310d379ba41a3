//! Legacy encodings by the browser's own `TextDecoder`, which has their tables.

use crawl_cutoff_core::decode::Decode;
use js_sys::Reflect;
use web_sys::{TextDecodeOptions, TextDecoder, TextDecoderOptions};

/// A decoder for one body; `None` where the browser does not know the encoding.
struct BrowserDecoder(Option<TextDecoder>);

/// See [`crawl_cutoff_core::decode::set_host`].
pub(crate) fn make(name: &'static str) -> Box<dyn Decode> {
    let options = TextDecoderOptions::new();
    // The core has looked at the byte order mark already. Setting a plain object's property does not fail.
    let _ = Reflect::set(&options, &"ignoreBOM".into(), &true.into());
    Box::new(BrowserDecoder(TextDecoder::new_with_label_and_options(name, &options).ok()))
}

impl Decode for BrowserDecoder {
    fn decode(&mut self, bytes: &[u8], is_last: bool) -> String {
        let options = TextDecodeOptions::new();
        options.set_stream(!is_last);
        let text = self.0.as_ref().and_then(|decoder| decoder.decode_with_u8_array_and_options(bytes, &options).ok());
        text.unwrap_or_default()
    }
}
