//! The trees of recorded cases in the language of `bt!`.

use serde_json::Value;

/// `[node, params, child, ...]` in the language of `bt!`.
pub fn tree(value: &Value) -> String {
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
