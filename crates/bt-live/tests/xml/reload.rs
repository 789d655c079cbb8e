//! A running tree continues in a changed file, as one of `bt!` continues in a changed text.
//!
//! `BT_EDITS=100000 BT_SEED=7 cargo test --features xml --test xml reload` makes more edits, and others.

use std::time::Duration;

use bt::{Behavior, Decorator, Outcome, Status, TreeFor, bt};
use bt_live::xml::{Board, Files, MapBoard, Palette, Ports, Value, input, parse};
use bt_live::{Live, offer};

use crate::hostile::Numbers;

/// What leaves see and write down.
struct World {
    journal: Vec<String>,
    numbers: Numbers,
    board: MapBoard,
}

impl World {
    fn new(seed: u64) -> Self {
        World { journal: Vec::new(), numbers: Numbers(seed), board: MapBoard::default() }
    }
}

impl Board for World {
    fn get(&self, key: &str) -> Option<Value> {
        self.board.get(key)
    }

    fn set(&mut self, key: &str, value: Value) {
        self.board.set(key, value);
    }

    fn unset(&mut self, key: &str) {
        self.board.unset(key);
    }
}

#[derive(Behavior, Clone)]
#[behavior(context = World)]
struct Act(u32);

impl Act {
    fn new(id: u32) -> Self {
        Act(id)
    }

    fn start(&mut self, world: &mut World) {
        world.journal.push(format!("+{}", self.0));
    }

    fn run(&mut self, world: &mut World) -> Status {
        let status = match world.numbers.below(8) {
            0..3 => Status::Success,
            3 => Status::Failure,
            _ => Status::Running,
        };
        world.journal.push(format!("{}:{status:?}", self.0));
        status
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        if outcome == Outcome::Aborted {
            world.journal.push(format!("-{}", self.0));
        }
    }
}

#[derive(Decorator, Clone)]
#[decorator(context = World)]
struct Patience(u32);

impl Patience {
    fn new(id: u32) -> Self {
        Patience(id)
    }

    fn start(&mut self, world: &mut World) {
        world.journal.push(format!("+patience{}", self.0));
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.journal.push(format!("patience{}:{outcome:?}", self.0));
    }
}

bt! { pub Known(World) = sequence < act(1), patience(1) < act(1) > > }

// The text of this tree waits, so that those of all others can be tried.
bt! { pub Edited(World) = timeout(9.0) < running > }

fn id(ports: &Ports) -> u32 {
    ports.get(&MapBoard::default(), "id").unwrap_or_default()
}

fn palette() -> Palette<World> {
    Palette::new().leaf("Act", [input("id").integer()], |ports: Ports| Act(id(&ports))).decorator(
        "Patience",
        [input("id").integer()],
        |ports| Patience(id(&ports)),
    )
}

/// A node as it is written in XML and in `bt!`, and how many children it has.
const KINDS: [(&str, &str, usize); 18] = [
    ("Act id='?'", "act(?)", 0),
    ("Act id='?'", "act(?)", 0),
    ("Sleep msec='?00'", "wait(0.?)", 0),
    ("Sequence", "sequence", 3),
    ("Fallback", "selector", 2),
    ("ReactiveSequence", "reactive_sequence", 2),
    ("ReactiveFallback", "reactive_selector", 2),
    ("PipelineSequence", "pipeline", 2),
    ("RoundRobin wrap_around='true'", "round_robin", 3),
    ("ParallelAll max_failures='1'", "parallel_all", 2),
    ("RecoveryNode number_of_retries='?'", "recover(?)", 2),
    ("Inverter", "inverter", 1),
    ("Repeat num_cycles='?'", "repeat(?)", 1),
    ("RetryUntilSuccessful num_attempts='?'", "retry(?)", 1),
    ("Timeout msec='?00'", "timeout(0.?)", 1),
    ("Delay delay_msec='?00'", "delay(0.?)", 1),
    ("Patience id='?'", "patience(?)", 1),
    ("RateController hz='?'", "throttle(1.0 / ?.0)", 1),
];

#[derive(Clone)]
struct Node {
    kind: usize,
    number: usize,
    label: Option<usize>,
    children: Vec<Node>,
}

impl Node {
    fn random(numbers: &mut Numbers, depth: usize) -> Self {
        let kind = numbers.below(if depth == 0 { 3 } else { KINDS.len() });
        let children = (0..KINDS[kind].2).map(|_| Node::random(numbers, depth - 1)).collect();
        Node { kind, number: 1 + numbers.below(9), label: None, children }
    }

    fn size(&self) -> usize {
        1 + self.children.iter().map(Node::size).sum::<usize>()
    }

