//! How long `bt prove` takes for binary trees of sequences and selectors, of 7 to 2,055 nodes:
//! `cargo run --release -p bt-cli --example prove_figures`.

use std::path::Path;
use std::time::Instant;

use bt_cli::Source;
use bt_cli::prove::Prover;
use bt_cli::trees::Project;

/// The node with this number in a tree with `nodes` nodes, as in a heap: its children have twice its number.
fn node(number: usize, nodes: usize) -> String {
    if 2 * number + 1 > nodes {
        return format!("leaf_{number}");
    }
    let name = if number.ilog2().is_multiple_of(2) { "sequence" } else { "selector" };
    format!("{name} < {}, {} >", node(2 * number, nodes), node(2 * number + 1, nodes))
}

fn main() -> Result<(), String> {
    println!("{:>6} {:>8} {:>12} {:>12}", "nodes", "states", "reading", "all states");
    for nodes in [7, 15, 31, 63, 127, 255, 511, 1023, 2055] {
        let begin = Instant::now();
        let text = format!("Binary(World) = {}", node(1, nodes));
        let file = Source::new(Path::new("/nowhere/binary.bt"), text);
        let (project, mistakes) = Project::new(&file).map_err(|report| report.draw(&file, false))?;
        let tree = project.trees().first().filter(|_| mistakes.is_empty()).ok_or("it has mistakes")?;
        let (prover, read) = (Prover::new(&file, &project), begin.elapsed());
        let begin = Instant::now();
        let findings = prover.findings(tree);
        assert!(!findings.is_cut && findings.unreached.is_empty());
        println!("{nodes:>6} {:>8} {:>9.1} ms {:>9.1} ms", findings.states, millis(read), millis(begin.elapsed()));
    }
    Ok(())
}

fn millis(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
