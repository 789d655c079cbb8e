//! An animated SVG: the source on the left, what the program prints on the right, the messages below.

use std::fmt::Write;

/// One second of the recording.
pub struct Frame {
    /// The source a second ago; lines that differ are marked.
    pub before: String,
    pub source: String,
    /// What the program prints.
    pub output: String,
    pub message: Option<Message>,
}

#[derive(Clone)]
pub struct Message {
    pub level: Level,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Level {
    Info,
    Error,
}

/// Sizes are in pixels.
const WIDTH: usize = 1220;
const HEIGHT: usize = 500;
const LINE: usize = 20;
const TOP: usize = 60;
const LEFT: usize = 24;
const RIGHT: usize = 680;
const BELOW: usize = 340;

const HEAD: &str = "<style>text { font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; \
                    white-space: pre; fill: #c9d1d9 } .dim { fill: #8b949e } .active { fill: #7ee787 } .error { fill: \
                    #ff7b72 } .changed { fill: #264f38 }</style>";

/// Draws a recording that plays again and again, a second each frame, and two for a frame with an edit.
pub fn draw(frames: &[Frame]) -> String {
    let mut svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}'>\n{HEAD}\n");
    svg += &format!("<rect width='{WIDTH}' height='{HEIGHT}' rx='8' fill='#0d1117'/>\n");
    svg +=
        &format!("<path d='M{} 20V{}M20 {}H{}' stroke='#30363d'/>\n", RIGHT - 24, BELOW - 40, BELOW - 30, WIDTH - 20);
    svg += &line(LEFT, 32, "dim", "dog.rs, in an editor");
    svg += &line(RIGHT, 32, "dim", "the program, which runs on");
    let total: usize = frames.iter().map(seconds).sum();
    let mut from = 0;
    for frame in frames {
        let until = from + seconds(frame);
        write!(svg, "<g display='none'>{}\n{}</g>\n", shown(from, until, total), drawn(frame)).expect("a string grows");
        from = until;
    }
    svg + "</svg>\n"
}

fn seconds(frame: &Frame) -> usize {
    if frame.before == frame.source { 1 } else { 2 }
}

/// Shows its group from one second until another one.
fn shown(from: usize, until: usize, total: usize) -> String {
    let time = |second: usize| format!("{:.4}", second as f64 / total as f64);
    let (values, times) = match (from, until == total) {
        (0, _) => ("inline;none".to_owned(), format!("0;{}", time(until))),
        (_, true) => ("none;inline".to_owned(), format!("0;{}", time(from))),
        _ => ("none;inline;none".to_owned(), format!("0;{};{}", time(from), time(until))),
    };
    format!(
        "<animate attributeName='display' calcMode='discrete' repeatCount='indefinite' dur='{total}s' \
         values='{values}' keyTimes='{times}'/>"
    )
}

fn drawn(frame: &Frame) -> String {
    let mut svg = String::new();
    for (at, text) in frame.source.lines().enumerate() {
        let y = TOP + at * LINE;
        if !frame.before.lines().any(|old| old == text) {
            svg += &format!("<rect class='changed' x='{}' y='{}' width='630' height='{LINE}'/>\n", LEFT - 8, y - 15);
        }
        svg += &line(LEFT, y, "", text);
    }
    for (at, text) in frame.output.lines().enumerate() {
        svg += &line(RIGHT, TOP + at * LINE, if text.starts_with('*') { "active" } else { "" }, text);
    }
    if let Some(message) = &frame.message {
        let class = if message.level == Level::Error { "error" } else { "dim" };
        for (at, text) in message.text.lines().enumerate() {
            svg += &line(LEFT, BELOW + at * LINE, class, text);
        }
    }
    svg
}

fn line(x: usize, y: usize, class: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<text x='{x}' y='{y}' class='{class}' xml:space='preserve'>{text}</text>\n")
}
