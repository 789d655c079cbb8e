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

#[derive(bt::Behavior, Clone, Debug, Default)]
#[behavior(context = u32)]
struct Hit<T> {
    n: i32,
    more: Vec<T>,
}

#[derive(bt::Behavior, Clone, Debug)]
#[behavior(context = u32)]
struct Miss {
    n: i32,
}

impl Miss {
    fn run(&mut self, steps: &u32) -> bool {
        self.n > *steps as i32
    }
}

impl<T> Hit<T> {
    fn new(n: i32, more: Vec<T>) -> Self {
        Self { n, more }
    }
    fn run(&mut self, steps: &u32) -> bool {
        self.n > 0 && self.more.len() > *steps as usize
    }
}

macro_rules! hits {
    ($n:expr) => {
        bt! { Macro(u32) = sequence < miss { n: $n - 1 }, hit::<u8>($n,Vec::<u8>::new( )) > }
    };
}

/// However arguments are written, they are shown on one line, with the usual spaces, without comments, and with the
/// types.
#[test]
fn arguments_are_on_one_line() {
    #[rustfmt::skip]
    bt! {
        Hits(u32) = sequence <
            hit::<u8> { n:-3 , more:vec![ 1 , 2u8 ] },
            hit::<u16>(
                *[1, 2].first().unwrap_or(& -1), // one of both
                "a  b\u{20}
                  c".chars().map(|c|c as u16).collect(),
            ),
            guard(|steps|{ (0..=3).contains(steps)&&!steps.is_power_of_two() }) < hit::<()> >,
        >
    }
    let expected = r#"sequence
├── hit::<u8> { n: -3, more: vec![1, 2u8] }
├── hit::<u16>(*[1, 2].first().unwrap_or(&-1), "a  b \n                  c".chars().map(|c| c as u16).collect())
└── guard(|steps| { (0..=3).contains(steps) && !steps.is_power_of_two() })
    └── hit::<()>
"#;
    assert_eq!(Description::of::<Hits>().to_string(), expected);
    hits!(2 + 3);
    let expected = "\
sequence
├── miss { n: 2 + 3 - 1 }
└── hit::<u8>(2 + 3, Vec::<u8>::new())
";
    assert_eq!(Description::of::<Macro>().to_string(), expected);
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

#[derive(bt::Behavior)]
#[behavior(context = u32)]
enum Job {
    Walk(Walk),
    Round(Round),
}

#[test]
fn an_enum_has_no_nodes_to_draw() {
    let job = Description::of::<Job>();
    assert_eq!((job.len(), job.to_string(), format!("{job:?}")), (0, String::new(), "[]".to_owned()));
    let drawings = [Job::Walk(Walk::new()), Job::Round(Round::new())].map(|job| drawing(&job).to_string());
    assert_eq!(drawings, [drawing(&Walk::new()).to_string(), drawing(&Round::new()).to_string()]);
}

bt! { Patrol(u32) { from: Option<u32>, to: [u32; 2] } = inverter < parallel < walk, running > > }
bt! {
    Day(u32) { first: u32 } = sequence <
        morning: patrol(Some(first), [1, 2]),
        walk,
        force_success < round >,
        patrol(None, [0; 2]),
    >
}

#[test]
fn nodes_know_their_parents_children_and_the_parameters_of_their_tree() {
    let day = Description::of::<Day>();
    let nodes: Vec<_> = day.nodes().collect();
    for node in &nodes {
        let above = nodes[..node.position].iter().rev().find(|other| other.depth < node.depth);
        assert_eq!(node.parent, above.map(|above| above.position), "{node:?}");
        let below = nodes[node.position + 1..].iter().take_while(|other| other.depth > node.depth).count();
        assert_eq!(node.end, node.position + 1 + below, "{node:?}");
        let children: Vec<_> = nodes.iter().filter(|other| other.parent == Some(node.position)).copied().collect();
        assert_eq!(day.children(node).collect::<Vec<_>>(), children, "{node:?}");
        assert_eq!(day.node(node.position), Some(*node));
        assert_eq!(node.file, file!());
    }
    assert_eq!(day.node(nodes.len()), None);
    let params: Vec<_> =
        nodes.iter().filter(|node| !node.params.is_empty()).map(|node| (node.title(), node.params)).collect();
    let patrol = "from: Option<u32>, to: [u32; 2]";
    assert_eq!(params, [("sequence", "first: u32"), ("morning", patrol), ("patrol", patrol)]);
    let mut tree = Day::new(3);
    tree.tick_for(0.0, &mut 0);
    assert!(tree.active().all(|node| nodes[node.position] == node));
}

#[test]
fn a_node_has_the_file_of_its_own_tree() {
    bt! { pub Pond(crate::messages::Log) = sequence < crate::messages::duck, running > }
    let files = Description::of::<Pond>().nodes().map(|node| node.file);
    let expected = [file!(), crate::messages::FILE, crate::messages::FILE, crate::messages::FILE, file!()];
    assert_eq!(files.collect::<Vec<_>>(), expected);
    assert_ne!(file!(), crate::messages::FILE);
}
