//! `LoopDouble` and similar nodes.

use super::Nodes;
use crate::builtin::Builtin;
use crate::document::{Node, Value, items};
use crate::import::leaves::OwnPort;
use crate::import::scopes::Meaning;
use crate::import::ty::Ty;
use crate::line::Line;
use crate::skips::Skip;

impl Nodes<'_> {
    /// The texts of a loop's queue, unless the queue is an entry.
    fn items(&self, node: &Node) -> Option<Vec<String>> {
        let queue = match node.port("queue")? {
            Value::Literal(text) => text,
            Value::Key(key) => match self.scope.keys.get(key)? {
                Meaning::Constant(text) => text,
                Meaning::Entry(_) => return None,
            },
            _ => return None,
        };
        Some(items(queue).map(str::to_owned).collect())
    }

    /// A loop over the texts of its queue. Each is written to the entry before the child starts.
    pub(super) fn for_each(&mut self, node: &Node, builtin: &Builtin, skip: Skip) -> Line {
        self.nearly(
            node,
            format!("`{}` takes a tick for each item; `for_each` continues in the same tick", builtin.name),
        );
        let Some(Meaning::Entry(entry)) = self.scope.meaning(node, "value").cloned() else {
            self.nearly(node, "`value` is not an entry of the tree: the place of the loop is left open");
            return Line::leaf("fail");
        };
        let (name, ty) = (self.board.fields[entry].name.clone(), self.board.fields[entry].ty.clone());
        let port = OwnPort::read("queue", ty.clone());
        let (item, pops) = match self.items(node) {
            Some(items) => {
                let items: Vec<_> = items.iter().map(|item| self.constant(&node.id.at, item, &port)).collect();
                (
                    format!("|_, item| -> Option<{}> {{ [{}].get(item).cloned() }}", ty.name(), items.join(", ")),
                    "".to_owned(),
                )
            }
            None => match self.next_item(node, &ty) {
                Some((item, pops)) => (format!("|board, item| -> Option<{}> {{ {item} }}", ty.name()), pops),
                None => {
                    self.nearly(node, "`queue` is of a type of your own: the place of the loop is left open");
                    return Line::leaf("fail");
                }
            },
        };
        let item = if pops.is_empty() { item } else { item.replace("|board, item|", "|board, _|") };
        let counts = self.board.fields[entry].counts();
        // An inner loop may write the same entry.
        let mut after = name.clone();
        while self.items.contains(&after) {
            after.push('_');
        }
        let writes =
            Line::leaf(format!("action(|board| {{ {pops}board.{name} = {after}{};{counts} }})", ty.clone_call()));
        self.items.push(after.clone());
        let children = [writes].into_iter().chain(self.children(node, skip)).collect();
        self.items.pop();
        let head = format!("for_each({item})");
        let each = Line { after: Some(after), ..Line::new(head, vec![Line::new("sequence", children)]) };
        match (&*self.text(node, builtin, "if_empty"), skip) {
            ("SUCCESS", _) | ("SKIPPED", Skip::Succeeds) => each,
            ("FAILURE", _) | ("SKIPPED", Skip::Fails) => Line::new("sequence", vec![each, Line::leaf("fail")]),
            (other, _) => {
                self.nearly(node, format!("`if_empty` is {other}, which has no counterpart here: the loop succeeds"));
                each
            }
        }
    }

    /// The next item of an entry, and the statement that removes it.
    fn next_item(&self, node: &Node, ty: &Ty) -> Option<(String, String)> {
        let Meaning::Entry(entry) = self.scope.meaning(node, "queue")? else { return None };
        let field = &self.board.fields[*entry];
        let name = &field.name;
        match &field.ty {
            Ty::Queue(item) if **item == *ty => {
                Some((format!("board.{name}.front().cloned()"), format!("board.{name}.pop_front(); ")))
            }
            Ty::List(item) if **item == *ty => Some((format!("board.{name}.get(item).cloned()"), String::new())),
            Ty::Text => {
                let parse =
                    if *ty == Ty::Text { "map(str::to_string)" } else { "and_then(|text| text.trim().parse().ok())" };
                Some((format!("board.{name}.split_terminator(';').nth(item).{parse}"), String::new()))
            }
            _ => None,
        }
    }
}
