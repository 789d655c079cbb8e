//! A program runs while somebody rewrites its source several hundred times, and breaks it now and then.

use std::fs;
use std::path::PathBuf;

use bt::{Outcome, Status, bt};
use bt_live::{Live, Watching, poll, sources, watch};

#[derive(Default)]
struct World {
    clock: u32,
    started: u32,
    finished: u32,
    acted: u32,
}

#[derive(bt::Behavior, Clone)]
#[behavior(context = World)]
struct Walk {
    left: u32,
}

impl Walk {
    fn new(steps: u32) -> Self {
        Walk { left: steps }
    }

    fn start(&mut self, world: &mut World) {
        world.started += 1;
    }

    fn run(&mut self, world: &mut World) -> Status {
        world.acted += 1;
        if self.left == 0 {
            return Status::Success;
        }
        self.left -= 1;
        Status::Running
    }

    fn finish(&mut self, world: &mut World, _: Outcome) {
        world.finished += 1;
    }
}

#[derive(bt::Behavior, Clone)]
#[behavior(context = World)]
struct Rest;

impl Rest {
    fn new() -> Self {
        Rest
    }

    fn start(&mut self, world: &mut World) {
        world.started += 1;
    }

    fn run(&mut self, world: &mut World) -> Status {
        world.acted += 1;
        if world.clock.is_multiple_of(5) { Status::Failure } else { Status::Running }
    }

    fn finish(&mut self, world: &mut World, _: Outcome) {
        world.finished += 1;
    }
}

bt! {
    pub Guard(World) { home: u32 } = forever < selector <
        guard(|world| world.clock % 7 != 0) < sequence < patrol: walk(3), wait(0.5), walk(home) > >,
        timeout(2.5) < rest() >,
        action(|world| world.acted += 1),
    > >
}

mod other {
    use bt::bt;

    use super::{Rest, Walk, World};

    bt! {
        pub Guard(World) = sequence <
            parallel_all < walk(4), wait(1.0), retry(2) < rest() > >,
            action(|world| world.acted += 2),
        >
    }
}

/// Where the trees end. The edits below are not trees.
const END: &str = "const END";

/// What is replaced by what, in either tree.
const EDITS: [(&str, &str); 24] = [
    ("walk(3)", "walk(8)"),
    ("walk(4)", "walk(0)"),
    ("wait(0.5)", "wait(0.25), wait(0.75)"),
    ("wait(1.0)", "wait(3.0)"),
    ("walk(home)", "rest(), walk(home)"),
    ("patrol: walk", "other: walk"),
    ("timeout(2.5) < rest() >", "walk(1)"),
    ("timeout(2.5)", "inverter"),
    ("timeout(2.5)", "cooldown(1.0)"),
    ("selector <", "reactive_selector <"),
    ("selector <", "round_robin <"),
    ("parallel_all <", "race <"),
    ("parallel_all <", "sequence <"),
    ("retry(2)", "repeat(3)"),
    ("retry(2) < rest() >", "finally < rest(), walk(0) >"),
    ("forever <", "repeat(9) <"),
    ("acted += 2),", "acted += 2), action(|world| world.acted += 2),"),
    // Mistakes, and changes that need a build.
    ("selector <", "selektor <"),
    ("walk(4)", "walk(4"),
    ("wait(1.0)", "wait(1)"),
    ("acted += 1", "acted += 3"),
    ("{ home: u32 }", "{ home: u8 }"),
    ("walk(3)", "walk(\"3\")"),
    ("forever < selector <", "forever < selector < \""),
];

