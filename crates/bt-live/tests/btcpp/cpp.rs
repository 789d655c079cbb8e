//! Runs cases in BehaviorTree.CPP.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::build::build;
use crate::node::Case;

/// A program that ticks trees in BehaviorTree.CPP.
pub struct Cpp {
    program: Child,
    output: BufReader<ChildStdout>,
}

impl Cpp {
    pub fn new() -> Self {
        let program = build("journal.cpp", &Path::new(env!("CARGO_TARGET_TMPDIR")).join("btcpp"), &[]);
        let program = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut program = program.expect("it can be run");
        let output = BufReader::new(program.stdout.take().expect("it has an output"));
        Cpp { program, output }
    }

    /// The journal of a case. If BehaviorTree.CPP threw an exception, its last line begins with `threw`.
    pub fn run(&mut self, case: &Case) -> String {
        let mut text = format!("xml {}\n", case.xml());
        for (id, letters) in &case.answers {
            text += &format!("leaf {id} {letters}\n");
        }
        text += &format!("tick {}\nend\n", case.ticks);
        let input = self.program.stdin.as_mut().expect("it has an input");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("the program reads");
        let mut journal = String::new();
        while !journal.ends_with("end\n") {
            let read = self.output.read_line(&mut journal).expect("it is text");
            assert!(read > 0, "the program ended: {}", case.xml());
        }
        journal.truncate(journal.len() - "end\n".len());
        journal
    }
}

impl Drop for Cpp {
    fn drop(&mut self) {
        drop(self.program.stdin.take());
        self.program.wait().expect("it ends with its input");
    }
}
