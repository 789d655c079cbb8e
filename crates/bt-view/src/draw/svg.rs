//! The drawing as a picture.

use super::Drawing;
use super::layout::{GAP, HEIGHT, PADDING, place};
use crate::escape::xml;
use bt::describe::NodeKind;

impl Drawing<'_> {
    /// The drawing as an SVG picture, with the root on the left. Texts of more than 48 characters are cut; hover to see
    /// the whole text.
    pub fn svg(&self) -> String {
        let (placed, [width, height]) = place(self.outline);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 \
             {width:.0} {height:.0}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"12\">\n"
        );
        for (node, child) in self.outline.nodes().iter().zip(&placed) {
            let Some(parent) = node.parent.map(|parent| &placed[parent]) else { continue };
            let (from, to) = (parent.x + parent.width, child.x);
            let [from_y, to_y] = [parent, child].map(|placed| placed.y + HEIGHT / 2.0);
            let middle = to - GAP / 2.0;
            svg += &format!(
                "<path d=\"M{from:.1} {from_y:.1}H{middle:.1}V{to_y:.1}H{to:.1}\" fill=\"none\" stroke=\"#8a94a3\"/>\n"
            );
        }
        for (position, (node, placed)) in self.outline.nodes().iter().zip(&placed).enumerate() {
            let paint = self.tone(position).paint();
            let corners = match node.kind {
                NodeKind::Leaf => 3.0,
                _ => HEIGHT / 2.0,
            };
            svg += &format!(
                "<g><title>{}</title><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{HEIGHT:.1}\" \
                 rx=\"{corners}\" fill=\"{}\" stroke=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\" fill=\"{}\" \
                 xml:space=\"preserve\">{}</text></g>\n",
                xml(&node.to_string()),
                placed.x,
                placed.y,
                placed.width,
                paint.fill,
                paint.stroke,
                placed.x + PADDING,
                placed.y + 16.0,
                paint.text,
                xml(&placed.text),
            );
        }
        svg + "</svg>\n"
    }
}
