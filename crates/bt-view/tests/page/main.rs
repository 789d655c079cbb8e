//! The page: the contents of its file, and how it behaves in a browser.
//!
//! With `BT_BROWSER=1` the tests open the page in Chromium (Debian's package `chromium`). Without it, those that need a
//! browser print a line and pass, so that the tests of the workspace need nothing but Rust.

#[path = "../browser/mod.rs"]
mod browser;
mod drive;
mod file;
mod fingers;
mod found;
mod keys;
mod lanes;
mod reasons;
mod samples;
mod tree;
