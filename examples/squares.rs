//! Ten sprites go round a square for ever, until a bullet hits one of them.
//!
//! After the Lua tutorial "AI: Behavior trees". A goal spends just the time that it needs and leaves the rest to the next
//! one, so sprites turn their corners at the exact moment, whatever the frame rate. A shot is a message: it goes by the
//! post to the sprite that was hit, and there to the goal that is active. A dead sprite has none that would listen.
//!
//! ```text
//! cargo run --example squares
//! ```

use std::time::Duration;

use bt::{Behavior, Post, Span, Status, bt};

type Point = [f64; 2];

fn distance(from: Point, to: Point) -> f64 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

/// The message.
struct Shot;

/// The context of a goal: its owner.
#[derive(Clone, Debug, Default, PartialEq)]
struct Sprite {
    at: Point,
    /// How often it has changed its looks.
    looks: u32,
    destroyed: bool,
}

impl Sprite {
    fn change_looks(&mut self) {
        self.looks += 1;
    }
}

/// Moves straight to a place.
#[derive(Behavior)]
#[behavior(context = Sprite, message = Shot)]
struct MoveTo {
    goal: Point,
    /// In pixels a second.
    speed: f64,
}

impl MoveTo {
    fn new(x: f64, y: f64, speed: f64) -> Self {
        MoveTo { goal: [x, y], speed }
    }

    fn run(&self, sprite: &mut Sprite, span: &mut Span) -> Status {
        let way = distance(sprite.at, self.goal);
        if span.spend(way / self.speed) {
            sprite.at = self.goal;
            return Status::Success;
        }
        let part = self.speed * span.seconds() / way;
        sprite.at = [0, 1].map(|axis| sprite.at[axis] + (self.goal[axis] - sprite.at[axis]) * part);
        Status::Running
    }

    fn receive(&self, sprite: &mut Sprite, _: &Shot) -> Status {
        sprite.destroyed = true;
        Status::Failure
    }
}

bt! {
    /// Once round the square, counterclockwise.
    Lap(Sprite) on Shot = sequence <
        move_to(100.0, 100.0, 150.0),
        move_to(-100.0, 100.0, 150.0),
        move_to(-100.0, -100.0, 150.0),
        move_to(100.0, -100.0, 150.0),
    >
}

bt! {
    /// Moves and is animated at the same time. Both must be done before the next round begins, and a lap takes longer.
    pub Enemy(Sprite) on Shot = selector <
        alive: forever < parallel < lap, repeat(8) < sequence < wait(0.25), action(Sprite::change_looks) > > > >,
        dead: running,
    >
}

/// What shoots, and what is shot: the gun and its bullets.
#[derive(Debug)]
struct Thing {
    at: Point,
    /// A direction, of length 1.
    facing: Point,
    /// What it has fired in this frame.
    fired: Vec<Thing>,
}

impl Thing {
    fn new(at: Point, facing: Point) -> Self {
        Thing { at, facing, fired: Vec::new() }
    }
}

type Letters = Post<usize, Shot, 16>;

/// The context of guns and bullets, lent for one tick: themselves, what is around them, and the post.
struct Scene<'w> {
    me: &'w mut Thing,
    enemies: &'w [(Sprite, Enemy)],
    post: &'w mut Letters,
}

impl Scene<'_> {
    /// The number of the sprite that is nearest, and where it is.
    fn nearest(&self) -> Option<(usize, Point)> {
        let places = self.enemies.iter().map(|(sprite, _)| sprite.at).enumerate();
        places.min_by(|(_, one), (_, other)| distance(self.me.at, *one).total_cmp(&distance(self.me.at, *other)))
    }
}

// The conditional goals. All of them are about the nearest sprite.

#[derive(Behavior)]
#[behavior(context = Scene<'_>)]
struct IsInRange {
    pixels: f64,
}

impl IsInRange {
    fn new(pixels: f64) -> Self {
        IsInRange { pixels }
    }

    fn run(&self, scene: &Scene<'_>) -> bool {
        scene.nearest().is_some_and(|(_, at)| distance(scene.me.at, at) <= self.pixels)
    }
}

/// Whether the outlines of the two overlap.
#[derive(Behavior)]
#[behavior(context = Scene<'_>)]
struct IsTouching {
    radii: f64,
}

