//! The documentation of all built-in nodes, in Markdown: a table, an index, and the head of each node's page.

use crate::tree::builtin::{Builtin, Children, Need, Param, Sort, Takes};

/// The table: composites, then decorators, then leaves, each ordered by name.
pub fn table(nodes: &[&Builtin]) -> String {
    let mut nodes = nodes.to_vec();
    nodes.sort_by_key(|node| node.children.sort());
    let rows = nodes.iter().map(|node| format!("{}\n", node.row()));
    format!("\n| node | what it does | what it needs |\n| --- | --- | --- |\n{}", rows.collect::<String>())
}

/// A line of links for each sort of node.
pub fn index(nodes: &[&Builtin]) -> String {
    let line = |(title, sort): (&str, Sort)| {
        let of_sort = nodes.iter().filter(|node| node.children.sort() == sort);
        let links: Vec<String> = of_sort.map(|node| format!("[`{}`]", node.name)).collect();
        format!("- {title}: {}\n", links.join(", "))
    };
    [("Composites", Sort::Composite), ("Decorators", Sort::Decorator), ("Leaves", Sort::Leaf)].map(line).concat()
}

impl Builtin {
    /// A row of the table. It links to the section of the node.
    pub fn row(&self) -> String {
        let [shortest, others @ ..] = &self.forms()[..] else { unreachable!("a node is written somehow") };
        let others: String = others.iter().map(|form| format!(", `{form}`")).collect();
        let needs: Vec<&str> = self.needs.iter().map(|need| need.text()).collect();
        format!("| [`{shortest}`](#{}){others} | {} | {} |", self.name, self.does, needs.join(", "))
    }

    /// The beginning of the node's page: what it does, how it is written, and what it needs.
    pub fn head(&self) -> String {
        let needs: Vec<&str> = self.needs.iter().map(|need| need.text()).collect();
        let needs = if needs.is_empty() { String::new() } else { format!("\nIt needs {}.\n", needs.join(" and ")) };
        format!("{}.\n\n```text\n{}\n```\n{needs}", capital(self.does), self.forms().join("\n"))
    }

    /// How it is written, with and without each optional argument.
    fn forms(&self) -> Vec<String> {
        let left_out = |param: &&Param| param.takes != Takes::Threshold && param.takes.is_optional();
        let shortest = self.form(self.params.iter().filter(|param| !left_out(param)), 0);
        let instead = self.params.iter().filter(|param| param.takes == Takes::FirstChild).count();
        let longest = self.form(self.params.iter(), instead);
        if shortest == longest { vec![shortest] } else { vec![shortest, longest] }
    }

    /// The node as written with these parameters, the first `instead` of which replace children.
    fn form<'a>(&self, params: impl Iterator<Item = &'a Param>, instead: usize) -> String {
        let (args, children) = (params.map(Param::form).collect::<Vec<_>>(), self.children.form(instead));
        let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
        format!("{}{args}{children}", self.name)
    }
}

/// A text with a capital at its beginning.
fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

impl Param {
    fn form(&self) -> String {
        match self.takes {
            Takes::Threshold | Takes::NamedNumber => format!("{} = n", self.name),
            Takes::NamedValue => format!("{} = value", self.name),
            takes if takes.is_for_each_child() => format!("{}, ..", self.name),
            _ => self.name.to_owned(),
        }
    }
}

impl Children {
    /// How they are written, without this number of the first ones.
    fn form(self, instead: usize) -> String {
        match self {
            Children::None => String::new(),
            Children::One => " < child >".to_owned(),
            Children::Reactive => " < reactive node >".to_owned(),
            Children::Many => " < child, .. >".to_owned(),
            Children::Roles { needed, optional } => {
                let roles: Vec<&str> = needed[instead..].iter().copied().chain(optional).collect();
                format!(" < {} >", roles.join(", "))
            }
            Children::Arms => " < pattern => child, .. >".to_owned(),
            Children::Conditions => " < condition => child, .. >".to_owned(),
        }
    }
}

impl Need {
    fn text(self) -> &'static str {
        match self {
            Need::Random => "a `Random` context",
            Need::Memory => "a context that `Remembers`",
            Need::Time => "`tick_for`",
        }
    }
}
