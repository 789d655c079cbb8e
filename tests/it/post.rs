//! Messages: their order, the rounds in which they are delivered, and that none is lost.

use std::collections::VecDeque;

use bt::post::Full;
use bt::{Post, Status, bt};

/// All messages of a round.
fn deliver<const CAPACITY: usize>(post: &mut Post<u32, char, CAPACITY>) -> Vec<(u32, char)> {
    let round = post.round();
    std::iter::from_fn(|| post.take(round)).collect()
}

#[test]
fn first_in_is_first_out() {
    let mut post = Post::<u32, char, 3>::new();
    assert_eq!((post.len(), post.is_empty(), post.capacity()), (0, true, 3));
    for letters in [vec![(1, 'a'), (2, 'b')], vec![(2, 'c'), (1, 'd'), (2, 'e')], vec![], vec![(3, 'f')]] {
        for (to, message) in &letters {
            assert_eq!(post.post(*to, *message), Ok(()));
        }
        assert_eq!((post.len(), post.is_empty()), (letters.len(), letters.is_empty()));
        assert_eq!(deliver(&mut post), letters);
        assert!(post.is_empty());
    }
}

#[test]
fn a_full_post_gives_the_message_back() {
    let mut post = Post::<&str, String, 2>::default();
    post.post("ann", "one".to_owned()).expect("there is room");
    post.post("bob", "two".to_owned()).expect("there is room");
    let full = post.post("eve", "three".to_owned()).expect_err("there is no room");
    assert_eq!(full, Full { to: "eve", message: "three".to_owned() });
    assert_eq!(full.to_string(), "the post is full");
    let _: &dyn std::error::Error = &full;
    assert_eq!(post.len(), 2);
    // Earlier messages are unchanged, and taking some makes room again.
    let round = post.round();
    assert_eq!(post.take(round), Some(("ann", "one".to_owned())));
    post.post(full.to, full.message).expect("there is room");
    assert_eq!(post.take(round), Some(("bob", "two".to_owned())));
    assert_eq!(post.take(round), None);
    assert_eq!(post.len(), 1);
}

#[test]
fn a_post_without_room_takes_nothing() {
    let mut post = Post::<u32, char, 0>::new();
    assert_eq!(post.post(1, 'a'), Err(Full { to: 1, message: 'a' }));
    assert_eq!(deliver(&mut post), []);
}

#[test]
fn what_is_posted_in_a_round_waits_for_the_next() {
    let mut post = Post::<u32, char, 4>::new();
    post.post(1, 'a').expect("there is room");
    post.post(2, 'b').expect("there is room");
    for expected in [[(1, 'a'), (2, 'b')], [(2, 'a'), (3, 'b')], [(3, 'a'), (4, 'b')]] {
        let (round, mut handed_over) = (post.round(), Vec::new());
        while let Some((to, message)) = post.take(round) {
            handed_over.push((to, message));
            post.post(to + 1, message).expect("there is room");
        }
        assert_eq!(handed_over, expected);
        assert_eq!(post.len(), 2);
    }
}

#[test]
fn a_round_can_be_left_and_gone_on_with() {
    let mut post = Post::<u32, char, 4>::new();
    post.post(1, 'a').expect("there is room");
    post.post(1, 'b').expect("there is room");
    let early = post.round();
    assert_eq!(post.take(early), Some((1, 'a')));
    post.post(1, 'c').expect("there is room");
    let late = post.round();
    assert_eq!(post.take(late), Some((1, 'b')));
    // Its letters have been taken; the letters of the other round are not its own.
    assert_eq!(post.take(early), None);
    assert_eq!(post.take(late), Some((1, 'c')));
    assert_eq!(post.take(late), None);
}

#[test]
fn it_does_what_a_list_does() {
    let (mut post, mut list, mut fates) = (Post::<u32, char, 5>::new(), VecDeque::new(), fastrand::Rng::with_seed(3));
    let mut full = 0;
    for number in 0..10_000 {
        if fates.u32(..3) > 0 {
            let message = fates.char('a'..='z');
            let posted = post.post(number, message);
            assert_eq!(posted.is_ok(), list.len() < 5);
            match posted {
                Ok(()) => list.push_back((number, message)),
                Err(letter) => assert_eq!(letter, Full { to: number, message }),
            }
            full += usize::from(posted.is_err());
        } else {
            let (round, most) = (post.round(), fates.usize(..4));
            for _ in 0..most {
                assert_eq!(post.take(round), list.pop_front());
            }
        }
        assert_eq!(post.len(), list.len());
    }
    assert!(full > 1000);
    assert!(deliver(&mut post).into_iter().eq(list));
}

/// The ticked agent reaches the post through its context.
struct Pond<'p> {
    post: &'p mut Post<usize, &'static str, 4>,
    quacks: &'p mut u32,
}

bt! {
    Hunter(Pond<'_>) = sequence <
        action(|pond| pond.post.post(1, "shot").is_ok()),
        action(|pond| pond.post.post(9, "shot").is_ok()),
    >
}

bt! {
    Duck(Pond<'_>) = sequence < action(|pond| *pond.quacks += 1), action(|pond| pond.post.post(0, "quack").is_ok()) >
}

#[test]
fn agents_post_while_they_are_ticked() {
    let (mut post, mut quacks, mut hunter) = (Post::new(), 0, Hunter::new());
    let mut ducks = [Duck::new(), Duck::new()];
    hunter.tick(&mut Pond { post: &mut post, quacks: &mut quacks });

    let (mut lost, round) = (Vec::new(), post.round());
    while let Some((duck, message)) = post.take(round) {
        let mut pond = Pond { post: &mut post, quacks: &mut quacks };
        match ducks.get_mut(duck) {
            Some(duck) => assert_eq!(duck.tick(&mut pond), Status::Success),
            None => lost.push((duck, message)),
        }
    }
    assert_eq!(quacks, 1);
    assert_eq!(lost, [(9, "shot")]);
    let round = post.round();
    assert_eq!(post.take(round), Some((0, "quack")));
}
