//! `Picture`: what a world looks like, for a page that knows nothing about worlds.

use serde::Serialize;

/// What a world looks like: 100 units wide and 40 high, from the upper left corner.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Picture {
    /// The picture in one sentence, for people who cannot see it.
    pub words: String,
    /// Those in the background first.
    pub shapes: Vec<Shape>,
    /// What the user can do.
    pub buttons: Vec<&'static str>,
}

/// A shape. Its look is the name of a colour of the page.
#[derive(Clone, Debug, Serialize)]
pub struct Shape {
    look: &'static str,
    x: f64,
    y: f64,
    w: f64,
    h: f64,
    is_round: bool,
    text: String,
}

impl Picture {
    /// A rectangle: its left upper corner and its size.
    pub fn rect(&mut self, look: &'static str, (x, y): (f64, f64), (w, h): (f64, f64)) {
        self.shapes.push(Shape { look, x, y, w, h, is_round: false, text: String::new() });
    }

    /// A disc, by its middle.
    pub fn disc(&mut self, look: &'static str, (x, y): (f64, f64), radius: f64) {
        let (x, y, w, h) = (x - radius, y - radius, 2.0 * radius, 2.0 * radius);
        self.shapes.push(Shape { look, x, y, w, h, is_round: true, text: String::new() });
    }

    /// A word, by the middle of its line.
    pub fn word(&mut self, (x, y): (f64, f64), text: impl Into<String>) {
        self.shapes.push(Shape { look: "word", x, y, w: 0.0, h: 0.0, is_round: false, text: text.into() });
    }
}
