//! Texts with leaves that no built tree has.

use bt::{Status, bt, leaf};
use bt_live::{Live, offer};

/// The world borrows.
struct World<'w> {
    journal: &'w mut Vec<String>,
}

impl World<'_> {
    fn note(&mut self, what: impl Into<String>) {
        self.journal.push(what.into());
    }
}

#[leaf]
fn bark(world: &mut World<'_>) {
    world.note("bark");
}

#[leaf]
fn say<'w>(world: &mut World<'w>, word: &'static str, times: u32) -> bool {
    world.note(format!("{word} {times}"));
    times > 0
}

#[leaf]
fn smell(_: &World<'_>) -> Option<u32> {
    Some(4)
}

#[leaf]
fn count(world: &mut World<'_>, number: u32) -> Result<Status, String> {
    world.note(format!("counted {number}"));
    Ok(Status::Success)
}

#[derive(bt::Behavior, Default)]
#[behavior(context = World<'_>)]
struct Nap {
    ticks: u32,
}

impl Nap {
    fn run(&mut self, world: &mut World<'_>) -> Status {
        self.ticks += 1;
        world.note(format!("nap {}", self.ticks));
        if self.ticks < 2 { Status::Running } else { Status::Success }
    }
}

/// It has no `Default`.
#[derive(bt::Behavior)]
#[behavior(context = World<'_>)]
struct Run {
    _to: u32,
}

impl Run {
    fn run(&mut self, _: &mut World<'_>) -> Status {
        Status::Success
    }
}

/// No type that a text can write.
#[derive(Clone)]
struct Ball(u32);

#[leaf]
fn find_ball(_: &World<'_>) -> Option<Ball> {
    Some(Ball(4))
}

/// It says how it is made.
#[derive(bt::Behavior)]
#[behavior(context = World<'_>, new(Ball, &'static str, Option<f32>))]
struct Fetch {
    ball: Ball,
    how: &'static str,
    speed: Option<f32>,
}

impl Fetch {
    fn new(ball: Ball, how: &'static str, speed: Option<f32>) -> Self {
        Fetch { ball, how, speed }
    }

    fn run(&mut self, world: &mut World<'_>) -> Status {
        world.note(format!("fetch {} {} {:?}", self.ball.0, self.how, self.speed));
        Status::Success
    }
}

mod park {
    use super::World;

    #[bt::leaf]
    pub fn dig(world: &mut World<'_>) {
        world.note("dig");
    }
}

mod yard {
    use super::World;

    #[bt::leaf]
    pub fn jump(world: &mut World<'_>) {
        world.note("jump in the yard");
    }

    pub mod pool {
        use super::World;

        #[bt::leaf]
        pub fn jump(world: &mut World<'_>) {
            world.note("jump into the pool");
        }
    }
}

bt! { pub Dog(World<'_>) = running }

fn text(nodes: &str) -> String {
    include_str!("leaves.rs").replacen("pub Dog(World<'_>) = running", &format!("pub Dog(World<'_>) = {nodes}"), 1)
}

fn refused(nodes: &str) -> String {
    offer(file!(), &text(nodes)).expect_err(nodes).to_string()
}

#[test]
fn a_text_uses_leaves_that_no_tree_has() {
    let (mut dog, mut journal) = (Live::from(Dog::new()), Vec::new());
    assert_eq!(dog.tick(&mut World { journal: &mut journal }), Status::Running);
    let mut play = |nodes: &str| {
        offer(file!(), &text(nodes)).unwrap_or_else(|refused| panic!("{refused}"));
        journal.clear();
        let status = dog.tick(&mut World { journal: &mut journal });
        (status, journal.join(", "))
    };
    let calls = "sequence < bark, smell -> found, say(\"woof\", found), say(\"wuff\", 2), Nap, bark >";
    assert_eq!(play(calls), (Status::Running, "bark, woof 4, wuff 2, nap 1".into()));
    // It continues in the leaf, which no built tree has.
    assert_eq!(play("sequence < smell, bark, nap, say(\"up\", 0) >"), (Status::Failure, "nap 2, up 0".into()));
    // Leaves of other modules: the only one of that name, or by its path.
    assert_eq!(play("sequence < dig, park::dig, crate::park::dig >"), (Status::Success, "dig, dig, dig".into()));
    assert_eq!(play("yard::pool::jump"), (Status::Success, "jump into the pool".into()));

    // `new` takes names and literals of its types.
    let fetch = "sequence < find_ball -> ball, fetch(ball, \"slowly\", Some(1.5)), fetch(ball, \"well\", None) >";
    let fetched = "fetch 4 slowly Some(1.5), fetch 4 well None";
    assert_eq!(play(fetch), (Status::Success, fetched.into()));
    assert!(refused("sequence < smell -> ball, fetch(ball, 3, None) >").contains("expected `Ball`"));
    assert!(refused("sequence < find_ball -> ball, fetch(ball, 3, None) >").contains("expected `&str`, found integer"));
    assert!(refused("sequence < find_ball -> ball, fetch(ball) >").contains("this leaf takes 3 arguments"));

    let several = refused("jump");
    assert!(several.contains("several leaves have this name"), "{several}");
    assert!(several.contains("yard::Jump`") && several.contains("yard::pool::Jump`"), "{several}");
    assert!(
        refused("say(3, 2)").contains("mismatched types: expected `&str`, found integer"),
        "{}",
        refused("say(3, 2) ")
    );
    assert!(refused("say(\"no\", -2)").contains("cannot apply unary operator `-` to type `u32`"));
    assert!(refused("Run").contains("Run` has no `Default`"), "{}", refused("selector < Run >"));
    assert!(refused("sleep_well").contains("no built tree has this leaf: build again"));
    // The tree has no error type, so the leaf's error cannot be converted.
    assert!(refused("count(1)").contains("no built tree converts the error of this leaf"));
    assert!(refused("say(\"no\")").contains("this leaf takes 2 arguments"));
    assert!(refused("bark(3)").contains("this leaf takes no arguments"));
}
