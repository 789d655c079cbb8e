//! Matches the nodes of two trees. `Difference` documents the rules.

use std::collections::HashMap;

use crate::outline::{Node, Outline};

/// Pairs of nodes: for each node of one tree, its partner in the other one.
pub struct Matching {
    pub to_new: Vec<Option<usize>>,
    pub to_old: Vec<Option<usize>>,
}

impl Matching {
    pub fn new(old: &Outline, new: &Outline) -> Self {
        let matching = Matching { to_new: vec![None; old.nodes().len()], to_old: vec![None; new.nodes().len()] };
        let [old, new] = [old, new].map(Side::new);
        let mut matcher = Matcher { old, new, matching };
        matcher.labels();
        matcher.unique_subtrees(|side, at| side.texts[at].clone());
        matcher.unique_subtrees(|side, at| side.without_label(at));
        // Stop after a round that adds no pair.
        let mut pairs = usize::MAX;
        while pairs != matcher.pairs() {
            pairs = matcher.pairs();
            matcher.parents();
            matcher.roots();
            matcher.children();
            matcher.places();
        }
        matcher.matching
    }

    /// The nearest ancestor of a node of the old tree that has a partner.
    pub fn above_old(&self, old: &Outline, position: usize) -> Option<usize> {
        above(old, position).find(|&above| self.to_new[above].is_some())
    }

    /// The nearest ancestor of a node of the new tree that has a partner.
    pub fn above_new(&self, new: &Outline, position: usize) -> Option<usize> {
        above(new, position).find(|&above| self.to_old[above].is_some())
    }
}

/// The similarity of nodes that are already partners.
const MOST: usize = 100;

/// The ancestors of a node, nearest first.
pub fn above(outline: &Outline, position: usize) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(outline.nodes()[position].parent, |&above| outline.nodes()[above].parent)
}

/// One of the trees.
struct Side<'o> {
    outline: &'o Outline,
    /// The position after the last node below each node.
    ends: Vec<usize>,
    /// The text of each node with everything below it, without its own arm.
    texts: Vec<String>,
}

impl<'o> Side<'o> {
    fn new(outline: &'o Outline) -> Self {
        let nodes = outline.nodes();
        let (mut ends, mut texts): (Vec<usize>, Vec<String>) =
            ((1..=nodes.len()).collect(), vec![String::new(); nodes.len()]);
        for (position, node) in nodes.iter().enumerate().rev() {
            ends[position] = node.children.last().map_or(position + 1, |&last| ends[last]);
            let below = node.children.iter().map(|&child| format!("{} => {}", nodes[child].arm, texts[child]));
            let below: Vec<String> = below.collect();
            texts[position] = format!("{} < {} >", text(node), below.join(", "));
        }
        Side { outline, ends, texts }
    }

    /// The text of a node with everything below it, without its own label.
    fn without_label(&self, position: usize) -> String {
        let text = &self.texts[position];
        let label = self.node(position).label.as_ref().map_or(0, |label| label.len() + ": ".len());
        text[label..].to_owned()
    }

    /// A node, its only child, that node's only child, and so on, up to the first that has a partner.
    fn wrapped(&self, position: usize, partners: &[Option<usize>]) -> Vec<usize> {
        let inner = |&at: &usize| match self.node(at).children[..] {
            [child] if partners[at].is_none() => Some(child),
            _ => None,
        };
        std::iter::successors(Some(position), inner).collect()
    }

    fn node(&self, position: usize) -> &'o Node {
        &self.outline.nodes()[position]
    }
}

/// The text of a node without its arm.
fn text(node: &Node) -> String {
    let label = node.label.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
    format!("{label}{}{}", node.name, node.args)
}

struct Matcher<'o> {
    old: Side<'o>,
    new: Side<'o>,
    matching: Matching,
}