impl IsTouching {
    fn new(one: f64, other: f64) -> Self {
        IsTouching { radii: one + other }
    }

    fn run(&self, scene: &Scene<'_>) -> bool {
        scene.nearest().is_some_and(|(_, at)| distance(scene.me.at, at) < self.radii)
    }
}

/// Whether the sprite is in the line of sight, or so many pixels beside it.
#[derive(Behavior)]
#[behavior(context = Scene<'_>)]
struct IsFacing {
    pixels: f64,
}

impl IsFacing {
    fn new(pixels: f64) -> Self {
        IsFacing { pixels }
    }

    fn run(&self, scene: &Scene<'_>) -> bool {
        let Some((_, at)) = scene.nearest() else { return false };
        let ([x, y], [right, up]) = ([at[0] - scene.me.at[0], at[1] - scene.me.at[1]], scene.me.facing);
        x * right + y * up > 0.0 && (x * up - y * right).abs() <= self.pixels
    }
}

/// Lets a bullet out.
#[derive(Behavior, Default)]
#[behavior(context = Scene<'_>)]
struct Fire;

impl Fire {
    fn run(&self, scene: &mut Scene<'_>) {
        let bullet = Thing::new(scene.me.at, scene.me.facing);
        scene.me.fired.push(bullet);
    }
}

/// Flies straight on until it has left the picture.
#[derive(Behavior)]
#[behavior(context = Scene<'_>, returns(running, success))]
struct FlyOn {
    speed: f64,
}

impl FlyOn {
    fn new(speed: f64) -> Self {
        FlyOn { speed }
    }

    fn run(&self, scene: &mut Scene<'_>, span: &mut Span) -> Status {
        let (at, facing) = (scene.me.at, scene.me.facing);
        if at.iter().any(|pixels| pixels.abs() > 700.0) {
            return Status::Success;
        }
        scene.me.at = [0, 1].map(|axis| at[axis] + facing[axis] * self.speed * span.seconds());
        Status::Running
    }
}

/// Tells the sprite that it is hit. It may be in another tick just now, so that goes by the post.
#[derive(Behavior, Default)]
#[behavior(context = Scene<'_>)]
struct Strike;

impl Strike {
    fn run(&self, scene: &mut Scene<'_>) -> bool {
        scene.nearest().is_some_and(|(id, _)| scene.post.post(id, Shot).is_ok())
    }
}

