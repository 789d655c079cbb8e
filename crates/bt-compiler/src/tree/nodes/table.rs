//! The table of all built-in nodes for the documentation, in Markdown.

use super::builtin::{Builtin, Children, Need, Param, Takes};

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

    /// How it is written: with each optional argument, and without it.
    fn forms(&self) -> String {
        let children = self.children.form();
        let required = self.params.iter().filter(|param| param.takes != Takes::Optional);
        let shortest: Vec<String> = required.map(Param::form).collect();
        let longest: Vec<String> = self.params.iter().map(Param::form).collect();
        let mut forms = vec![shortest];
        if forms[0] != longest {
            forms.push(longest);
        }
        let forms = forms.into_iter().map(|args| match args.is_empty() {
            true => format!("`{}{children}`", self.name),
            false => format!("`{}({}){children}`", self.name, args.join(", ")),
        });
        forms.collect::<Vec<_>>().join(", ")
    }
}

impl Param {
    fn form(&self) -> String {
        match self.takes {
            Takes::Threshold => format!("{} = n", self.name),
            takes if takes.is_for_each_child() => format!("{}, ..", self.name),
            _ => self.name.to_owned(),
        }
    }
}

impl Children {
    fn form(self) -> String {
        match self {
            Children::None => String::new(),
            Children::One => " < child >".to_owned(),
            Children::Reactive => " < reactive node >".to_owned(),
            Children::Many => " < child, .. >".to_owned(),
            Children::Roles { needed, optional } => {
                let roles: Vec<&str> = needed.iter().copied().chain(optional).collect();
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
