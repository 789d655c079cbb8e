//! Changes to a tree, a token or a few at a time, like those of somebody who is typing it.

use bt_compiler::tree::nodes;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Words and marks of the language, and some that have no place in it.
const WORDS: &str = "pub T (Room) (World<'_>) (impl Senses) -> Result<Stuck> on = < > , : :: => -> ; . .. ' # #[a] \
                         {} {x:u32} {x:1} () (a) (|) (|x|) (|x|x.y) (|x|->u32{1}) (1,2) (2.0) (x=3) (x=all) (x=) \
                         walk walk::<T> a::b \
                         Walk Walk::Fast(1) _2nd _ self crate r#fn if impl dyn 1 2.5 \"s\" 'a' 'a | & * ! +";

/// A list of all `WORDS`, and the names of all nodes.
pub fn words() -> Vec<&'static str> {
    WORDS.split_whitespace().chain(nodes::all().map(|node| node.name)).collect()
}

/// A random number generator: the linear congruential generator of "Numerical Recipes".
pub struct Dice(pub u32);

impl Dice {
    /// A number from 0 to `end - 1`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as usize % end
    }

    fn word(&mut self) -> TokenStream {
        let words = words();
        let word = words[self.below(words.len())];
        word.parse().unwrap_or_default()
    }
}

/// Changes a tree in a few places; returns nothing if the text is not a sequence of tokens.
pub fn edit(tree: &str, seed: u32) -> Option<String> {
    let mut dice = Dice(seed);
    let mut tokens = tree.parse().ok()?;
    for _ in 0..=dice.below(3) {
        tokens = edit_tokens(tokens, &mut dice);
    }
    Some(tokens.to_string())
}

fn edit_tokens(tokens: TokenStream, dice: &mut Dice) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let at = dice.below(tokens.len() + 1);
    if let Some(TokenTree::Group(group)) = tokens.get(at)
        && dice.below(3) > 0
    {
        tokens[at] = Group::new(group.delimiter(), edit_tokens(group.stream(), dice)).into();
        return tokens.into_iter().collect();
    }
    // Mostly a few tokens, sometimes whole branches.
    let longest = if dice.below(4) > 0 { 4 } else { tokens.len() + 1 };
    let end = (at + dice.below(longest)).min(tokens.len());
    let to = dice.below(tokens.len() + 1);
    let some = tokens[at..end].to_vec();
    match dice.below(7) {
        0 => drop(tokens.drain(at..end)),
        1 => drop(tokens.splice(to..to, some)),
        2 => {
            let times = dice.below(8);
            drop(tokens.splice(at..at, vec![some; times].concat()));
        }
        3 => tokens[at.min(to)..at.max(to)].rotate_right(usize::from(at != to)),
        4 => drop(tokens.splice(at..at, dice.word())),
        5 => drop(tokens.splice(at..end, dice.word())),
        _ => {
            let delimiter = [Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket][dice.below(3)];
            drop(tokens.splice(at..end, [Group::new(delimiter, some.into_iter().collect()).into()]));
        }
    }
    tokens.into_iter().collect()
}