bt! {
    /// Two bullets at whoever comes before it; `succeed` ends each round in which nobody does.
    pub Gun(Scene<'_>) = forever < selector <
        sequence <
            is_in_range(200.0),
            is_facing(4.0),
            repeat(2) < sequence < fire, wait(0.05) > >,
            reload: wait(60.0),
        >,
        succeed,
    > >
}

bt! {
    /// Success is a hit; `fail` says that there was nothing.
    pub Bullet(Scene<'_>) = sequence <
        reactive_selector < is_touching(5.0, 3.0), fly_on(400.0) >,
        if_else < is_touching(5.0, 3.0), strike, fail >,
    >
}

struct World {
    now: Duration,
    enemies: Vec<(Sprite, Enemy)>,
    gun: (Thing, Gun),
    bullets: Vec<(Thing, Bullet)>,
    post: Letters,
    /// What has happened, and when.
    events: Vec<(Duration, String)>,
}

impl World {
    fn new() -> Self {
        let sprite = |i: u32| Sprite { at: [f64::from(i) * 50.0 + 100.0, 100.0], ..Sprite::default() };
        World {
            now: Duration::ZERO,
            enemies: (1..=10).map(|i| (sprite(i), Enemy::new())).collect(),
            gun: (Thing::new([100.0, -180.0], [0.0, 1.0]), Gun::new()),
            bullets: Vec::new(),
            post: Post::new(),
            events: Vec::new(),
        }
    }

    fn frame(&mut self, dt: Duration) {
        self.now += dt;
        for (sprite, enemy) in &mut self.enemies {
            enemy.tick_for(dt, sprite);
        }
        let (me, gun) = &mut self.gun;
        gun.tick_for(dt, &mut Scene { me, enemies: &self.enemies, post: &mut self.post });
        let fired: Vec<Thing> = self.gun.0.fired.drain(..).collect();
        self.let_fly(dt);
        for bullet in fired {
            self.tell("a bullet is fired");
            self.bullets.push((bullet, Bullet::new()));
        }
        self.deliver();
    }

    fn let_fly(&mut self, dt: Duration) {
        let mut ends = Vec::new();
        self.bullets.retain_mut(|(me, bullet)| {
            let status = bullet.tick_for(dt, &mut Scene { me, enemies: &self.enemies, post: &mut self.post });
            ends.extend((!status.is_running()).then_some(status));
            status.is_running()
        });
        for status in ends {
            self.tell(if status.is_success() { "a bullet hits" } else { "a bullet is lost" });
        }
    }

    /// Hands over what was posted in this frame.
    fn deliver(&mut self) {
        let round = self.post.round();
        while let Some((id, shot)) = self.post.take(round) {
            let Some((sprite, enemy)) = self.enemies.get_mut(id) else {
                self.tell(format!("there is no sprite {id}"));
                continue;
            };
            let was_destroyed = sprite.destroyed;
            enemy.send(sprite, &shot);
            let reacts = sprite.destroyed && !was_destroyed;
            let what = if reacts { "is destroyed" } else { "is dead already, and does not react" };
            self.tell(format!("sprite {} {what}", name(id, 0)));
        }
    }

    fn tell(&mut self, what: impl Into<String>) {
        self.events.push((self.now, what.into()));
    }

    /// The sprites on their path; what is destroyed is `x`.
    fn picture(&self) -> String {
        let mut cells = vec![vec![' '; 74]; 17];
        let mut draw = |[x, y]: Point, sign| {
            let (column, row) = (((x + 120.0) / 10.0).round(), ((120.0 - y) / 20.0).round());
            if let Some(cell) = cells.get_mut(row as usize).and_then(|row| row.get_mut(column as usize)) {
                *cell = sign;
            }
        };
        for step in -10..=10 {
            let way = f64::from(step) * 10.0;
            for at in [[way, 100.0], [way, -100.0], [100.0, way], [-100.0, way]] {
                draw(at, '.');
            }
        }
        draw(self.gun.0.at, '^');
        for (id, (sprite, _)) in self.enemies.iter().enumerate() {
            draw(sprite.at, if sprite.destroyed { 'x' } else { name(id, sprite.looks) });
        }
        for (bullet, _) in &self.bullets {
            draw(bullet.at, '\'');
        }
        let lines = cells.into_iter().map(|row| format!("{}\n", row.into_iter().collect::<String>().trim_end()));
        lines.collect()
    }
}

/// The letter of a sprite, now large, now small.
fn name(id: usize, looks: u32) -> char {
    let letter = char::from(b'a' + id as u8);
    if looks.is_multiple_of(2) { letter.to_ascii_uppercase() } else { letter }
}

/// A second is divided into so many frames.
fn tell(frames: u32) -> String {
    let mut world = World::new();
    let mut story = String::new();
    let pictures = [0.0, 1.25, 4.5, 5.0, 12.0].map(Duration::from_secs_f64);
    for (number, picture) in pictures.into_iter().enumerate() {
        while world.now < picture {
            world.frame(Duration::from_secs(1) / frames);
            for (time, what) in world.events.drain(..) {
                story += &format!("{:6.2} s  {what}\n", time.as_secs_f64());
            }
        }
        let gap = if number > 0 { "\n" } else { "" };
        story += &format!("{gap}{:6.2} s\n{}\n", world.now.as_secs_f64(), world.picture());
    }
    story
}

fn main() {
    print!("{}", tell(60));
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg32;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// A sprite after so much time, in frames of these lengths; the last one is cut so that it is over in time.
    fn after(time: Duration, i: usize, mut frames: impl Iterator<Item = Duration>) -> Sprite {
        let (mut sprite, mut enemy) = World::new().enemies.swap_remove(i);
        let mut left = time;
        while !left.is_zero() {
            let dt = frames.next().expect("there is always another frame").min(left);
            assert_eq!(enemy.tick_for(dt, &mut sprite), Status::Running);
            left -= dt;
        }
        sprite
    }

    fn random_frames(seed: u64) -> impl Iterator<Item = Duration> {
        let mut chance = Pcg32::seed_from_u64(seed);
        std::iter::repeat_with(move || Duration::from_nanos(u64::from(chance.next_u32() % 100_000_000)))
    }

    #[test]
    fn after_each_lap_the_place_is_exact_at_every_frame_rate() {
        const LAPS: u32 = 12;
        let leg = Duration::from_secs_f64(200.0 / 150.0);
        for i in 0..10 {
            let way_to_the_path = Duration::from_secs_f64((i as f64 + 1.0) * 50.0 / 150.0);
            for laps in [1, LAPS] {
                let time = way_to_the_path + leg * (4 * laps - 1);
                let mut sprites: Vec<Sprite> =
                    [1, 7, 60, 1000].map(|rate| after(time, i, std::iter::repeat(SECOND / rate))).into();
                sprites.extend((0..5).map(|seed| after(time, i, random_frames(seed))));
                sprites.push(after(time, i, std::iter::repeat(time)));
                for sprite in sprites {
                    assert_eq!(sprite, Sprite { at: [100.0, -100.0], looks: 8 * laps, destroyed: false });
                }
            }
        }
    }

    #[test]
    fn between_corners_the_frame_rate_does_not_matter_either() {
        let time = Duration::from_secs_f64(47.11);
        let expected = after(time, 3, std::iter::repeat(time));
        assert!(expected.at[0].abs() < 100.0 || expected.at[1].abs() < 100.0);
        for rate in [1, 7, 60, 1000] {
            let sprite = after(time, 3, std::iter::repeat(SECOND / rate));
            assert!(distance(sprite.at, expected.at) < 1e-6, "{:?} and {:?}", sprite.at, expected.at);
            assert_eq!(sprite.looks, expected.looks);
        }
    }

    /// How a goal ends in ten seconds, if it does.
    fn end(mut tick: impl FnMut(Duration, &mut Sprite) -> Status) -> Status {
        let mut sprite = Sprite::default();
        let mut statuses = (0..100).map(|_| tick(SECOND / 10, &mut sprite));
        statuses.find(|status| !status.is_running()).unwrap_or(Status::Running)
    }

    macro_rules! end {
        ($($tree:tt)*) => {{
            let mut tree = bt!((Sprite) = $($tree)*);
            end(|dt, sprite| tree.tick_for(dt, sprite))
        }};
    }

    #[test]
    fn a_composite_completes_and_fails_as_in_the_table() {
        use Status::{Failure, Running, Success};
        assert_eq!(end!(sequence < move_to(10.0, 0.0, 50.0), wait(0.1) >), Success);
        assert_eq!(end!(sequence < move_to(10.0, 0.0, 50.0), force_failure < wait(0.1) > >), Failure);
        assert_eq!(end!(selector < force_failure < wait(0.1) >, move_to(10.0, 0.0, 50.0) >), Success);
        assert_eq!(end!(selector < force_failure < wait(0.1) >, fail >), Failure);
        assert_eq!(end!(parallel < move_to(10.0, 0.0, 50.0), wait(0.1) >), Success);
        assert_eq!(end!(parallel < move_to(10.0, 0.0, 50.0), force_failure < wait(0.1) > >), Failure);

        assert_eq!(end!(forever < sequence < move_to(10.0, 0.0, 50.0), move_to(0.0, 0.0, 50.0) > >), Running);
        assert_eq!(end!(forever < sequence < move_to(10.0, 0.0, 50.0), force_failure < wait(0.1) > > >), Failure);
        assert_eq!(end!(forever < selector < force_failure < wait(0.1) >, wait(0.1) > >), Running);
        assert_eq!(end!(forever < selector < force_failure < wait(0.1) >, fail > >), Failure);
        assert_eq!(end!(forever < parallel < move_to(10.0, 0.0, 50.0), wait(0.1) > >), Running);
        assert_eq!(end!(forever < parallel < running, force_failure < wait(0.1) > > >), Failure);
    }

    #[test]
    fn a_loop_of_goals_that_need_no_time_goes_round_once_in_a_tick() {
        bt! { Spin(Sprite) = forever < sequence < move_to(0.0, 0.0, 50.0), action(Sprite::change_looks), succeed > > }
        let (mut spin, mut sprite) = (Spin::new(), Sprite::default());
        for _ in 0..3 {
            assert_eq!(spin.tick_for(SECOND, &mut sprite), Status::Running);
        }
        assert_eq!(sprite.looks, 3);
    }

    /// What a condition of the gun says of a sprite at this place.
    fn holds(at: Point, ask: fn(&Scene<'_>) -> bool) -> bool {
        let (mut gun, _) = World::new().gun;
        let enemies = [(Sprite { at, ..Sprite::default() }, Enemy::new())];
        ask(&Scene { me: &mut gun, enemies: &enemies, post: &mut Letters::new() })
    }

    #[test]
    fn conditions_ask_for_the_place_of_the_nearest_sprite() {
        let in_range = |at| holds(at, |scene| IsInRange::new(50.0).run(scene));
        assert!(in_range([100.0, -130.0]) && in_range([60.0, -210.0]) && !in_range([100.0, -129.0]));
        let touching = |at| holds(at, |scene| IsTouching::new(5.0, 3.0).run(scene));
        assert!(touching([107.0, -180.0]) && !touching([108.0, -180.0]));
        let facing = |at| holds(at, |scene| IsFacing::new(4.0).run(scene));
        assert!(facing([100.0, -100.0]) && facing([104.0, 300.0]) && !facing([105.0, 300.0]));
        assert!(!facing([100.0, -190.0]), "it stands behind the gun");
    }

    #[test]
    fn a_shot_reaches_the_active_goal_of_one_sprite_and_no_dead_one() {
        let mut world = World::new();
        world.frame(SECOND);
        let before: Vec<Sprite> = world.enemies.iter().map(|(sprite, _)| sprite.clone()).collect();
        for id in [4, 4, 17] {
            assert!(world.post.post(id, Shot).is_ok());
        }
        world.deliver();
        world.frame(SECOND);
        assert!(world.post.post(4, Shot).is_ok());
        world.deliver();
        let told: Vec<&str> = world.events.iter().map(|(_, what)| what.as_str()).collect();
        let ignored = "sprite E is dead already, and does not react";
        assert_eq!(told, ["sprite E is destroyed", ignored, "there is no sprite 17", ignored]);
        for (id, (sprite, enemy)) in world.enemies.iter().enumerate() {
            assert_eq!((sprite.destroyed, sprite.at == before[id].at), (id == 4, id == 4), "{id}");
            let place = enemy.active().find_map(|node| node.label.filter(|label| ["alive", "dead"].contains(label)));
            assert_eq!(place, Some(if id == 4 { "dead" } else { "alive" }));
        }
    }

    #[test]
    fn both_bullets_hit_the_same_sprite() {
        for frames in [60, 100, 240] {
            let story = tell(frames);
            let events: Vec<&str> =
                story.lines().filter_map(|line| line.split_once(" s  ")).map(|(_, what)| what).collect();
            let expected = [
                "a bullet is fired",
                "a bullet is fired",
                "a bullet hits",
                "sprite A is destroyed",
                "a bullet hits",
                "sprite A is dead already, and does not react",
            ];
            assert_eq!(events, expected, "{frames} frames a second");
            assert_eq!(story, tell(frames));
        }
    }

    #[test]
    fn a_bullet_that_touches_nothing_is_lost() {
        let mut world = World::new();
        world.gun.0.at = [0.0, -690.0];
        world.bullets.push((Thing::new([300.0, 0.0], [1.0, 0.0]), Bullet::new()));
        for _ in 0..120 {
            world.frame(SECOND / 60);
        }
        assert_eq!(world.events.iter().map(|(_, what)| what.as_str()).collect::<Vec<_>>(), ["a bullet is lost"]);
        assert!(world.bullets.is_empty() && world.post.is_empty());
    }

    #[test]
    fn a_full_post_is_a_failed_strike() {
        let mut world = World::new();
        for _ in 0..world.post.capacity() {
            assert!(world.post.post(0, Shot).is_ok());
        }
        let (me, _) = &mut world.gun;
        let mut scene = Scene { me, enemies: &world.enemies, post: &mut world.post };
        assert!(!Strike.run(&mut scene));
    }
}