    /// The node with this number in pre-order.
    fn at(&mut self, number: usize) -> &mut Node {
        let mut left = match number.checked_sub(1) {
            None => return self,
            Some(left) => left,
        };
        for child in &mut self.children {
            match left.checked_sub(child.size()) {
                None => return child.at(left),
                Some(rest) => left = rest,
            }
        }
        unreachable!("the number is below the size")
    }

    fn edit(&mut self, numbers: &mut Numbers) {
        let at = numbers.below(self.size());
        let label = numbers.below(1000);
        let node = self.at(at);
        let takes = KINDS[node.kind].2;
        match numbers.below(7) {
            0 => *node = Node::random(numbers, 2),
            1 => node.number = 1 + numbers.below(9),
            2 => node.label = if node.label.is_some() { None } else { Some(label) },
            3 if takes > 1 && KINDS[node.kind].0.starts_with(['S', 'F', 'P']) => {
                let place = numbers.below(node.children.len() + 1);
                node.children.insert(place, Node::random(numbers, 1));
            }
            4 if node.children.len() > 2 => drop(node.children.remove(numbers.below(takes))),
            5 if takes > 1 => node.children.swap(0, 1),
            _ => {
                let kind = 3 + numbers.below(KINDS.len() - 3);
                let mut children = vec![node.clone()];
                children.extend((1..KINDS[kind].2).map(|_| Node::random(numbers, 0)));
                *node = Node { kind, number: 1 + numbers.below(9), label: None, children };
            }
        }
    }

    fn xml(&self) -> String {
        let head = KINDS[self.kind].0.replace('?', &self.number.to_string());
        let name = head.split(' ').next().unwrap_or_default();
        let label = self.label.map(|label| format!(" name='x{label}'")).unwrap_or_default();
        let children: String = self.children.iter().map(Node::xml).collect();
        format!("<{head}{label}>{children}</{name}>")
    }

    /// Whether it is a `throttle`, or begins with one.
    fn throttles(&self) -> bool {
        KINDS[self.kind].1.starts_with("throttle") || self.children.first().is_some_and(Node::throttles)
    }

    fn bt(&self) -> String {
        let head = KINDS[self.kind].1.replace('?', &self.number.to_string());
        // The text that XML becomes avoids what `bt!` would refuse.
        let before_the_last = self.children.split_last().map_or(&[][..], |(_, before)| before);
        let head = match &*head {
            "reactive_sequence" if before_the_last.iter().any(Node::throttles) => "pipeline".to_owned(),
            _ => head,
        };
        // A text without code has no `1 / 4`, only its value.
        let head = match head.strip_prefix("throttle") {
            Some(_) => format!("throttle({:?})", 1.0 / self.number as f64),
            None => head,
        };
        let label = self.label.map(|label| format!("x{label}: ")).unwrap_or_default();
        let children: Vec<String> = self.children.iter().map(Node::bt).collect();
        let children = if children.is_empty() { String::new() } else { format!(" < {} >", children.join(", ")) };
        format!("{label}{head}{children}")
    }
}

fn file(body: &str) -> String {
    format!("<root BTCPP_format='4'>\n<BehaviorTree ID='Main'>{body}</BehaviorTree>\n</root>")
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A text with some bytes changed.
fn broken(text: &str, numbers: &mut Numbers) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        match numbers.below(4) {
            0 => bytes.truncate(at + 1),
            1 => drop(bytes.remove(at)),
            2 => bytes[at] = b"<>/='\"&; \n{}\xff0aZ"[numbers.below(16)],
            _ => bytes.extend_from_within(at..),
        }
        if bytes.is_empty() {
            bytes.push(b'<');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What has happened, printed after a panic.
struct History(Vec<String>);

impl Drop for History {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0.join("\n"));
        }
    }
}

