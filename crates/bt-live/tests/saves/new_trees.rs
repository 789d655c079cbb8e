//! Saves a tree that a text uses as a leaf, but no built tree does.

use bt::{Save, bt};
use bt_live::{Live, offer};

use super::reload::bytes;

bt! {
    #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
    pub Keeper(u32) = sequence < wait(1.0), action(|n| *n += 1) >
}

const KEEPER: &str = "pub Keeper(u32) = sequence < wait(1.0), action(|n| *n += 1) >";

#[test]
fn a_new_tree_is_saved_as_the_next_build_saves_it() {
    let mut live = Live::from(Keeper::new());
    let edit = |nap: &str| {
        let nodes = "pub Keeper(u32) = sequence < wait(1.0), nap(2.0, 3), yawn, action(|n| *n += 1) >";
        let nap =
            format!("{nap} pub Nap(u32) {{ seconds: f64, times: u32 }} = repeat(times) < run_once < wait(seconds) > >");
        let yawn = "#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)] pub Yawn(u32) = wait(1.0)";
        let (source, _) = include_str!("new_trees.rs").rsplit_once("mod extracted").expect("it is there");
        let source = source.replacen(KEEPER, nodes, 1);
        format!("{source} bt! {{ {nap} }} bt! {{ {yawn} }}")
    };
    let refused = offer(file!(), &edit("#[derive(Clone, Debug)]")).expect_err("it cannot be saved");
    assert_eq!(refused.mistakes().len(), 1, "{refused}");
    assert_eq!(refused.mistakes()[0].message, "the tree derives `Serialize`, so `Nap` must derive it, too");

    let all = "#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]";
    offer(file!(), &edit(all)).unwrap_or_else(|refused| panic!("{refused}"));
    let (mut built, mut numbers) = (extracted::Keeper::new(), [0; 4]);
    for tick in 0..14 {
        let answers = [live.tick_for(0.7, &mut numbers[0]), built.tick_for(0.7, &mut numbers[1])];
        assert_eq!(answers[0], answers[1], "tick {tick}");
        let saved = bytes(&live);
        assert_eq!(saved, bytes(&built), "tick {tick}");
        let json = |tree: &dyn Fn() -> serde_json::Result<String>| tree().expect("it can be saved");
        let text = json(&|| serde_json::to_string(&Save(&live)));
        assert_eq!(text, json(&|| serde_json::to_string(&Save(&built))), "tick {tick}");
        let Save(of_build) = postcard::from_bytes::<Save<extracted::Keeper>>(&saved).expect("a build loads it");
        assert_eq!(bytes(&of_build), saved);
        let Save(mut again) = postcard::from_bytes::<Save<Live<Keeper>>>(&saved).expect("it is its own");
        assert_eq!(bytes(&again), saved);
        assert_eq!(bytes(&again.clone()), saved);
        let Save(of_text) = serde_json::from_str::<Save<Live<Keeper>>>(&text).expect("it is its own");
        assert_eq!(bytes(&of_text), saved);
        // The loaded tree carries on like the one that was saved.
        let mut other = live.clone();
        (numbers[2], numbers[3]) = (numbers[0], numbers[0]);
        assert_eq!(again.tick_for(3.0, &mut numbers[2]), other.tick_for(3.0, &mut numbers[3]));
        assert_eq!((bytes(&again), numbers[2]), (bytes(&other), numbers[3]));
    }
    assert!(numbers[0] > 0, "it has come to its end");
}

/// What a build would make of a text with a new tree in it.
mod extracted {
    bt::bt! {
        #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
        pub Keeper(u32) = sequence < wait(1.0), nap(2.0, 3), yawn, action(|n| *n += 1) >
    }

    bt::bt! {
        #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
        pub Nap(u32) { seconds: f64, times: u32 } = repeat(times) < run_once < wait(seconds) > >
    }

    bt::bt! {
        #[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
        pub Yawn(u32) = wait(1.0)
    }
}
