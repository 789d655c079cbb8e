//! The game around the goals.

use std::time::Duration;

use bt::Post;
use bt_examples::replay::Replay;
use glam::{DVec2, dvec2};

use crate::gun::{Bullet, Gun, Letters, Scene, Thing};
use crate::sprite::{Enemy, Sprite};

/// A condition is checked once per tick, and in a slow frame a bullet could fly past a sprite, or a sprite past the
/// gun. So the game has fixed steps, in which a bullet flies two pixels.
pub const STEP: Duration = Duration::from_millis(5);

pub struct World {
    pub now: Duration,
    /// Time that the steps have not covered yet.
    behind: Duration,
    pub enemies: Vec<(Sprite, Enemy)>,
    pub gun: (Thing, Gun),
    pub bullets: Vec<(Thing, Bullet)>,
    /// How many bullets there have been.
    fired: usize,
    pub post: Letters,
    /// The events and their times.
    pub events: Vec<(Duration, String)>,
    pub replay: Replay,
}

impl World {
    pub fn new() -> Self {
        let sprite = |i: u32| Sprite { at: dvec2(f64::from(i) * 50.0 + 100.0, 100.0), ..Sprite::default() };
        World {
            now: Duration::ZERO,
            behind: Duration::ZERO,
            enemies: (1..=10).map(|i| (sprite(i), Enemy::new())).collect(),
            gun: (Thing::new(dvec2(100.0, -180.0), DVec2::Y), Gun::new()),
            bullets: Vec::new(),
            fired: 0,
            post: Post::new(),
            events: Vec::new(),
            replay: Replay::off(),
        }
    }

    /// Plays a frame, with all steps that begin in it.
    pub fn frame(&mut self, dt: Duration) {
        self.behind += dt;
        while self.behind >= STEP {
            self.behind -= STEP;
            self.step(STEP);
        }
    }

    fn step(&mut self, dt: Duration) {
        self.now += dt;
        for (id, (sprite, enemy)) in self.enemies.iter_mut().enumerate() {
            enemy.tick_for_with(dt, sprite, &mut self.replay.tick::<Enemy>(&who(id), dt));
        }
        let (me, gun) = &mut self.gun;
        let mut scene = Scene { me, enemies: &self.enemies, post: &mut self.post };
        let status = gun.tick_for_with(dt, &mut scene, &mut self.replay.tick::<Gun>("gun", dt));
        debug_assert!(status.is_running(), "the gun is never done");
        let fired: Vec<Thing> = self.gun.0.fired.drain(..).collect();
        self.let_fly(dt);
        for mut bullet in fired {
            self.fired += 1;
            bullet.number = self.fired;
            self.tell("a bullet is fired");
            self.bullets.push((bullet, Bullet::new()));
        }
        self.deliver();
    }

    fn let_fly(&mut self, dt: Duration) {
        let mut ends = Vec::new();
        self.bullets.retain_mut(|(me, bullet)| {
            let mut watching = self.replay.tick::<Bullet>(&format!("bullet {}", me.number), dt);
            let mut scene = Scene { me, enemies: &self.enemies, post: &mut self.post };
            let status = bullet.tick_for_with(dt, &mut scene, &mut watching);
            ends.extend((!status.is_running()).then_some(status));
            status.is_running()
        });
        for status in ends {
            self.tell(if status.is_success() { "a bullet hits" } else { "a bullet is lost" });
        }
    }

    /// Delivers the messages of this step.
    pub fn deliver(&mut self) {
        let round = self.post.round();
        while let Some((id, shot)) = self.post.take(round) {
            let Some((sprite, enemy)) = self.enemies.get_mut(id) else {
                self.tell(format!("there is no sprite {id}"));
                continue;
            };
            let was_destroyed = sprite.destroyed;
            enemy.send_with(sprite, &shot, &mut self.replay.send::<Enemy>(&who(id)));
            let reacts = sprite.destroyed && !was_destroyed;
            let what = if reacts { "is destroyed" } else { "is dead already, and does not react" };
            self.tell(format!("sprite {} {what}", name(id, 0)));
        }
    }

    fn tell(&mut self, what: impl Into<String>) {
        self.events.push((self.now, what.into()));
    }

    /// The sprites on their path; a destroyed one is `x`.
    pub fn picture(&self) -> String {
        let mut cells = vec![vec![' '; 74]; 17];
        let mut draw = |at: DVec2, sign| {
            let (column, row) = (((at.x + 120.0) / 10.0).round(), ((120.0 - at.y) / 20.0).round());
            if let Some(cell) = cells.get_mut(row as usize).and_then(|row| row.get_mut(column as usize)) {
                *cell = sign;
            }
        };
        for step in -10..=10 {
            let way = f64::from(step) * 10.0;
            for (x, y) in [(way, 100.0), (way, -100.0), (100.0, way), (-100.0, way)] {
                draw(dvec2(x, y), '.');
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

impl World {
    /// The world as a picture, for the page that shows trees.
    pub fn svg(&self) -> String {
        let mut svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-130 -130 760 260'>\
             <path d='M-100-100H100V100H-100Z' fill='none' stroke='#bbb' stroke-dasharray='4'/>"
            .to_owned();
        let mut dot = |at: DVec2, size: u32, color: &str| {
            svg += &format!("<circle cx='{:.0}' cy='{:.0}' r='{size}' fill='{color}'/>", at.x, -at.y);
        };
        dot(self.gun.0.at, 9, "#2b6fd6");
        for (sprite, _) in self.enemies.iter() {
            let looks = if sprite.looks.is_multiple_of(2) { "#237a37" } else { "#5fbf73" };
            dot(sprite.at, 7, if sprite.destroyed { "#a52c1c" } else { looks });
        }
        self.bullets.iter().for_each(|(bullet, _)| dot(bullet.at, 4, "#1f2733"));
        svg + "</svg>"
    }
}

/// The letter of a sprite, now large, now small.
fn name(id: usize, looks: u32) -> char {
    let letter = char::from(b'a' + id as u8);
    if looks.is_multiple_of(2) { letter.to_ascii_uppercase() } else { letter }
}

/// The name of a sprite in a replay.
fn who(id: usize) -> String {
    format!("sprite {}", name(id, 0))
}
