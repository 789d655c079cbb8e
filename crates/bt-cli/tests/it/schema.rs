//! Compares `bt schema` with `bt check`: sentences of the grammar are valid, and it contains the trees of the examples.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bt_cli::schema::{Classes, Palette, grammar, palettes, schema};
use bt_cli::{Source, files, plain, trees};
use bt_compiler::tree;
use fastrand::Rng;
use serde_json::Value;

/// A grammar in GBNF, as far as `bt schema` uses it.
struct Grammar {
    rules: BTreeMap<String, Expr>,
}

enum Expr {
    Text(String),
    Rule(String),
    Class(Vec<char>),
    Repeat(Box<Expr>, usize, usize),
    Sequence(Vec<Expr>),
    Any(Vec<Expr>),
}

impl Grammar {
    fn read(text: &str) -> Self {
        let text: String = text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        let starts: Vec<usize> =
            text.match_indices(" ::= ").map(|(at, _)| text[..at].rfind('\n').map_or(0, |at| at + 1)).collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let rules = starts.iter().zip(ends).map(|(&start, end)| {
            let (name, body) = text[start..end].split_once(" ::= ").expect("a rule");
            let mut rest: Vec<char> = body.trim().chars().rev().collect();
            let expr = any(&mut rest);
            assert!(rest.is_empty(), "{name}: {rest:?}");
            (name.to_owned(), expr)
        });
        Grammar { rules: rules.collect() }
    }

    /// How deep the smallest sentence of each rule is.
    fn depths(&self) -> BTreeMap<&str, usize> {
        let mut depths: BTreeMap<&str, usize> = BTreeMap::new();
        for _ in 0..self.rules.len() {
            for (name, expr) in &self.rules {
                if let Some(depth) = depth(expr, &depths) {
                    let least = depths.entry(name).or_insert(depth + 1);
                    *least = (*least).min(depth + 1);
                }
            }
        }
        depths
    }

    fn sentence(&self, expr: &Expr, left: usize, random: &mut Rng, depths: &BTreeMap<&str, usize>, out: &mut String) {
        match expr {
            Expr::Text(text) => out.push_str(text),
            Expr::Rule(name) => self.sentence(&self.rules[name], left.saturating_sub(1), random, depths, out),
            Expr::Class(chars) => out.push(chars[random.usize(..chars.len())]),
            Expr::Repeat(inner, least, most) => {
                (0..random.usize(*least..=(*most).min(5)))
                    .for_each(|_| self.sentence(inner, left, random, depths, out));
            }
            Expr::Sequence(parts) => parts.iter().for_each(|part| self.sentence(part, left, random, depths, out)),
            Expr::Any(choices) => {
                let depth = |choice: &&Expr| depth(choice, depths).expect("each rule has a sentence");
                let least = choices.iter().map(|choice| depth(&choice)).min().expect("a choice");
                // Long sentences come to an end.
                let left = if out.len() > 300 { 0 } else { left };
                let fits: Vec<&Expr> = choices.iter().filter(|choice| depth(choice) <= left.max(least)).collect();
                self.sentence(fits[random.usize(..fits.len())], left, random, depths, out);
            }
        }
    }

    /// All places where a match of an expression that begins at a place can end.
    fn ends<'g>(
        &'g self,
        expr: &'g Expr,
        text: &str,
        at: usize,
        known: &mut BTreeMap<(&'g str, usize), BTreeSet<usize>>,
    ) -> BTreeSet<usize> {
        match expr {
            Expr::Text(word) => text[at..].starts_with(word).then_some(at + word.len()).into_iter().collect(),
            Expr::Class(chars) => {
                let first = text[at..].chars().next().filter(|first| chars.contains(first));
                first.map(|first| at + first.len_utf8()).into_iter().collect()
            }
            Expr::Rule(name) => {
                if let Some(ends) = known.get(&(&name[..], at)) {
                    return ends.clone();
                }
                let ends = self.ends(&self.rules[name], text, at, known);
                known.insert((name, at), ends.clone());
                ends
            }
            Expr::Sequence(parts) => parts.iter().fold(BTreeSet::from([at]), |starts, part| {
                starts.into_iter().flat_map(|start| self.ends(part, text, start, known)).collect()
            }),
            Expr::Any(choices) => choices.iter().flat_map(|choice| self.ends(choice, text, at, known)).collect(),
            Expr::Repeat(inner, least, most) => {
                let (mut all, mut now) = (BTreeSet::new(), BTreeSet::from([at]));
                for count in 0..=(*most).min(text.len()) {
                    if count >= *least {
                        all.extend(now.iter().copied());
                    }
                    now = now.into_iter().flat_map(|start| self.ends(inner, text, start, known)).collect();
                    if now.is_empty() {
                        break;
                    }
                }
                all
            }
        }
    }

    fn accepts(&self, text: &str) -> bool {
        self.ends(&self.rules["root"], text, 0, &mut BTreeMap::new()).contains(&text.len())
    }
}

