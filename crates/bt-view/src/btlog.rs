//! A recording for Groot2.

use crate::escape::xml;
use crate::outline::{Node, Outline};
use crate::recording::{Agent, Recording, What};
use bt::Outcome;
use bt::describe::NodeKind;

impl Recording {
    /// The events of an agent, in the format of BehaviorTree.CPP 4's `FileLogger2`, which Groot2 opens: files that end
    /// with `.btlog`. `None` if no agent has this name, if its tree has more than 65,535 nodes (the limit of the
    /// format), or if it is a `LiveTree` that was never ticked.
    ///
    /// The name of a node is its text in the tree. Nodes that BehaviorTree.CPP does not have with the same rules get
    /// their own types. The format cannot hold reasons. An active node is `RUNNING`, an aborted one `IDLE`. The log
    /// begins at the time 0. If no tick covers time, ticks are a millisecond apart.
    ///
    /// ```
    /// use bt_view::Recorder;
    ///
    /// bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
    ///
    /// let mut recorder = Recorder::new();
    /// let agent = recorder.agent::<Nod>("nodder");
    /// Nod::new().tick_with(&mut 0, &mut recorder.tick(agent));
    /// let log = recorder.recording().to_btlog("nodder").expect("there is a nodder");
    /// assert!(log.starts_with(b"BTCPP4-FileLogger2"));
    /// // std::fs::write("nodder.btlog", log)?;
    /// ```
    pub fn to_btlog(&self, agent: &str) -> Option<Vec<u8>> {
        let number = self.agents.iter().position(|candidate| candidate.name == agent)?;
        let agent = &self.agents[number];
        let tree = &self.trees[agent.tree].outline;
        if tree.nodes().is_empty() || tree.nodes().len() > usize::from(u16::MAX) {
            return None;
        }
        let text = document(&agent.name, tree, &|position| position as u16 + 1);
        let mut log = Log { bytes: b"BTCPP4-FileLogger2\x01".to_vec(), micros: 0 };
        log.bytes.extend(i32::try_from(text.len()).ok()?.to_le_bytes());
        log.bytes.extend(text.as_bytes());
        log.bytes.extend(0_i64.to_le_bytes());
        self.transitions(number, agent, tree, &mut log);
        Some(log.bytes)
    }

    fn transitions(&self, number: usize, agent: &Agent, tree: &Outline, log: &mut Log) {
        let length = self.lengths();
        let (mut now, mut state) = (0_u64, agent.before.state.placed(&self.trees[agent.tree].places));
        let nodes = 0..tree.nodes().len();
        nodes.clone().filter(|node| state.is_active(*node)).for_each(|node| log.add(0, node, RUNNING));
        for (step, events) in self.steps_of(number) {
            if step.sort.clears() {
                nodes.clone().filter(|node| state.is_active(*node)).for_each(|node| log.add(now, node, IDLE));
                state.reset();
            }
            for event in events {
                let (node, time) = (event.node as usize, now.saturating_add(event.nanos));
                match event.what {
                    What::Start => {
                        state.started(node);
                        log.add(time, node, RUNNING);
                    }
                    What::Run(_) | What::Why => {}
                    What::Finish(outcome) => {
                        state.finished(node, outcome);
                        log.add(time, node, status(outcome));
                    }
                }
            }
            now = now.saturating_add(length(step));
        }
    }
}

/// The values of `NodeStatus`.
const IDLE: u8 = 0;
const RUNNING: u8 = 1;

fn status(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Success => 2,
        Outcome::Failure => 3,
        Outcome::Aborted => IDLE,
    }
}

struct Log {
    bytes: Vec<u8>,
    /// The time of the last transition: times in a log must not decrease.
    micros: u64,
}

impl Log {
    /// Adds a transition: six bytes for the time in microseconds, two for the node, counted from 1, and one for its
    /// status.
    fn add(&mut self, nanos: u64, node: usize, status: u8) {
        self.micros = self.micros.max(nanos / 1000);
        self.bytes.extend(&self.micros.to_le_bytes()[..6]);
        self.bytes.extend((node as u16 + 1).to_le_bytes());
        self.bytes.push(status);
    }
}

/// The tree in BehaviorTree.CPP's XML, with everything that Groot2 needs. `uid` returns the id of the node at a
/// position.
pub(crate) fn document(name: &str, tree: &Outline, uid: &dyn Fn(usize) -> u16) -> String {
    let mut text = "<root BTCPP_format=\"4\">\n".to_owned();
    text += &format!("    <BehaviorTree ID=\"{0}\" _fullpath=\"\">\n", xml(name));
    if !tree.nodes().is_empty() {
        write(tree, 0, 2, uid, &mut text);
    }
    text += "    </BehaviorTree>\n    <TreeNodesModel>\n";
    let mut models: Vec<_> = tree.nodes().iter().map(|node| (element(node), sort(node))).collect();
    models.sort_unstable();
    models.dedup();
    for (element, sort) in models {
        text += &format!("        <{sort} ID=\"{element}\"/>\n");
    }
    text + "    </TreeNodesModel>\n</root>\n"
}

fn write(tree: &Outline, position: usize, depth: usize, uid: &dyn Fn(usize) -> u16, text: &mut String) {
    let (node, indent) = (&tree.nodes()[position], "    ".repeat(depth.min(20)));
    let (element, name) = (element(node), xml(&node.to_string()));
    *text += &format!("{indent}<{element} name=\"{name}\" _uid=\"{}\"", uid(position));
    if node.children.is_empty() {
        *text += "/>\n";
        return;
    }
    *text += ">\n";
    node.children.iter().for_each(|child| write(tree, *child, depth + 1, uid, text));
    *text += &format!("{indent}</{element}>\n");
}

/// The type of a node: that of BehaviorTree.CPP if it does the same, otherwise its name, limited to the characters that
/// an element name may have.
fn element(node: &Node) -> String {
    let known = match node.name.as_str() {
        "sequence" => "Sequence",
        "selector" => "Fallback",
        "reactive_sequence" => "ReactiveSequence",
        "reactive_selector" => "ReactiveFallback",
        "inverter" => "Inverter",
        "force_success" => "ForceSuccess",
        "force_failure" => "ForceFailure",
        name => {
            let allowed = |letter: char| if letter.is_alphanumeric() || letter == '_' { letter } else { '_' };
            // Only the name identifies a model, and a name may be a leaf in one place and a decorator in another.
            return format!("{}_{}", sort(node), name.chars().map(allowed).collect::<String>());
        }
    };
    known.to_owned()
}

fn sort(node: &Node) -> &'static str {
    match node.kind {
        NodeKind::Composite => "Control",
        NodeKind::Decorator => "Decorator",
        _ if node.name == "condition" => "Condition",
        _ => "Action",
    }
}
