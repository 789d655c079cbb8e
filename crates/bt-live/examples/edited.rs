//! How long an edit from the page takes until 1,000 agents have it, in a tree of 1,000 nodes, and what takes that time.
//! Run it with `--release --features edit`.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use bt::{bt, leaf};
use bt_live::{Live, LiveFiles, offer, sources};
use bt_text::{At, Change, Text};
use bt_view::edit::{Edit, Editor as _, Place};

#[leaf]
fn step(steps: &mut u64, by: u64) {
    *steps += by;
}

bt! { pub Walker(u64) = forever < wait(1.0) > }

const NODES: &str = "forever < wait(1.0) >";
const AGENTS: usize = 1000;
const EDITS: usize = 21;

/// A tree of 1,000 nodes: 142 parts with seven nodes, in a sequence and a loop.
fn nodes() -> String {
    let part = "        selector < sequence < step(1), inverter < step(2) > >, sequence < step(3) > >,\n";
    format!("forever < sequence <\n        wait(1.0),\n{}        wait(1.0),\n    > >", part.repeat(142))
}

/// The middle one of some times.
fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn timed(mut work: impl FnMut()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

fn tick(agents: &mut [Live<Walker>], steps: &mut u64) {
    for agent in agents {
        black_box(agent.tick_for(0.001, steps));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // A copy of this file, with the large tree.
    let folder = std::env::temp_dir().join(format!("bt-live-edited-{}", std::process::id()));
    let path = folder.join(file!());
    fs::create_dir_all(path.parent().ok_or("a file has a folder")?)?;
    let text = include_str!("edited.rs").replacen(NODES, &nodes(), 1);
    fs::write(&path, &text)?;
    sources(&folder);

    let (mut agents, mut steps) = (Vec::new(), 0);
    agents.resize_with(AGENTS, || Live::from(Walker::new()));
    offer(&path, &text)?;
    tick(&mut agents, &mut steps);
    let number = agents[0].active().count();
    println!(
        "{AGENTS} agents, {number} active nodes in each, a tree of {} nodes",
        Text::new(&*text, false).trees()[0].nodes().len()
    );

    let (files, at) = (LiveFiles::new(), At { tree: 0, node: 2 });
    let (mut whole, mut changed, mut judged, mut written, mut over, mut usual) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for edit in 0..EDITS {
        let change = Change::Argument { index: 0, text: format!("{}.5", edit + 1) };
        let state = files.files()[0].state.clone();
        let place = Place { file: 0, at };
        whole.push(timed(|| {
            let edit = Edit::Change { place, state: state.clone(), change: change.clone(), build: false };
            files.edit(0, edit).expect("it is right");
        }));
        over.push(timed(|| tick(&mut agents, &mut steps)));
        usual.push(timed(|| tick(&mut agents, &mut steps)));
        // The parts of the edit, once more.
        let text = Text::new(fs::read_to_string(&path)?, false);
        changed.push(timed(|| _ = black_box(text.change(at, &change))));
        judged.push(timed(|| {
            let state = files.files()[0].state.clone();
            let change = Change::Argument { index: 0, text: format!("{}.25", edit + 1) };
            files.edit(0, Edit::Try { place, state, change }).expect("it is right");
        }));
        written.push(timed(|| write(&path, text.text()).expect("it can be written")));
    }
    fs::remove_dir_all(&folder)?;
    let (whole, over) = (middle(whole), middle(over));
    println!("from the edit to all agents in it: {:.1?}", whole + over);
    println!("  the edit: {whole:.1?}");
    println!("    the changed text: {:.1?}", middle(changed));
    println!("    the changed text, read and judged: {:.1?}", middle(judged));
    println!("    a file written and renamed: {:.1?}", middle(written));
    println!("  the next tick of all agents: {over:.1?}; a tick without an edit: {:.1?}", middle(usual));
    Ok(())
}

/// Writes a file as an edit does.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let new = path.with_extension("tmp");
    let mut file = fs::File::create(&new)?;
    std::io::Write::write_all(&mut file, text.as_bytes())?;
    file.sync_all()?;
    fs::rename(new, path)
}
