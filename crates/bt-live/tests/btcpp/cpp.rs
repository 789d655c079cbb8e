//! Runs cases in BehaviorTree.CPP.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::node::Case;

/// A program that ticks trees in BehaviorTree.CPP.
pub struct Cpp {
    program: Child,
    output: BufReader<ChildStdout>,
}

impl Cpp {
    pub fn new() -> Self {
        let btcpp = PathBuf::from(std::env::var_os("BTCPP").expect("BTCPP is the folder of BehaviorTree.CPP"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("btcpp");
        fs::create_dir_all(&folder).expect("it can be made");
        let program = folder.join("journal");
        let built = Command::new("g++")
            .args(["-std=c++17", "-o"])
            .arg(&program)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/btcpp/journal.cpp"))
            .args(["include", "3rdparty/tinyxml2"].map(|part| format!("-I{}", btcpp.join(part).display())))
            .arg(btcpp.join("build/libbehaviortree_cpp.a"))
            .args(["tinyxml2", "minitrace"].map(|part| btcpp.join(format!("build/3rdparty/{part}/lib{part}.a"))))
            .arg("-lpthread")
            .status();
        assert!(built.expect("g++ runs").success());
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
