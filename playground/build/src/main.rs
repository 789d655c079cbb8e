//! Builds the page of the playground: one file of HTML, `playground/dist/index.html`. With the argument `site`, also
//! the site: the book, the documentation and the playground, in `playground/dist/site`.
//!
//! It needs the target `wasm32-unknown-unknown` and npm, and mdBook for the site. It reports what is missing.

mod examples;
mod link;
mod order;
mod site;
mod tools;
mod trees;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bt_view::local::{Around, own_script, page_around};
use miniz_oxide::deflate::compress_to_vec_zlib;

/// The best compression.
const BEST: u8 = 10;

fn main() -> ExitCode {
    let is_site = std::env::args().nth(1).is_some_and(|argument| argument == "site");
    match build(is_site) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn build(is_site: bool) -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the folder of the playground is missing")?;
    let (page, dist) = (folder.join("page"), folder.join("dist"));
    tools::check(&page)?;
    fs::create_dir_all(&dist)?;
    let program = order::ordered(tools::program(folder)?)?;
    let script = tools::script(&page.join("main.js"), &dist)?;
    let examples = serde_json::to_string(&examples::all(folder)?)?.replace("</", "<\\/");
    let around = Around {
        style: &fs::read_to_string(page.join("play.css"))?,
        panel: &fs::read_to_string(page.join("panel.html"))?,
        data: &[("examples", &examples)],
        script: &script,
        own_script: Some(&tools::short(own_script(), "js", &page, &dist)?),
    };
    let inner = page_around(&around);
    let packed = tools::pack(&[inner.as_bytes(), &program].concat())?;
    let html = [
        ("@LENGTH@", inner.len().to_string()),
        ("@PACKED@", STANDARD.encode(packed)),
        ("@BOOT@", tools::script(&page.join("boot.js"), &dist)?),
    ]
    .iter()
    .fold(fs::read_to_string(page.join("boot.html"))?, |html, (mark, text)| html.replacen(mark, text, 1));
    let file: PathBuf = dist.join("index.html");
    fs::write(&file, &html)?;
    let kilobytes = |bytes: usize| bytes.div_ceil(1000);
    let packed = kilobytes(compress_to_vec_zlib(html.as_bytes(), BEST).len());
    println!("program: {} kB; page: {} kB", kilobytes(program.len()), kilobytes(inner.len()));
    println!("{}: {} kB, {packed} kB with gzip", file.display(), kilobytes(html.len()));
    if packed > LARGEST {
        eprintln!("warning: the page has grown: it has more than {LARGEST} kB with gzip");
    }
    if is_site { site::build(folder, &file) } else { Ok(()) }
}

/// More kilobytes, with gzip, are a sign of growth. The page had a little less when this was set.
const LARGEST: usize = 750;
