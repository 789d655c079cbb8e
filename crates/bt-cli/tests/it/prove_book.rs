//! The chapter on `bt prove` shows the output of the command. `BLESS=1` writes it into the chapter.

use std::path::Path;
use std::process::Command;

/// The output of a command of the chapter, in a folder.
fn output(folder: &Path, command: &str) -> String {
    let arguments = command.strip_prefix("$ bt ").expect("a command of `bt`");
    // Every second part is in quotes.
    let parts = arguments.split('"').enumerate().flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    let done = Command::new(env!("CARGO_BIN_EXE_bt")).current_dir(folder).args(parts).output().expect("it runs");
    let text = String::from_utf8(done.stdout).expect("text") + &String::from_utf8(done.stderr).expect("text");
    text.trim_end().to_owned() + "\n"
}

#[test]
fn the_chapter_shows_what_bt_prove_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/prove.md");
    let chapter = std::fs::read_to_string(&path).expect("the chapter is there");
    let folder = std::env::temp_dir().join(format!("bt-prove-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (mut written, mut commands) = (String::new(), 0);
    for (index, block) in chapter.split("```").enumerate() {
        let separator = if index > 0 { "```" } else { "" };
        if let Some(code) = block.strip_prefix("rust\n").filter(|_| index % 2 == 1) {
            let lines = code.lines().map(|line| line.strip_prefix("# ").unwrap_or(line).to_owned() + "\n");
            std::fs::write(folder.join("robot.rs"), lines.collect::<String>()).expect("it can be written");
        }
        match block.strip_prefix("console\n").filter(|_| index % 2 == 1) {
            Some(shown) => {
                let command = shown.lines().next().expect("a command");
                commands += 1;
                written += &format!("{separator}console\n{command}\n{}", output(&folder, command));
            }
            None => written += &format!("{separator}{block}"),
        }
    }
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &written).expect("it can be written");
    }
    assert!(commands > 3);
    assert_eq!(chapter, written, "`BLESS=1 cargo test -p bt-cli --test it prove_book` writes it");
}
