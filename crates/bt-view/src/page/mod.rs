//! The page that replays a recording.

pub(crate) mod data;

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use sha2::{Digest as _, Sha256};

use crate::draw::layout::{HEIGHT, LONGEST, PADDING, ROW};
use crate::outline::LONGEST_ARGS;
use crate::recording::Recording;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// The parts of the page's program, in order.
const SCRIPTS: [&str; 19] = [
    include_str!("save.js"),
    include_str!("recording.js"),
    include_str!("why.js"),
    include_str!("asks.js"),
    include_str!("motion.js"),
    include_str!("outline.js"),
    include_str!("tree.js"),
    include_str!("axis.js"),
    include_str!("lanes.js"),
    include_str!("agents.js"),
    include_str!("source.js"),
    include_str!("fields.js"),
    include_str!("offers.js"),
    include_str!("hand.js"),
    include_str!("gestures.js"),
    include_str!("live.js"),
    include_str!("query.js"),
    include_str!("steps.js"),
    include_str!("page.js"),
];

/// The sizes of trees in pictures, shared by the page and files.
fn sizes() -> String {
    format!(
        "const ROW = {ROW}, HEIGHT = {HEIGHT}, PADDING = {PADDING}, LONGEST = {LONGEST}, LONGEST_ARGS = {LONGEST_ARGS};\n"
    )
}

/// All scripts as one.
pub(crate) struct Program {
    text: String,
    /// Its hash: the security policy allows only this script to run.
    pub hash: String,
}

pub(crate) static PROGRAM: LazyLock<Program> = LazyLock::new(|| {
    // Normalized like a browser does.
    let text = format!("\n\"use strict\";\n{}{}", sizes(), SCRIPTS.concat()).replace("\r\n", "\n");
    let hash = hash_of(&text);
    Program { text, hash }
});

/// From 0 to 10: this takes half the time of the highest level, for a file that is a few percent larger.
const COMPRESSION: u8 = 6;

impl Recording {
    /// An HTML page that replays the recording: one file that opens with a double click and needs no network.
    ///
    /// ```
    /// use bt_view::Recorder;
    ///
    /// bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
    ///
    /// let mut recorder = Recorder::new();
    /// let agent = recorder.agent::<Nod>("nodder");
    /// Nod::new().tick_with(&mut 0, &mut recorder.tick(agent));
    /// let page = recorder.recording().to_html();
    /// assert!(page.starts_with("<!DOCTYPE html>"));
    /// ```
    pub fn to_html(&self) -> String {
        let data = serde_json::to_vec(&data::Whole::of(self)).expect("its rows are JSON");
        page(&STANDARD.encode(compress_to_vec_zlib(&data, COMPRESSION)))
    }
}

/// The page with its data: JSON, compressed by zlib, in Base64. With empty data, the page asks the program.
pub(crate) fn page(data: &str) -> String {
    fill(data, &Around::default())
}

/// What a program that runs in the live page itself adds to the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around<'a> {
    /// Additional CSS rules.
    pub style: &'a str,
    /// HTML before the rest of the page.
    pub panel: &'a str,
    /// The texts of elements, by their ids.
    pub data: &'a [(&'a str, &'a str)],
    /// A script that runs before those of the page. If it sets `pageSource`, the page takes its data from there.
    pub script: &'a str,
    /// A shorter text of the page's [own script](own_script).
    pub own_script: Option<&'a str>,
}

/// The script of the page.
#[cfg(feature = "edit")]
pub fn own_script() -> &'static str {
    &PROGRAM.text
}

/// The live page for a program that runs in it. It may compile WebAssembly, but connects to nothing.
#[cfg(feature = "edit")]
pub fn page_around(around: &Around<'_>) -> String {
    let page = fill("", around);
    page.replacen("connect-src 'self'", "connect-src 'none'", 1)
}

fn fill(data: &str, around: &Around<'_>) -> String {
    let text = around.own_script.unwrap_or(&PROGRAM.text);
    let hash = around.own_script.map_or_else(|| PROGRAM.hash.clone(), hash_of);
    let mut before: String = around.data.iter().map(|(id, text)| element(id, text)).collect();
    let mut policy = hash;
    if !around.script.is_empty() {
        before.push_str(&format!("<script>{}</script>\n", around.script));
        policy.push_str(&format!("' '{}' 'wasm-unsafe-eval", hash_of(around.script)));
    }
    let mut rest = PAGE;
    let mut page = String::new();
    for (mark, filled) in [
        ("@HASH@", &*policy),
        ("@STYLE@", STYLE),
        ("@PANEL@", around.panel),
        ("@RECORDING@", data),
        ("@BEFORE@", &before),
        ("@SCRIPT@", text),
    ] {
        let (before, after) = rest.split_once(mark).expect("the page has a place for it");
        page.extend([before, filled]);
        if mark == "@STYLE@" {
            page.push_str(around.style);
        }
        rest = after;
    }
    page + rest
}

/// An element that holds data.
fn element(id: &str, text: &str) -> String {
    format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>\n")
}

fn hash_of(script: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(script)))
}
