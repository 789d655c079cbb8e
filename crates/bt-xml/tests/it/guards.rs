//! Random conditions over entries that only C++ sets: none becomes a constant.

use bt_xml::import;

/// A small generator of random numbers, so that each run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    /// An expression over entries, each named once: so no comparison compares an entry with itself.
    fn expr(&mut self, depth: usize, names: &mut Vec<String>) -> String {
        let name = |names: &mut Vec<String>| {
            names.push(format!("entry_{}", names.len()));
            names[names.len() - 1].clone()
        };
        if depth == 0 {
            return name(names);
        }
        match self.below(8) {
            0 => format!("!({})", self.expr(depth - 1, names)),
            1 => {
                let sign = self.one_of(&["&&", "||"]);
                format!("({}) {sign} ({})", self.expr(depth - 1, names), self.expr(depth - 1, names))
            }
            2 => {
                let sign = self.one_of(&["+", "-", "*", "/", "|", "^", "&"]);
                format!("({}) {sign} ({})", self.expr(depth - 1, names), name(names))
            }
            3 => format!(
                "({} ? {} : {})",
                self.expr(depth - 1, names),
                self.expr(depth - 1, names),
                self.expr(depth - 1, names)
            ),
            4 => {
                let other = self.one_of(&["3", "0.5", "'door'", "true", "-1"]);
                format!("({}) {} {other}", self.expr(depth - 1, names), self.one_of(&COMPARES))
            }
            5 => {
                let chain = [self.one_of(&COMPARES), self.one_of(&COMPARES)];
                format!("{} {} {} {} {}", name(names), chain[0], name(names), chain[1], name(names))
            }
            _ => {
                let sign = self.one_of(&COMPARES);
                format!("({}) {sign} ({})", self.expr(depth - 1, names), self.expr(depth - 1, names))
            }
        }
    }
}

const COMPARES: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// A file with this condition at one of the places for one.
fn file(random: &mut Random, condition: &str) -> String {
    let condition = condition.replace('&', "&amp;").replace('<', "&lt;");
    let node = match random.below(8) {
        0 => format!("<ScriptCondition code=\"{condition}\"/>"),
        1 => format!("<Precondition if=\"{condition}\" else=\"FAILURE\"><Act/></Precondition>"),
        2 => format!("<WhileDoElse><ScriptCondition code=\"{condition}\"/><Act/><Act/></WhileDoElse>"),
        3 => format!("<Inverter><ScriptCondition code=\"{condition}\"/></Inverter>"),
        kind => format!("<Act {}=\"{condition}\"/>", ["_skipIf", "_failureIf", "_successIf", "_while"][kind - 4]),
    };
    format!(
        "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\"><Sequence>{node}<Act/></Sequence></BehaviorTree>\
         <TreeNodesModel><Action ID=\"Act\"/></TreeNodesModel></root>"
    )
}

#[test]
fn no_condition_over_entries_of_cpp_is_a_constant() {
    let mut random = Random(39);
    let mut open = 0;
    for round in 0..600 {
        let mut names = Vec::new();
        let depth = 1 + round % 3;
        let condition = random.expr(depth, &mut names);
        let file = file(&mut random, &condition);
        let imported = import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
        let rust = imported.rust.unwrap_or_else(|| panic!("{condition}: {:?}", imported.problems));
        let tree = rust.split_once("bt! {").expect("it has a tree").1.split_once("\n}\n").expect("it ends").0;
        let holds = tree.split_once("|_| todo!(");
        if holds.is_some() {
            assert!(imported.problems.iter().any(|problem| problem.message.contains("`todo!`")), "{condition}\n{tree}");
            open += 1;
            continue;
        }
        for name in &names {
            assert!(tree.contains(&format!("board.{name}")), "{name} of `{condition}` is lost\n{tree}");
        }
        assert!(!tree.contains("|_|"), "{condition}\n{tree}");
    }
    // Some compare a text with a number, which is a contradiction. Most do not.
    assert!(open < 200, "{open} are left open");
}