impl Matcher<'_> {
    fn pairs(&self) -> usize {
        self.matching.to_new.iter().flatten().count()
    }

    fn pair(&mut self, old: usize, new: usize) {
        self.matching.to_new[old] = Some(new);
        self.matching.to_old[new] = Some(old);
    }

    fn is_free(&self, old: usize, new: usize) -> bool {
        self.matching.to_new[old].is_none() && self.matching.to_old[new].is_none()
    }

    fn is_pair(&self, old: usize, new: usize) -> bool {
        self.matching.to_new[old] == Some(new)
    }

    /// Pairs nodes with the same label.
    fn labels(&mut self) {
        let labels = |side: &Side<'_>| unique((0..side.texts.len()).map(|at| (side.node(at).label.clone(), at)));
        let (old, new) = (labels(&self.old), labels(&self.new));
        for (label, old) in old {
            if let (Some(_), Some(&new)) = (&label, new.get(&label)) {
                self.pair(old, new);
            }
        }
    }

    /// Pairs nodes that are the same with everything below them, by this text.
    fn unique_subtrees(&mut self, text: fn(&Side<'_>, usize) -> String) {
        let texts = |side: &Side<'_>, partners: &[Option<usize>]| {
            unique((0..partners.len()).filter(|&at| partners[at].is_none()).map(|at| (text(side, at), at)))
        };
        let (old, new) = (texts(&self.old, &self.matching.to_new), texts(&self.new, &self.matching.to_old));
        let both = old.into_iter().filter_map(|(text, old)| Some((old, *new.get(&text)?)));
        let mut both: Vec<(usize, usize)> = both.filter(|&(old, new)| !self.is_relabelled(old, new)).collect();
        both.sort_by_key(|&(old, _)| (old.abs_diff(self.old.ends[old]), old));
        for (old, new) in both.into_iter().rev() {
            self.pair_all(old, new);
        }
    }

    /// Pairs two nodes, which are the same, and everything below them, except where labels differ.
    fn pair_all(&mut self, old: usize, new: usize) {
        let pairs = || (old..self.old.ends[old]).zip(new..);
        if pairs().all(|(old, new)| self.is_free(old, new) || self.is_pair(old, new)) {
            pairs().collect::<Vec<_>>().into_iter().for_each(|(old, new)| self.pair(old, new));
        }
    }

    /// Pairs nodes that share at least half of their children.
    fn parents(&mut self) {
        for old in (0..self.old.texts.len()).rev() {
            if self.matching.to_new[old].is_some() {
                continue;
            }
            let mut shared: HashMap<usize, usize> = HashMap::new();
            for &child in &self.old.node(old).children {
                let inner =
                    self.old.wrapped(child, &self.matching.to_new).pop().and_then(|at| self.matching.to_new[at]);
                for parent in inner.into_iter().flat_map(|partner| self.wrapping(partner)) {
                    *shared.entry(parent).or_default() += 1;
                }
            }
            let one = self.old.node(old);
            let like = shared.into_iter().filter(|&(new, shared)| {
                let other = self.new.node(new);
                other.kind == one.kind && shared * 2 >= one.children.len().max(other.children.len())
            });
            let best = like.max_by_key(|&(new, shared)| (shared, self.likeness(old, new), new));
            if let Some((new, _)) = best {
                self.pair(old, new);
            }
        }
    }

    /// The ancestors of a new node that have no partner, up to the first with several children.
    fn wrapping(&self, new: usize) -> Vec<usize> {
        let mut around = Vec::new();
        for above in above(self.new.outline, new).take_while(|&above| self.matching.to_old[above].is_none()) {
            around.push(above);
            if self.new.node(above).children.len() > 1 {
                break;
            }
        }
        around
    }

    fn roots(&mut self) {
        if self.is_free(0, 0) && self.likeness(0, 0) > 0 {
            self.pair(0, 0);
        }
    }

    /// Pairs the children of nodes that match.
    fn children(&mut self) {
        for old in 0..self.old.texts.len() {
            let Some(new) = self.matching.to_new[old] else { continue };
            let (olds, news) = (&self.old.node(old).children, &self.new.node(new).children);
            for (old, new) in self.in_order(olds, news) {
                self.pair(old, new);
            }
        }
    }

    /// Pairs of similar nodes, in order: the longest common subsequence, weighted by similarity.
    fn in_order(&self, old: &[usize], new: &[usize]) -> Vec<(usize, usize)> {
        let mut best = vec![vec![0; new.len() + 1]; old.len() + 1];
        for one in (0..old.len()).rev() {
            for other in (0..new.len()).rev() {
                let paired = match self.best_pair(old[one], new[other]) {
                    None => 0,
                    Some((likeness, ..)) => likeness + best[one + 1][other + 1],
                };
                best[one][other] = paired.max(best[one + 1][other]).max(best[one][other + 1]);
            }
        }
        let (mut pairs, mut one, mut other) = (Vec::new(), 0, 0);
        while one < old.len() && other < new.len() {
            if best[one][other] == best[one + 1][other] {
                one += 1;
            } else if best[one][other] == best[one][other + 1] {
                other += 1;
            } else {
                pairs.extend(self.best_pair(old[one], new[other]).map(|(_, old, new)| (old, new)));
                (one, other) = (one + 1, other + 1);
            }
        }
        pairs
    }

    /// The similarity of two nodes, and this pair; or those of a pair that they wrap, if that matches.
    fn best_pair(&self, old: usize, new: usize) -> Option<(usize, usize, usize)> {
        let olds = self.old.wrapped(old, &self.matching.to_new);
        let news = self.new.wrapped(new, &self.matching.to_old);
        let both = olds.iter().flat_map(|&one| news.iter().map(move |&other| (one, other)));
        let alike = both.filter_map(|(one, other)| match self.likeness(one, other) * 2 {
            _ if self.is_pair(one, other) => Some((MOST, one, other)),
            likeness if likeness == 0 || !self.is_free(one, other) => None,
            likeness if (one, other) == (old, new) => Some((likeness, one, other)),
            likeness => (likeness >= 8).then_some((likeness - 1, one, other)),
        });
        alike.max_by_key(|&(likeness, one, other)| (likeness, usize::MAX - one, usize::MAX - other))
    }

    /// Pairs nodes somewhere below the same node, for repeated nodes that were wrapped or unwrapped.
    fn places(&mut self) {
        for old in 0..self.old.texts.len() {
            if self.matching.to_new[old].is_some() {
                continue;
            }
            let above = self.matching.above_old(self.old.outline, old).and_then(|above| self.matching.to_new[above]);
            let places = 0..self.new.texts.len();
            let mut same = places.filter(|&new| {
                self.is_free(old, new)
                    && self.old.texts[old] == self.new.texts[new]
                    && self.matching.above_new(self.new.outline, new) == above
            });
            if let Some(new) = same.next() {
                self.pair_all(old, new);
            }
        }
    }

    /// The similarity of two nodes: 0 if they cannot match.
    fn likeness(&self, old: usize, new: usize) -> usize {
        let (one, other) = (self.old.node(old), self.new.node(new));
        let relabelled = self.is_relabelled(old, new);
        match () {
            () if self.old.texts[old] == self.new.texts[new] => 8,
            () if self.have_strangers(old, new) => 0,
            () if text(one) == text(other) => 6,
            () if (&one.name, &one.args) == (&other.name, &other.args) => 4,
            () if one.name == other.name && !relabelled => 3,
            () if one.kind == other.kind && !one.args.is_empty() && one.args == other.args => 1,
            () => 0,
        }
    }

    /// Whether both have labels, and these differ.
    fn is_relabelled(&self, old: usize, new: usize) -> bool {
        let (one, other) = (&self.old.node(old).label, &self.new.node(new).label);
        one.is_some() && other.is_some() && one != other
    }

    /// Whether nodes below both of them have partners, but not below the other one.
    fn have_strangers(&self, old: usize, new: usize) -> bool {
        let ends = self.new.ends[new];
        let mut olds = (old + 1..self.old.ends[old]).filter_map(|below| self.matching.to_new[below]).peekable();
        let has_new = (new + 1..ends).any(|below| self.matching.to_old[below].is_some());
        olds.peek().is_some() && has_new && !olds.any(|partner| (new + 1..ends).contains(&partner))
    }
}

/// The items that occur once, and where.
fn unique<T: std::hash::Hash + Eq>(all: impl Iterator<Item = (T, usize)>) -> HashMap<T, usize> {
    let mut found: HashMap<T, Option<usize>> = HashMap::new();
    for (key, at) in all {
        found.entry(key).and_modify(|at| *at = None).or_insert(Some(at));
    }
    found.into_iter().filter_map(|(key, at)| Some((key, at?))).collect()
}
