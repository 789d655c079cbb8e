//! Random texts, read by the program.

use super::open;

/// How many random texts there are: `BT_TEXTS`.
pub fn texts() -> usize {
    std::env::var("BT_TEXTS").ok().and_then(|texts| texts.parse().ok()).unwrap_or(60)
}

/// What the texts are made of.
pub const WORDS: &[&str] = &[
    "sequence",
    "selector",
    "<",
    ">",
    ",",
    "(",
    ")",
    "walk",
    "wait",
    "1.0",
    "->",
    "prey",
    "|npc|",
    "npc.hungry",
    ":",
    "forever",
    "parallel",
    "switch",
    "_ =>",
    "bt! {",
    "}",
    "Tree(World) =",
    "\"",
    "/*",
    "'",
    "condition",
    "action",
    "é",
    "{",
    "repeat",
    "3",
];

#[test]
fn random_texts_neither_trap_nor_freeze() {
    let Some(mut browser) = open("random") else { return };
    let texts = texts();
    let words = serde_json::to_string(&WORDS).expect("words");
    let script = format!(
        "(async () => {{ let seed = 1, slowest = 0; const next = (below) => (seed = (seed * 48271) % 2147483647) % \
         below, words = {words}; const all = playground.examples.map(({{ text }}) => text); for (let count = 0; count \
         < {texts}; count++) {{ let text = count % 2 ? all[next(all.length)] : ''; const changes = count % 2 ? 1 + \
         next(4) : next(60); for (let change = 0; change < changes; change++) {{ const at = next(text.length + 1), \
         word = ` ${{words[next(words.length)]}} `; text = text.slice(0, at) + word + text.slice(at + (count % 2 ? \
         next(12) : 0)); }} const began = performance.now(); const {{ failed, error }} = playground.engine.call({{ \
         order: 'write', text, root: null }}); const ticked = playground.engine.call({{ order: 'tick', count: 5, \
         frame: 0.1 }}); slowest = Math.max(slowest, performance.now() - began); if (failed || error || \
         ticked.failed) return `trap: ${{text}}`; if (count % 20 === 0) await new Promise((then) => \
         setTimeout(then)); }} return `slowest ${{Math.round(slowest)}} ms`; }})()"
    );
    let said = browser.say(&script);
    println!("{texts} random texts: {said}");
    assert!(said.starts_with("slowest"), "{said}");
}
