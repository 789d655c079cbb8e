//! How long a frame takes with many agents, compared with a handwritten system that does the same with a `match`.
//!
//! ```text
//! cargo run --release --example frame_time
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use bevy_app::{App, TaskPoolPlugin, Update};
use bevy_bt_trees::{BtAgent, BtPlugin};
use bevy_ecs::prelude::*;
use bevy_time::{Time, TimePlugin, TimeUpdateStrategy};
use bt::{Status, bt, leaf};

const FRAME: Duration = Duration::from_micros(16_667);

#[derive(Component, Debug, Default, PartialEq)]
struct Bot {
    place: u32,
    goal: u32,
    rounds: u32,
    noise: u32,
}

impl Bot {
    fn new(number: u32) -> Self {
        Bot { goal: 1 + number % 17, noise: number, ..Bot::default() }
    }

    /// Whether there is an obstacle: now and then, by chance.
    fn is_blocked(&mut self) -> bool {
        self.noise = self.noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.noise >> 28 == 0
    }

    fn step(&mut self) -> bool {
        self.place += 1;
        self.place >= self.goal
    }

    fn turn(&mut self) {
        self.place = 0;
        self.rounds += 1;
    }
}

/// The same tree with several names, one for each system that ticks it. In a game, one system ticks a tree, so the
/// compiler merges the tree into this system. A tree that three systems tick is not merged, which makes it slower.
macro_rules! patrols {
    ($($patrol:ident),*) => {$(
        bt! {
            #[derive(Component)]
            $patrol(Mut<'_, Bot>) = forever < selector <
                sequence < walk, wait(0.1), action(|bot| bot.turn()) >,
                wait(0.05),
            > >
        }

        impl BtAgent for $patrol {
            type Param = ();
            type Data = &'static mut Bot;
            type Filter = ();
            type Context<'a> = Mut<'a, Bot>;
            type Answer = Status;

            fn context<'a>(_: Entity, _: &'a (), bot: Mut<'a, Bot>, _: Commands<'a, 'a>) -> Mut<'a, Bot> {
                bot
            }
        }
    )*};
}

patrols!(Patrol, BarePatrol, ParallelPatrol);

#[leaf]
fn walk(bot: &mut Mut<'_, Bot>) -> Status {
    if bot.is_blocked() {
        return Status::Failure;
    }
    if bot.step() { Status::Success } else { Status::Running }
}

/// The same behavior, written by hand.
#[derive(Component, Default)]
enum ByHand {
    #[default]
    Walk,
    Rest {
        left: Duration,
    },
    Blocked {
        left: Duration,
    },
}

fn by_hand(time: Res<Time>, mut bots: Query<(&mut ByHand, &mut Bot)>) {
    for (mut state, mut bot) in &mut bots {
        let mut span = time.delta();
        loop {
            match &mut *state {
                ByHand::Walk if bot.is_blocked() => *state = ByHand::Blocked { left: Duration::from_millis(50) },
                ByHand::Walk if bot.step() => *state = ByHand::Rest { left: Duration::from_millis(100) },
                ByHand::Walk => break,
                ByHand::Rest { left } | ByHand::Blocked { left } if *left > span => {
                    *left -= span;
                    break;
                }
                ByHand::Rest { left } => {
                    span -= *left;
                    bot.turn();
                    *state = ByHand::Walk;
                }
                ByHand::Blocked { left } => {
                    span -= *left;
                    *state = ByHand::Walk;
                }
            }
        }
    }
}

/// The same tree, ticked by a plain system without the plugin.
fn bare(time: Res<Time>, mut bots: Query<(&mut BarePatrol, &mut Bot)>) {
    for (mut tree, mut bot) in &mut bots {
        tree.tick_for(time.delta(), &mut bot);
    }
}

/// An app with this number of bots.
fn app<B: Bundle>(bots: u32, brain: impl Fn() -> B) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    for number in 0..bots {
        app.world_mut().spawn((brain(), Bot::new(number)));
    }
    app
}

/// The time of a frame, in microseconds.
fn frame(app: &mut App) -> f64 {
    let start = Instant::now();
    app.update();
    start.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn bots(app: &mut App) -> Vec<&Bot> {
    let mut bots = app.world_mut().query::<&Bot>();
    bots.iter(app.world()).collect()
}

fn main() {
    println!(
        "microseconds a frame (median): without agents, by hand, trees in a plain system, in the plugin, on all \
         threads"
    );
    for (count, frames) in [(1_000, 3000), (10_000, 1000)] {
        let mut empty = app(0, || ());
        let mut hand = app(count, ByHand::default);
        let mut alone = app(count, BarePatrol::new);
        let mut tree = app(count, Patrol::new);
        let mut parallel = app(count, ParallelPatrol::new);
        hand.add_systems(Update, by_hand);
        alone.add_systems(Update, bare);
        tree.add_plugins(BtPlugin::<Patrol>::new(Update));
        parallel.add_plugins(BtPlugin::<ParallelPatrol>::new(Update).parallel());

        let mut times: [Vec<f64>; 5] = Default::default();
        for _ in 0..frames {
            let apps = [&mut empty, &mut hand, &mut alone, &mut tree, &mut parallel];
            for (app, times) in apps.into_iter().zip(&mut times) {
                times.push(frame(black_box(app)));
            }
        }
        assert_eq!(bots(&mut tree), bots(&mut hand), "trees do what is done by hand");
        assert_eq!(bots(&mut parallel), bots(&mut hand), "also on all threads");
        let [empty, hand, alone, tree, parallel] = times.map(median);
        println!(
            "{count} agents: {empty:.1}, {hand:.1}, {alone:.1}, {tree:.1}, {parallel:.1}; ratios to by hand: {:.2}, \
             {:.2}, {:.2}",
            (alone - empty) / (hand - empty),
            (tree - empty) / (hand - empty),
            (parallel - empty) / (hand - empty),
        );
    }
}
