//! Random trees of BehaviorTree.CPP's nodes. None of them depends on the time, and all names in scripts are set.

use std::collections::BTreeMap;

use crate::node::{Case, Node};

pub struct Random {
    state: u64,
    answers: BTreeMap<u32, String>,
    left: usize,
    /// Whether nodes may be skipped.
    skips: bool,
    /// Whether there may be nodes that behave slightly differently.
    nearly: bool,
    subtrees: usize,
}

/// A tree that is made: which keys it has, and which subtrees it may use.
struct Place {
    keys: Vec<&'static str>,
    subtrees: Vec<&'static str>,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Random {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            answers: BTreeMap::new(),
            left: 0,
            skips: false,
            nearly: false,
            subtrees: 0,
        };
        random.skips = random.is_one_of(2);
        random.nearly = random.is_one_of(4);
        random.left = 3 + random.below(23);
        random.subtrees = [0, 0, 1, 2][random.below(4)];
        random
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn is_one_of(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    pub fn case(mut self) -> Case {
        let names = &["Inner", "Innermost"][..self.subtrees];
        let keys = vec!["a", "b", "c", "i"];
        let mut root = self.node(&Place { keys, subtrees: names.to_vec() }, 6);
        // A skipped root fails here, and the rest of the run would not be compared.
        if self.skips && !self.is_one_of(8) {
            root = Node::new("Fallback", vec![root, Node::new("AlwaysFailure", vec![])]);
        }
        let mut trees = vec![("Main", root)];
        for (index, name) in names.iter().enumerate() {
            self.left = 2 + self.below(6);
            let keys = vec!["x", "y", "p", "@a", "@b"];
            let body = self.node(&Place { keys, subtrees: names[index + 1..].to_vec() }, 4);
            let first = Node::new("Script", vec![]).with("code", "p := 0");
            trees.push((*name, Node { least: 1, ..Node::new("Sequence", vec![first, body]) }));
        }
        let ticks = (0..6 + self.below(10)).map(|_| if self.is_one_of(12) { 'h' } else { 't' }).collect();
        Case { trees, answers: self.answers, ticks }
    }

    fn node(&mut self, place: &Place, depth: usize) -> Node {
        self.left = self.left.saturating_sub(1);
        let mut node = match depth == 0 || self.left == 0 {
            true => self.leaf(place),
            false => match self.below(10) {
                0..2 => self.leaf(place),
                2..7 => self.control(place, depth - 1),
                _ => self.decorator(place, depth - 1),
            },
        };
        let before: &[&str] =
            if self.skips { &["_failureIf", "_successIf", "_skipIf", "_while"] } else { &["_failureIf", "_successIf"] };
        if self.is_one_of(8) {
            let (name, script) = (self.one(before), self.condition(place));
            node = node.with(name, script);
        }
        if self.is_one_of(8) {
            let (name, script) = (self.one(&["_onSuccess", "_onFailure", "_onHalted", "_post"]), self.statement(place));
            node = node.with(name, script);
        }
        node
    }

    fn leaf(&mut self, place: &Place) -> Node {
        let leaf = |name| Node::new(name, vec![]);
        match self.below(16) {
            0 => leaf("AlwaysSuccess"),
            1 => leaf("AlwaysFailure"),
            2 | 3 => leaf("Script").with("code", self.statements(place)),
            4 => leaf("ScriptCondition").with("code", self.condition(place)),
            5 => {
                let number = self.below(4).to_string();
                let (mut key, from) = (self.writable(place), self.writable(place));
                // BehaviorTree.CPP throws at the second change of an entry that a script has made.
                if key == "p" {
                    key = "@a";
                }
                let (value, key) = match self.below(2) {
                    0 => (number, key),
                    // An entry keeps its type: `x` may be a whole number.
                    _ if place.keys.contains(&"x") => (number, key),
                    _ => (format!("{{{from}}}"), key),
                };
                leaf("SetBlackboard").with("value", value).with("output_key", key)
            }
            6 => leaf("WasEntryUpdated").with("entry", format!("{{{}}}", self.one(&place.keys))),
            7 if !place.subtrees.is_empty() => self.subtree(place),
            8 if !place.subtrees.is_empty() => self.subtree(place),
            9 | 10 => self.answering("Check", &["S", "F"]),
            _ => self.answering("Leaf", &["S", "F", "R"]),
        }
    }

    fn answering(&mut self, name: &'static str, letters: &[&str]) -> Node {
        let id = self.answers.len() as u32 + 1;
        let answers = (0..1 + self.below(5)).map(|_| self.one(letters)).collect();
        self.answers.insert(id, answers);
        Node::new(name, vec![]).with("id", id.to_string())
    }

    fn subtree(&mut self, place: &Place) -> Node {
        let mut node = Node::new("SubTree", vec![]).with("ID", self.one(&place.subtrees));
        // For an `@` in a port, BehaviorTree.CPP creates a new entry.
        let keys: Vec<&str> = place.keys.iter().copied().filter(|key| !key.starts_with('@')).collect();
        for port in ["x", "y"] {
            let value = match self.below(3) {
                0 => self.below(4).to_string(),
                _ => format!("{{{}}}", self.one(&keys)),
            };
            node = node.with(port, value);
        }
        match self.below(3) {
            0 => node.with("_autoremap", "true"),
            _ => node,
        }
    }

    fn children(&mut self, place: &Place, depth: usize, count: usize) -> Vec<Node> {
        (0..count).map(|_| self.node(place, depth)).collect()
    }

    fn control(&mut self, place: &Place, depth: usize) -> Node {
        let count = 1 + self.below(4);
        let many = |random: &mut Self, name| {
            let children = random.children(place, depth, count);
            Node { least: 1, ..Node::new(name, children) }
        };
        match self.below(24) {
            0..4 => many(self, "Sequence"),
            4..8 => many(self, "Fallback"),
            8..10 => many(self, "ReactiveSequence"),
            10..12 => many(self, "ReactiveFallback"),
            12 if self.nearly => many(self, "SequenceWithMemory"),
            12 => many(self, "Sequence"),
            13 => many(self, "AsyncSequence"),
            14 => many(self, "AsyncFallback"),
            15 | 16 => {
                let success = self.one(&[-1, -1, 1, 2]).min(count as i32);
                let failure = self.one(&[1, 1, 2, -1]).min(count as i32);
                let children = self.children(place, depth, count);
                let node = Node::new("Parallel", children);
                node.with("success_count", success.to_string()).with("failure_count", failure.to_string())
            }
            17 | 18 => {
                let failure = self.one(&[1, 1, 2, -1]).min(count as i32);
                let children = self.children(place, depth, count);
                Node::new("ParallelAll", children).with("max_failures", failure.to_string())
            }
            19 => {
                let condition = self.asking(place, depth);
                let mut children = vec![condition];
                let count = 1 + self.below(2);
                children.extend(self.children(place, depth, count));
                Node { least: 2, ..Node::new("IfThenElse", children) }
            }
            20 => {
                let condition = self.asking(place, depth);
                let mut children = vec![condition];
                let count = 1 + self.below(2);
                children.extend(self.children(place, depth, count));
                Node { least: 2, ..Node::new("WhileDoElse", children) }
            }
            21 => {
                let (name, cases) = self.one(&[("Switch2", 2), ("Switch3", 3)]);
                let children = self.children(place, depth, cases + 1);
                let variable = if place.keys.contains(&"a") { "{s}" } else { "{@s}" };
                let mut node = Node::new(name, children).with("variable", variable);
                for case in &["case_1", "case_2", "case_3"][..cases] {
                    node = node.with(case, self.below(4).to_string());
                }
                node
            }
            22 => {
                let count = count + 1;
                let children = self.children(place, depth, count);
                let node = Node { least: 2, ..Node::new("TryCatch", children) };
                match self.nearly && self.is_one_of(2) {
                    true => node.with("catch_on_halt", "true"),
                    false => node,
                }
            }
            _ => many(self, "Sequence"),
        }
    }

    /// The condition of an `IfThenElse`.
    fn asking(&mut self, place: &Place, depth: usize) -> Node {
        match self.below(4) {
            0 => self.answering("Check", &["S", "F"]),
            1 => Node::new("ScriptCondition", vec![]).with("code", self.condition(place)),
            2 => Node::new("Inverter", vec![self.answering("Check", &["S", "F"])]),
            _ => self.node(place, depth),
        }
    }

    fn decorator(&mut self, place: &Place, depth: usize) -> Node {
        let child = vec![self.node(place, depth)];
        let count = self.one(&["1", "2", "2", "3"]);
        match self.below(14) {
            0 | 1 => Node::new("Inverter", child),
            2 => Node::new("ForceSuccess", child),
            3 => Node::new("ForceFailure", child),
            4 | 5 => Node::new("Repeat", child).with("num_cycles", count),
            6 | 7 => Node::new("RetryUntilSuccessful", child).with("num_attempts", count),
            8 => Node::new("KeepRunningUntilFailure", child),
            9 => {
                let then_skip = if self.skips { self.one(&["true", "false"]) } else { "false" };
                Node::new("RunOnce", child).with("then_skip", then_skip)
            }
            10 => {
                let others = ["FAILURE", "SUCCESS", "RUNNING", "SKIPPED"];
                let other = self.one(&others[..if self.skips { 4 } else { 3 }]);
                Node::new("Precondition", child).with("if", self.condition(place)).with("else", other)
            }
            11 if self.skips => {
                Node::new("SkipUnlessUpdated", child).with("entry", format!("{{{}}}", self.one(&place.keys)))
            }
            11 | 12 => Node::new("WaitValueUpdate", child).with("entry", format!("{{{}}}", self.one(&place.keys))),
            _ => {
                let (name, key) = match place.keys.contains(&"i") {
                    true => self.one(&[("LoopInt", "i"), ("LoopDouble", "a")]),
                    false => ("LoopDouble", "@a"),
                };
                let queue = self.one(&["3", "1;2", "0;2;1"]);
                let others = ["SUCCESS", "FAILURE", "SKIPPED"];
                let empty = self.one(&others[..if self.skips { 3 } else { 2 }]);
                Node::new(name, child).with("queue", queue).with("value", format!("{{{key}}}")).with("if_empty", empty)
            }
        }
    }

    /// A key that a node may write to: `i` is for loops.
    fn writable(&mut self, place: &Place) -> &'static str {
        let keys: Vec<&str> = place.keys.iter().copied().filter(|key| *key != "i").collect();
        self.one(&keys)
    }

    fn condition(&mut self, place: &Place) -> String {
        let (one, other) = (self.one(&place.keys), self.one(&place.keys));
        let (number, more) = (self.below(4), self.below(4));
        match self.below(9) {
            0 | 1 => format!("{one} > {number}"),
            2 => format!("{one} == {number}"),
            3 => format!("{one} < {other}"),
            4 => format!("{one} != {number} && {other} >= {more}"),
            5 => format!("!({one} <= {number})"),
            6 => format!("({one} > {number}) || ({other} == {more})"),
            7 => format!("{one} + {other} > {number}"),
            _ => format!("{one} != 0"),
        }
    }

    fn statement(&mut self, place: &Place) -> String {
        let (to, from) = (self.writable(place), self.one(&place.keys));
        let number = self.below(4);
        let text = if place.keys.contains(&"a") { "s" } else { "@s" };
        match self.below(8) {
            0 => format!("{to} += 1"),
            1 => format!("{text} = '{number}'"),
            2 => format!("{to} = {from} + 1"),
            3 => format!("{to} := {number}"),
            4 => format!("{to} -= 1"),
            5 | 6 => format!("{to} = ({from} > 2 ? 0 : {to} + 1)"),
            _ => format!("{to} = {from}"),
        }
    }

    fn statements(&mut self, place: &Place) -> String {
        (0..1 + self.below(2)).map(|_| self.statement(place)).collect::<Vec<_>>().join("; ")
    }
}
