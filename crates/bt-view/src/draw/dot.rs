//! The drawing in DOT, for Graphviz.

use super::Drawing;

impl Drawing<'_> {
    /// The drawing in DOT, the language of [Graphviz](https://graphviz.org).
    pub fn dot(&self) -> String {
        let mut text = "digraph tree {\n  node [shape=box, style=\"filled,rounded\", fontname=monospace];\n".to_owned();
        for (position, node) in self.outline.nodes().iter().enumerate() {
            let (label, paint) = (quoted(&node.to_string()), self.tone(position).paint());
            text += &format!(
                "  n{position} [label={label}, fillcolor=\"{}\", color=\"{}\", fontcolor=\"{}\"];\n",
                paint.fill, paint.stroke, paint.text,
            );
            if let Some(parent) = node.parent {
                text += &format!("  n{parent} -> n{position};\n");
            }
        }
        text + "}\n"
    }
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    format!("\"{text}\"")
}