/// The same edits of XML and of `bt!`: the same journal.
#[test]
fn edits_do_what_those_of_bt_do() {
    let (edits, seed, palette) = (setting("BT_EDITS", 30), setting("BT_SEED", 1), palette());
    let (mut made, mut refused, mut going, mut partly) = (0, 0, 0, 0);
    // Texts are read for trees that are live.
    let _live = Live::from(Edited::default());
    for case in 0..edits {
        let mut numbers = Numbers(seed << 32 | case);
        let mut node = Node::random(&mut numbers, 3);
        let mut both = None;
        let (mut world, mut other) = (World::new(case), World::new(case));
        let (mut before, mut history) = (vec![node.clone()], History(vec![format!("case {case}")]));
        for step in 0..8 {
            let text = file(&node.xml());
            let (read, offered) =
                (parse(&text, &palette), offer(file!(), &format!("bt! {{ pub Edited(World) = {} }}", node.bt())));
            match (read, offered) {
                (Ok(loaded), Ok(_)) => {
                    let new = || (parse(&text, &palette).expect("it was read").tree, Live::from(Edited::default()));
                    let (tree, _) = both.get_or_insert_with(new);
                    tree.switch_to(&loaded.tree);
                    made += usize::from(step > 0);
                    before.push(node.clone());
                    history.0.push(node.bt());
                }
                // `bt!` wants an `unchecked` here; in a file, the node is assumed to be intended.
                (Ok(_), Err(why)) => {
                    refused += 1;
                    let helps =
                        why.mistakes().iter().map(|mistake| mistake.help.as_deref().unwrap_or(&mistake.message));
                    assert!({ helps }.all(|help| help.contains("unchecked")), "{why}");
                }
                (Err(why), _) => panic!("{}\n{why}", node.bt()),
            }
            let Some((tree, live)) = &mut both else { break };
            let was_running = tree.is_running();
            for tick in 0..=numbers.below(2) {
                let time = Duration::from_millis([0, 100, 350, 1000][numbers.below(4)]);
                history.0.push(format!("  {time:?}"));
                if numbers.below(20) == 0 {
                    tree.abort(&mut world);
                    TreeFor::abort(live, &mut other);
                } else {
                    let status = tree.tick_for(time, &mut world);
                    assert_eq!(status, live.tick_for(time, &mut other));
                }
                let (journal, expected) = (std::mem::take(&mut world.journal), std::mem::take(&mut other.journal));
                assert_eq!(journal, expected);
                history.0.push(format!("  {journal:?} {}", tree.is_running()));
                assert_eq!(tree.is_running(), live.is_running());
                let is_aborted = journal.iter().any(|event| event.starts_with('-'));
                let is_gone_on = journal.first().is_some_and(|event| event.contains(':'));
                going += usize::from(tick == 0 && was_running && is_gone_on);
                partly += usize::from(tick == 0 && was_running && is_aborted);
            }
            // A broken file changes nothing.
            match parse(&broken(&text, &mut numbers), &palette) {
                Ok(_) => {}
                Err(why) => {
                    assert!(why.mistakes().iter().all(|mistake| mistake.line > 0 && mistake.column > 0), "{why}")
                }
            }
            match numbers.below(4) {
                0 => node.clone_from(&before[numbers.below(before.len())]),
                _ => node.edit(&mut numbers),
            }
            if node.size() > 40 {
                node.clone_from(&before[0]);
            }
        }
    }
    println!(
        "{made} edits and {refused} that were refused; after {going} the active node went on, {partly} aborted \
         something"
    );
    assert!(made > 4 * refused, "{made} made, {refused} refused");
    assert!(going * 5 > made && partly * 20 > made, "{going} and {partly} of {made}");
}

/// A node that continues keeps its arguments, and nodes before it do not change which node it is.
#[test]
fn nodes_before_the_active_one_come_and_go() {
    let palette = palette();
    let read = |body: &str| parse(&file(body), &palette).unwrap_or_else(|refused| panic!("{refused}")).tree;
    let mut world = World::new(5);
    let mut tree = read("<Sequence><Sleep msec='100'/><Sleep msec='1000'/><Script code='a := 1'/></Sequence>");
    assert_eq!(tree.tick_for(0.6, &mut world), Status::Running);
    tree.switch_to(&read(
        "<Sequence><Sleep msec='300'/><Sleep msec='100'/><Sleep msec='1000'/><Script code='a := 2'/></Sequence>",
    ));
    // The second pause has half a second left.
    assert_eq!(tree.tick_for(0.4, &mut world), Status::Running);
    assert_eq!(tree.tick_for(0.1, &mut world), Status::Success);
    assert_eq!(world.get("a"), Some(Value::of(2)));
}

