//! The drawing for Mermaid.

use super::Drawing;

impl Drawing<'_> {
    /// The drawing as a [Mermaid](https://mermaid.js.org) flow chart, which many sites draw from a code block.
    pub fn mermaid(&self) -> String {
        let mut text = "flowchart TD\n".to_owned();
        for (position, node) in self.outline.nodes().iter().enumerate() {
            text += &format!("  n{position}[\"{}\"]\n", escaped(&node.to_string()));
            if let Some(parent) = node.parent {
                text += &format!("  n{parent} --> n{position}\n");
            }
            if !self.tones.is_empty() {
                let paint = self.tone(position).paint();
                let (fill, stroke, color) = (paint.fill, paint.stroke, paint.text);
                text += &format!("  style n{position} fill:{fill},stroke:{stroke},color:{color}\n");
            }
        }
        text
    }
}

/// Escapes a text: Mermaid has its own entities, and reads Markdown in labels.
fn escaped(text: &str) -> String {
    let escape = |character: char| match character {
        '"' | '#' | '&' | '<' | '>' | '`' | '*' | '_' | '\\' | '[' | ']' => format!("#{};", character as u32),
        character if character.is_control() => " ".to_owned(),
        character => character.to_string(),
    };
    text.chars().map(escape).collect()
}
