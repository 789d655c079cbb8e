//! Builds a program of this folder with BehaviorTree.CPP, whose folder is in the variable `BTCPP`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program, built from a C++ file into a folder, with these system libraries.
pub fn build(source: &str, folder: &Path, libraries: &[&str]) -> PathBuf {
    let btcpp = PathBuf::from(std::env::var_os("BTCPP").expect("BTCPP is the folder of BehaviorTree.CPP"));
    std::fs::create_dir_all(folder).expect("it can be made");
    let program = folder.join(source).with_extension("");
    let built = Command::new("g++")
        .args(["-std=c++17", "-o"])
        .arg(&program)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/btcpp").join(source))
        .args(["include", "3rdparty/tinyxml2"].map(|part| format!("-I{}", btcpp.join(part).display())))
        .arg(btcpp.join("build/libbehaviortree_cpp.a"))
        .args(["tinyxml2", "minitrace"].map(|part| btcpp.join(format!("build/3rdparty/{part}/lib{part}.a"))))
        .args(libraries)
        .arg("-lpthread")
        .status();
    assert!(built.expect("g++ runs").success());
    program
}
