//! Prints the Rust for a file of trees: `cargo run -p bt-xml --example import -- trees.xml models.xml`.

fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let models: Vec<&str> = paths.iter().skip(1).map(|path| &**path).collect();
    if let Some(path) = paths.first() {
        let mut load = |path: &str| std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
        let imported = bt_xml::import(&[path], &models, &mut load);
        for problem in imported.problems {
            let file = load(&problem.file).unwrap_or_default();
            let line = file[..problem.at.start].matches('\n').count() + 1;
            let help = problem.help.map(|help| format!(": {help}")).unwrap_or_default();
            eprintln!("{}:{line}: {:?}: {}{help}", problem.file, problem.level, problem.message);
        }
        print!("{}", imported.rust.unwrap_or_default());
    }
}
