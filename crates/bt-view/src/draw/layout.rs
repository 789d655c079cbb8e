//! The positions of the boxes in a picture: the root is on the left, each leaf has a row, and parents are centred on
//! their children. Boxes of different branches share no row, so boxes never overlap.

use crate::outline::Outline;

/// The height of a box.
pub const HEIGHT: f64 = 24.0;
/// From the top of one row to the top of the next.
pub const ROW: f64 = 32.0;
/// The gap between a parent and its children.
pub const GAP: f64 = 32.0;
/// The margin around the picture.
const MARGIN: f64 = 12.0;
/// The padding left and right of the text in a box.
pub const PADDING: f64 = 9.0;
/// The longest text, in characters.
pub const LONGEST: usize = 48;

/// A box, and the text that fits into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub text: String,
}

/// The boxes by position, and the size of the picture.
pub fn place(outline: &Outline) -> (Vec<Placed>, [f64; 2]) {
    let nodes = outline.nodes();
    let mut placed: Vec<Placed> = Vec::with_capacity(nodes.len());
    let mut rows = 0.0;
    for node in nodes {
        let text = shortened(&node.short());
        let x = node.parent.map_or(MARGIN, |parent| placed[parent].x + placed[parent].width + GAP);
        let y = MARGIN + rows * ROW;
        if node.children.is_empty() {
            rows += 1.0;
        }
        let width = text.chars().map(width).sum::<f64>() + 2.0 * PADDING;
        placed.push(Placed { x, y, width, text });
    }
    for (position, node) in nodes.iter().enumerate().rev() {
        if let [first, .., last] | [first @ last] = node.children[..] {
            placed[position].y = f64::midpoint(placed[first].y, placed[last].y);
        }
    }
    let right = placed.iter().map(|placed| placed.x + placed.width).fold(0.0, f64::max);
    (placed, [right + MARGIN, 2.0 * MARGIN + rows * ROW - (ROW - HEIGHT)])
}

/// The maximum width of a character, in a monospaced font of 12 pixels.
fn width(character: char) -> f64 {
    if character < '\u{1100}' { 7.3 } else { 15.0 }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some(_) => text.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::tests::{node, random, titles};

    fn overlap(one: &Placed, other: &Placed) -> bool {
        one.x < other.x + other.width
            && other.x < one.x + one.width
            && one.y < other.y + HEIGHT
            && other.y < one.y + HEIGHT
    }

    fn assert_tidy(outline: &Outline) {
        let (placed, [width, height]) = place(outline);
        for (position, one) in placed.iter().enumerate() {
            assert!(one.x >= MARGIN && one.x + one.width + MARGIN <= width + 0.01, "{one:?} in {width}");
            assert!(one.y >= MARGIN && one.y + HEIGHT + MARGIN <= height + 0.01, "{one:?} in {height}");
            for other in &placed[..position] {
                assert!(!overlap(one, other), "{one:?} and {other:?}");
            }
            if let Some(parent) = outline.nodes()[position].parent {
                assert!(one.x >= placed[parent].x + placed[parent].width + GAP, "{one:?} is not right of its parent");
            }
        }
    }

    #[test]
    fn no_boxes_overlap() {
        for seed in 0..20 {
            assert_tidy(&random(seed, 200));
        }
    }

    #[test]
    fn wide_and_deep_trees_are_tidy() {
        let wide = (0..200).map(|position| node(usize::from(position > 0), "a leaf"));
        let deep =
            (0..200).map(|position| node(position, "a long name of a decorator, which is cut(|world| world.is_day())"));
        assert_tidy(&Outline::from_nodes(wide));
        assert_tidy(&Outline::from_nodes(deep));
    }

    #[test]
    fn long_texts_are_cut_at_characters() {
        let outline = Outline::from_nodes([node(0, &"😀".repeat(300)), node(1, "short")]);
        let (placed, _) = place(&outline);
        assert_eq!(placed[0].text, "😀".repeat(47) + "…");
        assert_eq!(placed[1].text, "short");
        assert!(titles(&outline)[0].len() > placed[0].text.len());
    }
}
