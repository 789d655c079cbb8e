//! Drawings of trees, with subtrees and with state.

use bt::describe::{Description, drawing};
use bt::{Status, bt, leaf};

#[leaf]
fn step(steps: &mut u32) -> Status {
    *steps += 1;
    if steps.is_multiple_of(3) { Status::Success } else { Status::Running }
}

bt! { Walk(u32) = sequence < step, last: step > }
bt! { Round(u32) = forever < parallel < out: walk, timeout(9.0) < walk >, guard(|steps| *steps < 99) < running > > > }

#[test]
fn subtrees_are_written_out() {
    let description = Description::of::<Round>();
    let expected = "\
forever
└── parallel
    ├── out: sequence
    │   ├── step
    │   └── last: step
    ├── timeout(9.0)
    │   └── walk: sequence
    │       ├── step
    │       └── last: step
    └── guard(|steps| *steps < 99)
        └── running
";
    assert_eq!(description.to_string(), expected);
    let ascii = expected.replace("├──", "|--").replace("└──", "`--").replace('│', "|");
    assert_eq!(format!("{description:#}"), ascii);
}

bt! { Post(u32) = switch(|steps| *steps) < 0 | 1 => first: running, 2 => walk, _ => wait(1.0) > }

#[test]
fn arms_have_their_patterns() {
    let expected = "\
switch(|steps| *steps)
├── 0 | 1 => first: running
├── 2 => walk: sequence
│   ├── step
│   └── last: step
└── _ => wait(1.0)
";
    assert_eq!(Description::of::<Post>().to_string(), expected);
}

#[test]
fn the_lines_are_the_nodes_by_position() {
    let description = Description::of::<Round>();
    let text = description.to_string();
    assert_eq!((text.lines().count(), description.nodes().len()), (description.len(), description.len()));
    for (position, (line, node)) in text.lines().zip(description.nodes()).enumerate() {
        assert!(line.ends_with(&node.to_string()), "{line}: {node:?}");
        assert_eq!(node.position, position);
    }
}

#[test]
fn active_nodes_have_a_star() {
    let mut round = Round::new();
    let stars = |round: &Round| {
        let text = drawing(round).to_string();
        text.lines().map(|line| if line.starts_with("* ") { '*' } else { '.' }).collect::<String>()
    };
    assert_eq!(stars(&round), "...........");
    round.tick_for(0.0, &mut 0);
    assert_eq!(stars(&round), "****.***.**");
    assert_eq!(drawing(&round).to_string().lines().nth(4), Some("      │   └── last: step"));
    let positions: Vec<usize> = round.active().map(|node| node.position).collect();
    assert_eq!(positions, [0, 1, 2, 3, 5, 6, 7, 9, 10]);
}
