//! The table of all built-in nodes for the documentation, in Markdown.

use crate::tree::builtin::{Builtin, Children, Need, Param, Takes};

/// The table: composites, then decorators, then leaves, each in the order of their names.
pub fn table(nodes: &[&Builtin]) -> String {
    let mut nodes = nodes.to_vec();
    nodes.sort_by_key(|node| node.children.sort());
    let rows = nodes.iter().map(|node| format!("{}\n", node.row()));
    format!("\n| node | what it does | what it needs |\n| --- | --- | --- |\n{}", rows.collect::<String>())
}

impl Builtin {
    /// A row of the table.
    pub fn row(&self) -> String {
        let needs: Vec<&str> = self.needs.iter().map(|need| need.text()).collect();
        format!("| {} | {} | {} |", self.forms(), self.does, needs.join(", "))
    }

    /// The syntax: with each optional argument, and without it.
    fn forms(&self) -> String {
        let left_out = |param: &&Param| param.takes != Takes::Threshold && param.takes.is_optional();
        let shortest = self.form(self.params.iter().filter(|param| !left_out(param)), 0);
        let instead = self.params.iter().filter(|param| param.takes == Takes::FirstChild).count();
        let longest = self.form(self.params.iter(), instead);
        if shortest == longest { shortest } else { format!("{shortest}, {longest}") }
    }

    /// The syntax with these parameters, without this number of first children.
    fn form<'a>(&self, params: impl Iterator<Item = &'a Param>, instead: usize) -> String {
        let (args, children) = (params.map(Param::form).collect::<Vec<_>>(), self.children.form(instead));
        let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
        format!("`{}{args}{children}`", self.name)
    }
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
    /// The syntax of children, without this number of first ones.
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
