//! Writes `_onHalted` as decorators, since no node of `bt!` acts only when it is aborted.

use std::collections::BTreeMap;

/// A decorator that runs a script when the node below it is halted.
pub struct Halted {
    pub ty: String,
    /// The ID of the node in XML.
    pub id: String,
    /// The values that the script uses: their types by name.
    pub values: BTreeMap<String, String>,
    /// The statements of the script.
    pub text: String,
}

impl Halted {
    /// The item in Rust.
    pub fn text(&self) -> String {
        let Halted { ty, id, values, text } = self;
        let mut item = format!("\n/// The `_onHalted` of `{id}`: runs when the node below is aborted.\n");
        let board = if text.contains("board") && !text.starts_with("todo!(") { "board" } else { "_" };
        let names = values.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let finish = |before: &str| {
            format!(
                "    fn finish(&mut self, {board}: &mut Board, outcome: bt::Outcome) {{\n        if outcome == \
                 bt::Outcome::Aborted {{\n            {before}{text}\n        }}\n    }}\n}}\n"
            )
        };
        if values.is_empty() {
            item += "#[derive(bt::Decorator, Default)]\n#[decorator(context = Board)]\n";
            item += &format!("pub struct {ty};\n\nimpl {ty} {{\n{}", finish(""));
            return item;
        }
        let fields = values.iter().map(|(name, ty)| format!("    pub {name}: {ty},\n")).collect::<String>();
        let arguments = values.iter().map(|(name, ty)| format!("{name}: {ty}")).collect::<Vec<_>>().join(", ");
        item += "#[derive(bt::Decorator, Clone)]\n#[decorator(context = Board)]\n";
        item += &format!("pub struct {ty} {{\n{fields}}}\n\nimpl {ty} {{\n");
        item += &format!("    pub fn new({arguments}) -> Self {{\n        {ty} {{ {names} }}\n    }}\n\n");
        item + &finish(&format!("let {ty} {{ {names} }} = self.clone();\n            "))
    }
}