fn depth(expr: &Expr, depths: &BTreeMap<&str, usize>) -> Option<usize> {
    match expr {
        Expr::Text(_) | Expr::Class(_) => Some(0),
        Expr::Rule(name) => depths.get(&name[..]).copied(),
        Expr::Repeat(inner, least, _) => {
            if *least == 0 {
                Some(0)
            } else {
                depth(inner, depths)
            }
        }
        Expr::Sequence(parts) => {
            parts.iter().map(|part| depth(part, depths)).try_fold(0, |most, depth| Some(most.max(depth?)))
        }
        Expr::Any(choices) => choices.iter().filter_map(|choice| depth(choice, depths)).min(),
    }
}

/// The characters that are left are in reverse order.
fn any(rest: &mut Vec<char>) -> Expr {
    let mut choices = vec![sequence(rest)];
    while rest.last() == Some(&'|') {
        rest.pop();
        choices.push(sequence(rest));
    }
    if choices.len() == 1 { choices.swap_remove(0) } else { Expr::Any(choices) }
}

fn sequence(rest: &mut Vec<char>) -> Expr {
    let mut parts = Vec::new();
    loop {
        while rest.last().is_some_and(|next| next.is_whitespace()) {
            rest.pop();
        }
        let part = match rest.last() {
            None | Some('|' | ')') => return Expr::Sequence(parts),
            Some('"') => Expr::Text(text(rest)),
            Some('[') => Expr::Class(class(rest)),
            Some('(') => {
                rest.pop();
                let inner = any(rest);
                assert_eq!(rest.pop(), Some(')'));
                inner
            }
            Some(_) => {
                let mut name = String::new();
                while rest.last().is_some_and(|next| next.is_alphanumeric() || *next == '-') {
                    name.extend(rest.pop());
                }
                assert!(!name.is_empty(), "{rest:?}");
                Expr::Rule(name)
            }
        };
        let (least, most) = match rest.last() {
            Some('?') => (0, 1),
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            _ => {
                parts.push(part);
                continue;
            }
        };
        rest.pop();
        parts.push(Expr::Repeat(Box::new(part), least, most));
    }
}

