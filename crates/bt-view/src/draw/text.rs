//! The drawing as text.

use super::{Drawing, Tone};

impl Drawing<'_> {
    /// The drawing as text, with a line for each node.
    ///
    /// With a state, `*` marks active nodes, and the others show how they last ended: `+` success, `-` failure, `/`
    /// abort. For two trees, `+` is added, `-` removed, `~` changed, and `>` moved.
    pub fn text(&self) -> String {
        let nodes = self.outline.nodes();
        let (mut text, mut trunks) = (String::new(), Vec::new());
        let [child, last_child, trunk] =
            if self.ascii { ["|-- ", "`-- ", "|   "] } else { ["├── ", "└── ", "│   "] };
        for (position, node) in nodes.iter().enumerate() {
            let mut line = self.mark(position).to_owned();
            if let Some(parent) = node.parent {
                let is_last = nodes[parent].children.last() == Some(&position);
                trunks.truncate(node.depth - 1);
                line.extend(trunks.iter().copied());
                line.push_str(if is_last { last_child } else { child });
                trunks.push(if is_last { "    " } else { trunk });
            }
            line.push_str(&node.to_string());
            text.push_str(&self.in_color(position, line));
            text.push('\n');
        }
        text
    }

    fn mark(&self, position: usize) -> &'static str {
        if self.tones.is_empty() { "" } else { self.tone(position).paint().mark }
    }

    fn in_color(&self, position: usize, line: String) -> String {
        match self.tone(position) {
            tone if self.colors && tone != Tone::Plain => format!("\x1b[{}m{line}\x1b[0m", tone.paint().terminal),
            _ => line,
        }
    }
}
