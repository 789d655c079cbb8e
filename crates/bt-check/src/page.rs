//! A counterexample as a page that replays it.

use bt_view::Recorder;

use crate::agents::Agents;
use crate::counterexample::Counterexample;
use crate::recording::Recording;
use crate::system::System;
use crate::world::World;

/// The page of a counterexample.
pub(crate) fn page<W: World, A: Agents>(system: &System<'_, W, A>, counterexample: &Counterexample) -> String {
    recording(system, counterexample).to_html()
}

/// All ticks of a counterexample.
fn recording<W: World, A: Agents>(system: &System<'_, W, A>, counterexample: &Counterexample) -> bt_view::Recording {
    let (mut recorder, mut agents) = (Recorder::new(), Vec::new());
    while let Some(tree) = system.first.agents.tree(agents.len()) {
        agents.push(recorder.agent_with(format!("agent {}", agents.len()), tree.description()));
    }
    let (mut worker, mut state) = (system.worker(), system.start());
    *worker.watch.recording.borrow_mut() = Some(Recording { recorder, agents });
    for &wanted in &counterexample.steps {
        worker.watch.record(wanted);
        state = system.take(&state, &mut worker, wanted, &mut |step| {
            if let Some(recording) = &mut *step.watch.recording.borrow_mut() {
                recording.recorder.world(picture(&step.name, &step.state.world));
            }
        });
    }
    let recording = worker.watch.recording.take().expect("it was set above");
    recording.recorder.into_recording()
}

/// A move and the world after it, as a picture with text.
fn picture(name: &str, world: &impl World) -> String {
    let text = format!("{name}\n{world:#?}");
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let lines = escaped.lines().enumerate().map(|(line, text)| {
        let y = 16 * (line + 1);
        format!(r#"<text x="8" y="{y}" xml:space="preserve" font-family="monospace" font-size="13">{text}</text>"#)
    });
    let height = 16 * text.lines().count() + 12;
    let width = 8 * text.lines().map(|line| line.chars().count()).max().unwrap_or(0) + 24;
    let lines: String = lines.collect();
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{lines}</svg>"#)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Check;

    bt::bt! {
        #[derive(Clone, PartialEq, Eq, Hash)]
        Alarm(u8) = forever < sequence < condition(|noise| *noise > 1), action(|noise| *noise += 1), running > >
    }

    /// Each step of the story is the third one from its state: the first two must not be recorded.
    #[test]
    fn the_page_has_the_ticks_of_the_story() {
        let check = || {
            let check = Check::new(0, Alarm::new()).tick(|noise, alarm| alarm.tick(noise)).moves(|noise, next| {
                next.may("silence", 0);
                next.may("noise", noise + 1);
            });
            check.never("panic", |now| *now.world == 3)
        };
        let report = check().run();
        let story = report.counterexample().expect("it becomes louder");
        assert!(story.moves().eq(["noise", "noise"]), "{story}");
        let (mut recorder, mut alarm) = (Recorder::new(), Alarm::new());
        let agent = recorder.agent::<Alarm>("agent 0");
        for mut noise in [1, 2] {
            alarm.tick_with(&mut noise, &mut recorder.tick(agent));
        }
        let wanted = recorder.into_recording();
        let recording = recording(&check().system, story);
        assert_eq!((recording.steps(), recording.events()), (wanted.steps(), wanted.events()));
    }
}
