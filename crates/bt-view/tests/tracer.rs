//! Events for `tracing`.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use bt::{Status, bt};
use bt_view::Tracer;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Keeps events of a level and those above it.
struct Kept {
    level: Level,
    lines: Arc<Mutex<Vec<String>>>,
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() != "time" {
            self.0 += &format!(" {}={value:?}", field.name());
        }
    }
}

impl Subscriber for Kept {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "bt" && *metadata.level() <= self.level
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        panic!("there are no spans")
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        self.lines.lock().expect("no panic").push(line.0);
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

bt! { Nod(u32) = sequence < nod: action(|nods| *nods += 1), wait(1.0) > }

fn lines(level: Level) -> Vec<String> {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let kept = Kept { level, lines: Arc::clone(&lines) };
    tracing::subscriber::with_default(kept, || {
        let mut nod = Nod::new();
        assert_eq!(nod.tick_for_with(0.5, &mut 0, &mut Tracer::new("nodder")), Status::Running);
        nod.abort_with(&mut 0, &mut Tracer::new("nodder"));
    });
    std::mem::take(&mut lines.lock().expect("no panic"))
}

#[test]
fn each_event_is_one_of_tracing() {
    assert_eq!(
        lines(Level::TRACE),
        [
            r#"TRACE message=start agent="nodder" node="sequence" position=0"#,
            r#"TRACE message=start agent="nodder" node="nod" position=1"#,
            r#"TRACE message=run agent="nodder" node="nod" position=1 status=Success"#,
            r#"DEBUG message=finish agent="nodder" node="nod" position=1 outcome=Success"#,
            r#"TRACE message=start agent="nodder" node="wait" position=2"#,
            r#"TRACE message=run agent="nodder" node="wait" position=2 status=Running"#,
            r#"DEBUG message=finish agent="nodder" node="wait" position=2 outcome=Aborted"#,
            r#"DEBUG message=finish agent="nodder" node="sequence" position=0 outcome=Aborted"#,
        ],
    );
    assert_eq!(lines(Level::DEBUG).len(), 3);
    assert_eq!(lines(Level::INFO).len(), 0);
}

bt! { Calm(u32) = sequence < action(|wolves| Some(*wolves)) -> wolves: u32, condition(|_| wolves < 2) > }

#[test]
fn reasons_are_traced() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let kept = Kept { level: Level::TRACE, lines: Arc::clone(&lines) };
    tracing::subscriber::with_default(kept, || Calm::new().tick_with(&mut 3, &mut Tracer::new("sheep")));
    let lines = lines.lock().expect("no panic");
    let reasons: Vec<&str> = lines.iter().map(String::as_str).filter(|line| line.contains("message=why")).collect();
    assert_eq!(
        reasons,
        [
            r#"TRACE message=why agent="sheep" node="action" position=1 why=wolves = 3"#,
            r#"TRACE message=why agent="sheep" node="condition" position=2 why=false"#,
        ],
    );
}
