//! Writes the recorded conformance cases out as `bt!` trees, one module a case; and random trees likewise.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde_json::Value;

#[path = "generated/write.rs"]
mod generated;

fn main() {
    let cases = "conformance/cases.json";
    println!("cargo::rerun-if-changed={cases}");
    println!("cargo::rerun-if-changed=build.rs");
    let json = fs::read_to_string(cases).expect("the recorded cases are in the repository");
    let cases: Vec<Value> = serde_json::from_str(&json).expect("the recorded cases are JSON");
    let mut code = String::new();
    let mut table = String::new();
    for case in &cases {
        let id = case["id"].as_str().expect("a case has an id");
        let module = id.replace('-', "_");
        let tree = tree(&case["tree"]);
        let _ = writeln!(code, "mod {module} {{\n    use super::*;\n    bt! {{ pub Tree(Bench) = {tree} }}\n}}");
        let _ =
            writeln!(table, "    (\"{id}\", |case| run_case(case, {module}::Tree::tick_for, {module}::Tree::abort)),");
    }
    let _ = writeln!(code, "type Case = (&'static str, fn(&Value));\nconst CASES: &[Case] = &[\n{table}];");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("conformance.rs"), code).expect("OUT_DIR can be written");
    generated::write(Path::new(&out));
}

/// `[node, params, child, ...]` in the language of `bt!`.
fn tree(value: &Value) -> String {
    let parts = value.as_array().expect("a node is an array");
    let name = parts[0].as_str().expect("a node has a name");
    let params = &parts[1];
    let children: Vec<String> = parts[2..].iter().map(tree).collect();
    let nodes = children.join(", ");
    match name {
        "leaf" => format!("scripted({})", params["name"]),
        "recover" => format!("recover({}) < {nodes} >", params["retries"]),
        "repeat" => counted("repeat", "forever", params["cycles"].as_i64(), &nodes),
        "retry" => counted("retry", "repeat_until_success", params["attempts"].as_i64(), &nodes),
        "parallel" | "parallel_all" => {
            let all = children.len() as i64;
            let threshold = |name: &str| {
                let count = params[name].as_i64()?;
                Some(format!("{name} = {}", if count < 0 { all + count + 1 } else { count }))
            };
            let thresholds: Vec<String> = ["success", "failure"].into_iter().filter_map(threshold).collect();
            format!("{name}({}) < {nodes} >", thresholds.join(", "))
        }
        "delay" | "wait" | "timeout" | "throttle" => {
            let seconds = params["ms"].as_f64().expect("a time in ms") / 1000.0;
            let children = if name == "wait" { String::new() } else { format!(" < {nodes} >") };
            format!("{name}({seconds:?}){children}")
        }
        "succeed" | "fail" | "running" => name.to_owned(),
        _ => format!("{name} < {nodes} >"),
    }
}

fn counted(name: &str, endless: &str, count: Option<i64>, nodes: &str) -> String {
    match count {
        Some(count) if count >= 0 => format!("{name}({count}) < {nodes} >"),
        _ => format!("{endless} < {nodes} >"),
    }
}
