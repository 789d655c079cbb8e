//! Writes the recorded conformance cases out as `bt!` trees, one module a case.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde_json::Value;

#[path = "conformance/write.rs"]
mod conformance;

fn main() {
    let cases = "conformance/cases.json";
    println!("cargo::rerun-if-changed={cases}");
    println!("cargo::rerun-if-changed=conformance/write.rs");
    println!("cargo::rerun-if-changed=build.rs");
    let json = fs::read_to_string(cases).expect("the recorded cases are in the repository");
    let cases: Vec<Value> = serde_json::from_str(&json).expect("the recorded cases are JSON");
    let mut code = String::new();
    let mut table = String::new();
    for case in &cases {
        let id = case["id"].as_str().expect("a case has an id");
        let module = id.replace('-', "_");
        let tree = conformance::tree(&case["tree"]);
        let _ = writeln!(code, "mod {module} {{\n    use super::*;\n    bt! {{ pub Tree(Bench) = {tree} }}\n}}");
        let _ =
            writeln!(table, "    (\"{id}\", |case| run_case(case, {module}::Tree::tick_for, {module}::Tree::abort)),");
    }
    let _ = writeln!(code, "type Case = (&'static str, fn(&Value));\nconst CASES: &[Case] = &[\n{table}];");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("conformance.rs"), code).expect("OUT_DIR can be written");
}