fn text(rest: &mut Vec<char>) -> String {
    rest.pop();
    let mut text = String::new();
    loop {
        match rest.pop().expect("a text ends") {
            '"' => return text,
            '\\' => text.push(match rest.pop().expect("a text ends") {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            other => text.push(other),
        }
    }
}

fn class(rest: &mut Vec<char>) -> Vec<char> {
    rest.pop();
    let mut chars: Vec<char> = Vec::new();
    loop {
        match rest.pop().expect("a class ends") {
            ']' => return chars,
            '-' => {
                let (first, last) = (*chars.last().expect("a range"), rest.pop().expect("a range"));
                chars.extend((first..=last).skip(1));
            }
            other => chars.push(other),
        }
    }
}

/// Whether a text fits one of the patterns that `bt schema` uses.
fn fits(pattern: &str, text: &str) -> bool {
    let is_digits =
        |text: &str, most: usize| (1..=most).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit());
    match pattern {
        "^[a-z][a-z0-9_]*$" => text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'),
        "^[1-9][0-9]?$" => is_digits(text, 2) && !text.starts_with('0'),
        "^[0-9]{1,2}\\.[0-9]$" => {
            text.split_once('.').is_some_and(|(one, other)| is_digits(one, 2) && is_digits(other, 1))
        }
        "^(0\\.[0-9]|1\\.0)$" => text == "1.0" || text.strip_prefix("0.").is_some_and(|rest| is_digits(rest, 1)),
        "^\"[a-zA-Z0-9 ]*\"$" => {
            let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            inner.is_some_and(|inner| inner.chars().all(|c| c.is_ascii_alphanumeric() || c == ' '))
        }
        "^(true|false)$" => ["true", "false"].contains(&text),
        other => panic!("unknown pattern {other}"),
    }
}

/// The values that a JSON schema allows, for the words that `bt schema` uses.
fn is_valid(schema: &Value, value: &Value, root: &Value) -> bool {
    let fields = schema.as_object().expect("a schema");
    fields.iter().all(|(word, rule)| match word.as_str() {
        "$ref" => is_valid(&root["$defs"]["node"], value, root),
        "anyOf" => rule.as_array().expect("a list").iter().any(|choice| is_valid(choice, value, root)),
        "const" => rule == value,
        "enum" => rule.as_array().expect("a list").contains(value),
        "type" => match rule.as_str().expect("a type") {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            other => panic!("unknown type {other}"),
        },
        "properties" => {
            // Checks the node's name first, so that its children are not compared for every other name.
            let holds = |(key, rule): (&String, &Value)| value.get(key).is_none_or(|value| is_valid(rule, value, root));
            let fields = rule.as_object().expect("fields");
            fields.get_key_value("node").is_none_or(holds) && fields.iter().filter(|(key, _)| *key != "node").all(holds)
        }
        "required" => {
            rule.as_array().expect("a list").iter().all(|key| value.get(key.as_str().expect("a name")).is_some())
        }
        "prefixItems" => rule
            .as_array()
            .expect("a list")
            .iter()
            .zip(value.as_array().expect("a list"))
            .all(|(rule, value)| is_valid(rule, value, root)),
        "items" => value.as_array().expect("a list").iter().all(|value| is_valid(rule, value, root)),
        "minItems" => value.as_array().expect("a list").len() as u64 >= rule.as_u64().expect("a number"),
        "maxItems" => value.as_array().expect("a list").len() as u64 <= rule.as_u64().expect("a number"),
        "pattern" => fits(rule.as_str().expect("a pattern"), value.as_str().expect("text")),
        "$schema" | "title" | "description" | "$defs" | "additionalProperties" => true,
        other => panic!("unknown word {other}"),
    })
}

fn example(name: &str) -> (Vec<Source>, Vec<Palette>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    let paths = files::find(&[folder]).expect("it can be read");
    let files: Vec<Source> = paths.iter().map(|path| files::read(path).expect("it can be read")).collect();
    let palettes = palettes(&files);
    (files, palettes)
}

fn plain(node: &str) -> plain::Node {
    let known = tree::known(format!("T(C) = {node}").parse().expect("tokens")).0.expect("a tree");
    plain::Node::new(&known.root)
}

/// Trees of these examples, with contexts of several kinds. The trees that use their parameters.
const EXAMPLES: [(&str, &[&str]); 4] =
    [("village", &[]), ("guard", &[]), ("sentry", &["Surprise"]), ("keycard.rs", &[])];

/// How many random sentences of each grammar are checked, unless `BT_SENTENCES` says otherwise.
const SENTENCES: usize = 25;

#[test]
fn sentences_are_right_and_trees_are_sentences() {
    let (mut random, classes) = (Rng::with_seed(11), Classes::default());
    let count = std::env::var("BT_SENTENCES").ok().and_then(|text| text.parse().ok()).unwrap_or(SENTENCES);
    for (name, with_parameters) in EXAMPLES {
        let (files, palettes) = example(name);
        assert!(!palettes.is_empty());
        for palette in &palettes {
            let (written, schema) = (grammar(palette, &classes).to_string(), schema(palette));
            let grammar = Grammar::read(&written);
            let depths = grammar.depths();
            let mut sentences = BTreeSet::new();
            for _ in 0..count {
                let mut sentence = String::new();
                let left = random.usize(4..14);
                grammar.sentence(&grammar.rules["root"], left, &mut random, &depths, &mut sentence);
                let tokens = format!("T({}) = {sentence}", palette.context).parse().expect("tokens");
                let mistakes = tree::mistakes(tokens);
                assert!(mistakes.is_empty(), "{name}: {}\n{sentence}", mistakes[0].message);
                let plain = plain(&sentence);
                assert_eq!(plain.to_string(), sentence);
                let json = serde_json::to_value(plain::Tree { header: String::new(), root: plain }).expect("JSON");
                assert!(is_valid(&schema, &json, &schema), "{name}: {json}");
                sentences.insert(sentence);
            }
            assert!(sentences.len() > count * 2 / 3, "{name}: only {} sentences", sentences.len());
            let (mut accepted, mut wrong) = (0, Vec::new());
            for file in &files {
                let (trees, _) = trees::read(file).unwrap_or_else(|_| panic!("it has tokens"));
                for tree in
                    trees.iter().filter(|tree| trees::context(&tree.known.header).as_ref() == Some(&palette.context))
                {
                    let root = plain::Node::new(&tree.known.root);
                    let sentence = root.without_labels().to_string();
                    let has_parameters = tree.name.as_deref().is_some_and(|name| with_parameters.contains(&name));
                    if grammar.accepts(&sentence) == has_parameters {
                        wrong.push(format!("{name}: {:?}: {sentence}", tree.name));
                    }
                    let json = serde_json::to_value(plain::Tree { header: String::new(), root }).expect("JSON");
                    if is_valid(&schema, &json, &schema) == has_parameters {
                        wrong.push(format!("{name}: {json}"));
                    }
                    accepted += 1;
                }
            }
            assert!(accepted > 0);
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
            assert!(!grammar.accepts("sequence < succeed >x") && !grammar.accepts("selector < succeed, fail >"));
            let wrong = serde_json::json!({ "root": { "node": "inverter", "children": [] } });
            assert!(!is_valid(&schema, &wrong, &schema));
        }
    }
}

/// All trees of the repository, as JSON and back.
#[test]
fn trees_are_the_same_after_json() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["examples", "tests/it", "tests/state", "tests/benches"].map(|folder| root.join(folder));
    let mut count = 0;
    for path in files::find(&folders).expect("they can be read") {
        let file = files::read(&path).expect("it can be read");
        let Ok((trees, _)) = trees::read(&file) else { continue };
        for tree in trees {
            let written = plain::Tree { header: "T(C)".to_owned(), root: plain::Node::new(&tree.known.root) };
            let json = serde_json::to_string(&written).expect("JSON");
            let read: plain::Tree = serde_json::from_str(&json).expect("it is the same JSON");
            assert_eq!(read, written);
            let again = tree::known(read.to_string().parse().expect("tokens")).0.expect("a tree");
            assert_eq!(plain::Node::new(&again.root), written.root, "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 500, "only {count}");
}