/// Random numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The position, or the last one before it that is between two characters.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The text after some random edits of its trees.
fn edited(text: &str, numbers: &mut Numbers) -> String {
    let (trees, rest) = text.split_at(text.find(END).expect("it is there"));
    let mut trees = trees.to_owned();
    for _ in 0..=numbers.below(3) {
        // Most edits are valid.
        let limit = if numbers.below(3) == 0 { EDITS.len() } else { 17 };
        let (from, to) = EDITS[numbers.below(limit)];
        trees = trees.replacen(from, to, 1);
    }
    let whole = format!("{trees}{rest}");
    match numbers.below(16) {
        0 => format!("\u{feff}{}", whole.replace('\n', "\r\n")),
        1 => whole.replace("    ", "\t"),
        2 => whole.replace("bt! {", "bt! { /* é 木 */ // bt! {}\n"),
        // Half written.
        3 | 4 => whole[..floor(&whole, numbers.below(whole.len()))].to_owned(),
        // Conditions: around trees that are not in this build, and around those that are.
        5 => format!("#[cfg(any())]\nbt! {{ pub Guard(World) = running }}\n{whole}"),
        6 => whole.replace("bt! {", "#[cfg(all(unix, not(any())))]\n#[allow(unused)]\nbt! {"),
        7 => whole.replace("rest()", "#[cfg(any())] rest(), #[cfg(all())] walk(2)"),
        // Macros around trees, and trees in macros that nobody calls.
        8 => format!("macro_rules! never {{ () => {{ bt! {{ pub Guard(World) = running }} }} }}\n{whole}"),
        9 => format!("around! {{ {whole} }}"),
        // Several trees of one name.
        10 => format!("{whole}\nmod third {{ mod other {{ bt! {{ pub Guard(World) = running }} }} }}"),
        11 => format!("{whole}\nfn third() {{ bt! {{ pub Guard(World) = running }} }}"),
        // Deep trees: some can be run, others cannot be read.
        12 => whole.replacen("walk(", &format!("{}walk(0){}, walk(", "inverter < ".repeat(60), " >".repeat(60)), 1),
        13 => match numbers.below(3) {
            0 => whole.replacen("walk(", &"inverter < ".repeat(10_000), 1),
            1 => whole.replacen("walk(3", &format!("walk({}3{}", "(".repeat(2000), ")".repeat(2000)), 1),
            _ => format!("{whole}{}", "mod deeper {".repeat(2000)),
        },
        // Trees that contain themselves, or each other.
        14 => match numbers.below(3) {
            0 => whole.replacen("walk(", "guard(0), walk(", 1),
            1 => whole.replace("walk(4)", "super::guard(1)"),
            _ => whole.replacen("walk(", "other::guard, walk(", 1).replace("walk(4)", "super::guard(1)"),
        },
        _ => match numbers.below(20) {
            0 => format!("{whole}{}", "// ä long file\n".repeat(10_000_000 / 16)),
            _ => whole,
        },
    }
}

#[test]
fn agents_go_on_while_their_source_is_rewritten() {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let source = package.ancestors().map(|folder| folder.join(file!())).find(|path| path.is_file());
    let text = fs::read_to_string(source.expect("the test has a source")).expect("it can be read");
    let folder = Folder(std::env::temp_dir().join(format!("bt-live-script-{}", std::process::id())));
    let file = folder.0.join(file!());
    fs::create_dir_all(file.parent().expect("it has a folder")).expect("a folder can be made");
    fs::write(&file, &text).expect("it can be written");
    sources(&folder.0);
    watch(Watching::Files);

    let mut numbers = Numbers(3);
    let mut guards: Vec<(Live<Guard>, World)> =
        (0..4).map(|home| (Live::from(Guard::new(home)), World::default())).collect();
    let mut others: Vec<(Live<other::Guard>, World)> =
        (0..4).map(|_| (Live::from(other::Guard::new()), World::default())).collect();
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..400 {
        fs::write(&file, edited(&text, &mut numbers)).expect("it can be written");
        match poll() {
            Ok(update) => taken += update.trees.len(),
            Err(mistakes) => {
                refused += 1;
                assert!(!mistakes.mistakes().is_empty());
            }
        }
        for _ in 0..numbers.below(4) {
            let span = [0.0, 0.1, 0.5, 1.5][numbers.below(4)];
            for (tree, world) in &mut guards {
                world.clock += 1;
                let running = u32::from(tree.tick_for(span, world) == Status::Running);
                assert!(world.started - world.finished <= running, "at most one leaf is active");
            }
            for (tree, world) in &mut others {
                world.clock += 1;
                let branches = 3 * u32::from(tree.tick_for(span, world) == Status::Running);
                assert!(world.started - world.finished <= branches, "one leaf is active in each branch");
            }
        }
    }
    assert!(taken > 200 && refused > 50, "{taken} trees were taken, {refused} texts were refused");
    // The source is as it was built, and each agent continues.
    fs::write(&file, &text).expect("it can be written");
    poll().expect("it is right");
    for (tree, world) in &mut guards {
        let acted = world.acted;
        for _ in 0..20 {
            world.clock += 1;
            tree.tick_for(1.0, world);
        }
        assert!(world.acted > acted, "it continues");
        tree.abort(world);
        assert_eq!(world.started, world.finished, "each start has one finish");
    }
    for (tree, world) in &mut others {
        let acted = world.acted;
        for _ in 0..20 {
            world.clock += 1;
            tree.tick_for(1.0, world);
        }
        assert!(world.acted > acted, "it continues");
        tree.abort(world);
        assert_eq!(world.started, world.finished, "each start has one finish");
    }
}
