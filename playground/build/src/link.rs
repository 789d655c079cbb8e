//! Links to the playground, as `page/link.js` reads them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use serde_json::json;

/// The best compression.
const BEST: u8 = 10;

/// The part after the `#` of a link that opens this text.
pub fn to(text: &str) -> String {
    format!("v1={}", URL_SAFE_NO_PAD.encode(compress_to_vec(json!({ "text": text }).to_string().as_bytes(), BEST)))
}
