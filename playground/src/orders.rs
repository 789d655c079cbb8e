//! What the page asks for, and the answers, as JSON.

use std::collections::BTreeMap;

use bt_live::{Part, Refused};
use bt_view::local::Message;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::offers;
use crate::play::{Play, Read};
use crate::scene::Scene;
use crate::{worlds, xml};

/// What the page asks for: `{"write": {"text": ..}}`. A tag among the fields would make the program 5 % larger.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Begins, and forgets everything that was.
    Open {
        /// Tells the page which run of the program it is.
        run: u64,
    },
    /// The user has typed a text.
    Write {
        /// The text.
        text: String,
        /// The name of the tree to run, if it is not the last one.
        root: Option<String>,
        /// The name of its world; empty for none.
        #[serde(default)]
        world: String,
    },
    /// Asks for the picture of the world.
    Picture {},
    /// The user has pressed a button of the picture.
    Press {
        /// Its number.
        button: usize,
    },
    /// Sets the scripts of names.
    Script {
        /// The scripts, by names.
        scripts: BTreeMap<String, String>,
    },
    /// Ticks.
    Tick {
        /// How many.
        count: u32,
        /// How long each is, in seconds.
        frame: f64,
    },
    /// Begins again.
    Reset {
        /// The seed of what is drawn.
        seed: u64,
    },
    /// A request of the page of `bt-view`.
    Ask {
        /// `GET` or `POST`.
        method: String,
        /// The path, with a `/` before it.
        path: String,
        /// What is after the `?`.
        query: String,
        /// The body.
        body: String,
    },
    /// Asks for what is new.
    News {},
    /// Says how many edits of the text can be undone and redone.
    History {
        /// The edits that can be undone.
        undo: usize,
        /// The edits that can be redone.
        redo: usize,
    },
    /// What can be typed in any text, and the names of all worlds.
    Builtins {},
    /// What can be typed in this text.
    Names {
        /// The text.
        text: String,
    },
    /// Reads XML of BehaviorTree.CPP.
    Import {
        /// The file.
        xml: String,
    },
    /// Writes XML of BehaviorTree.CPP.
    Export {
        /// The trees, without mistakes.
        text: String,
    },
}

/// A mistake in the text.
#[derive(Serialize)]
struct Mistake<'m> {
    line: usize,
    column: usize,
    /// In UTF-16 units, as JavaScript counts.
    from: usize,
    to: usize,
    message: &'m str,
    help: Option<&'m str>,
    fix: Option<&'m str>,
}

/// The engine of a page: its play, from the first order on.
#[derive(Default)]
pub struct Page(Option<Play>);

impl Page {
    /// Carries out an order.
    pub fn answer(&mut self, order: &str) -> String {
        let play = self.0.get_or_insert_with(|| Play::new(0));
        match serde_json::from_str(order) {
            Ok(Order::Open { run }) => {
                *play = Play::new(run);
                json!({}).to_string()
            }
            Ok(order) => carry_out(play, order).to_string(),
            Err(error) => json!({ "error": error.to_string() }).to_string(),
        }
    }
}

fn carry_out(play: &mut Play, order: Order) -> Value {
    match order {
        Order::Open { .. } => json!({}),
        Order::Write { text, root, world } => {
            play.go_to(&world);
            let read = play.write(&text, root.as_deref());
            forget_spans();
            match read {
                Ok(read) => read_as_json(&read),
                Err(refused) => json!({ "mistakes": mistakes(&refused, &text) }),
            }
        }
        Order::Script { scripts } => {
            let wrong = scripts.iter().filter_map(|(name, text)| {
                let wrong = play.scene().script(name, text).err()?;
                Some((name.clone(), wrong.to_string()))
            });
            json!({ "wrong": wrong.collect::<BTreeMap<_, _>>() })
        }
        Order::Picture {} => json!({ "picture": play.scene().picture() }),
        Order::Press { button } => {
            play.scene().press(button);
            json!({ "picture": play.scene().picture() })
        }
        Order::Tick { count, frame } => json!({ "ticks": play.tick(count, frame) }),
        Order::Reset { seed } => {
            play.reset(seed);
            json!({})
        }
        Order::Ask { method, path, query, body } => {
            let (status, body) = play.viewer.answer(&method, &path, &query, &body);
            let read = play.follow().map(|read| read_as_json(&read));
            forget_spans();
            json!({ "status": status, "body": body, "read": read, "text": play.text() })
        }
        Order::News {} => {
            let (mut parts, mut files) = (Vec::new(), None);
            while let Some(told) = play.viewer.news() {
                match told {
                    Message::Part(part) => parts.push(part),
                    Message::Files(new) => files = Some(new),
                }
            }
            json!({ "parts": parts, "files": files })
        }
        Order::History { undo, redo } => {
            play.set_history(undo, redo);
            json!({})
        }
        Order::Builtins {} => {
            json!({ "offers": offers::builtins(), "worlds": worlds::ALL.map(|kind| kind.name) })
        }
        Order::Names { text } => json!({ "offers": offers::names(&text, play.world()) }),
        Order::Import { xml } => json!(xml::import(&xml)),
        Order::Export { text } => {
            let written = json!(xml::export(&text));
            forget_spans();
            written
        }
    }
}

fn read_as_json(read: &Read) -> Value {
    let lines = read.lines.iter().map(|line| {
        let part = match line.part {
            Part::Act => "leaf",
            Part::Call => "action",
            Part::Holds => "condition",
            Part::Number => "number",
        };
        json!({ "name": line.name, "part": part, "usual": Scene::usual(line.part) })
    });
    json!({ "root": read.root, "trees": read.trees, "lines": lines.collect::<Vec<_>>(), "mistakes": [] })
}

/// The most mistakes that the page shows.
const MOST: usize = 100;

fn mistakes(refused: &Refused, text: &str) -> Value {
    // Positions are those in a text without a byte order mark and with `\n` at the end of lines, as the page has it.
    let units = |byte: usize| text.get(..byte).unwrap_or(text).encode_utf16().count();
    let mistakes = refused.mistakes().iter().take(MOST).map(|mistake| {
        json!(Mistake {
            line: mistake.line,
            column: mistake.column,
            from: units(mistake.bytes.start),
            to: units(mistake.bytes.end),
            message: &mistake.message,
            help: mistake.help.as_deref(),
            fix: mistake.fix.as_deref(),
        })
    });
    mistakes.collect()
}

/// The lexer keeps each text that it has read. Nothing has a position in one of them any more, so all are dropped.
fn forget_spans() {
    proc_macro2::extra::invalidate_current_thread_spans();
}