/// The files of a mission, in a folder of its own.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("bt-xml-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        Folder(folder)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), text).expect("a file can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn changed_files_are_read_again() {
    let (folder, palette) = (Folder::new("reload"), palette());
    let main = |body: &str| {
        format!(
            "<root BTCPP_format='4' main_tree_to_execute='Main'><include path='inner.xml'/><BehaviorTree \
             ID='Main'>{body}</BehaviorTree></root>"
        )
    };
    let inner = |value: u32| {
        format!("<root BTCPP_format='4'><BehaviorTree ID='Inner'><Script code='@a := {value}'/></BehaviorTree></root>")
    };
    folder.write("main.xml", main("<Sequence><Sleep msec='1000'/><SubTree ID='Inner'/></Sequence>"));
    folder.write("inner.xml", inner(1));
    let mut files = Files::new(folder.0.join("main.xml").to_string_lossy());
    let mut tree = files.load(&palette).unwrap_or_else(|refused| panic!("{refused}")).tree;
    let mut world = World::new(1);
    assert_eq!(tree.tick_for(0.5, &mut world), Status::Running);
    assert!(files.poll(&palette).expect("nothing has changed").is_none());
    // An included file.
    folder.write("inner.xml", inner(2));
    tree.switch_to(&files.poll(&palette).expect("it is right").expect("it has changed").tree);
    assert!(files.poll(&palette).expect("nothing has changed").is_none());
    // Mistakes are reported once, and the tree continues.
    folder.write("inner.xml", "<root BTCPP_format='4'><BehaviorTree ID='Inner'>\n  <Scrpt/></BehaviorTree></root>");
    let refused = files.poll(&palette).expect_err("there is no such node");
    let mistake = &refused.mistakes()[0];
    assert!(mistake.file.ends_with("inner.xml") && (mistake.line, mistake.column) == (2, 4), "{refused}");
    assert!(files.poll(&palette).expect("it is told already").is_none());
    folder.write("inner.xml", b"<root>\n\n  <!-- \xff --></root>");
    let refused = files.poll(&palette).expect_err("that is not a text");
    let mistake = &refused.mistakes()[0];
    assert_eq!((mistake.line, mistake.column, &*mistake.message), (3, 8, "this is not valid UTF-8"), "{refused}");
    std::fs::remove_file(folder.0.join("inner.xml")).expect("it is there");
    assert!(files.poll(&palette).expect("it is about to be written").is_none());
    assert_eq!(tree.tick_for(0.4, &mut world), Status::Running);
    folder.write("inner.xml", inner(3));
    tree.switch_to(&files.poll(&palette).expect("it is right").expect("it has changed").tree);
    assert_eq!(tree.tick_for(0.1, &mut world), Status::Success);
    assert_eq!(world.get("a"), Some(Value::of(3)));
}

/// Each file knows the trees of all, whether it comes first or last.
#[test]
fn several_files_are_read_together() {
    let (folder, palette) = (Folder::new("several"), palette());
    let path = |name: &str| folder.0.join(name).to_string_lossy().into_owned();
    let file = |trees: &str| format!("<root BTCPP_format='4'>{trees}</root>");
    let dock = |value: u32| {
        file(&format!(
            "<BehaviorTree ID='Dock'><Sequence><Script code='@a := {value}'/><SubTree \
             ID='Beep'/></Sequence></BehaviorTree>"
        ))
    };
    folder.write("dock.xml", dock(1));
    folder.write(
        "mission.xml",
        file(
            "<BehaviorTree ID='Mission'><Sequence><Sleep msec='1000'/><SubTree ID='Dock'/></Sequence></BehaviorTree>
             <BehaviorTree ID='Beep'><Script code='@beeps := 1'/></BehaviorTree>",
        ),
    );
    for names in [["dock.xml", "mission.xml"], ["mission.xml", "dock.xml"]] {
        folder.write("dock.xml", dock(1));
        let mut files = Files::all(names.map(path)).main("Mission");
        let mut tree = files.load(&palette).unwrap_or_else(|refused| panic!("{refused}")).tree;
        let mut world = World::new(1);
        assert_eq!(tree.tick_for(0.5, &mut world), Status::Running);
        assert!(files.poll(&palette).expect("nothing has changed").is_none());
        folder.write("dock.xml", dock(2));
        tree.switch_to(&files.poll(&palette).expect("it is right").expect("it has changed").tree);
        assert_eq!(tree.tick_for(0.5, &mut world), Status::Success);
        assert_eq!((world.get("a"), world.get("beeps")), (Some(Value::of(2)), Some(Value::of(1))));
        // A mistake is reported in the file that has it.
        folder.write("dock.xml", file("<BehaviorTree ID='Dock'><SubTree ID='Bep'/></BehaviorTree>"));
        let refused = files.poll(&palette).expect_err("there is no such tree");
        let mistake = &refused.mistakes()[0];
        assert!(mistake.file.ends_with("dock.xml") && mistake.message.contains("`Bep`"), "{refused}");
    }
    // There must be a main tree, and each file must exist.
    folder.write("dock.xml", dock(1));
    let refused = Files::all(["mission.xml", "dock.xml"].map(path)).load(&palette).expect_err("there are three trees");
    assert!(refused.mistakes()[0].message.starts_with("there are several trees"), "{refused}");
    let refused = Files::all(["mission.xml", "none.xml"].map(path)).main("Mission").load(&palette);
    let refused = refused.expect_err("a file is missing");
    assert!(refused.mistakes().iter().any(|mistake| mistake.message.contains("none.xml")), "{refused}");
    assert!(Files::all::<String>([]).load(&palette).is_err());
}
