//! A tree whose file is edited on the disk.

use std::fs;
use std::path::{Path, PathBuf};

use bt::{Status, bt};
use bt_live::{Live, Update, Watching, poll, sources, watch};

bt! {
    /// Counts.
    pub Counter(Vec<u32>) = forever < sequence < action(|seen| seen.push(1)), wait(1.0) > >
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_file_is_edited_three_times() {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let source = package.ancestors().map(|folder| folder.join(file!())).find(|path| path.is_file());
    let text = fs::read_to_string(source.expect("the test has a source")).expect("it can be read");
    let folder = Folder(std::env::temp_dir().join(format!("bt-live-{}", std::process::id())));
    let file = folder.0.join(file!());
    fs::create_dir_all(file.parent().expect("it has a folder")).expect("a folder can be made");
    let write = |text: &str| fs::write(&file, text).expect("it can be written");
    write(&text);
    sources(&folder.0);
    watch(Watching::Files);

    let (mut tree, mut seen) = (Live::from(Counter::new()), Vec::new());
    assert_eq!(tree.tick_for(0.5, &mut seen), Status::Running);
    assert!(poll().expect("it is as built").trees.is_empty(), "nothing has changed");

    // With different line ends and a BOM, too.
    let slower = text.replacen("wait(1.0)", "wait(3.0), wait(1.0)", 1);
    write(&format!("\u{feff}{}", slower.replace('\n', "\r\n")));
    assert_eq!(poll().expect("it is right").trees.len(), 1);
    tree.tick_for(0.375, &mut seen);
    assert_eq!(seen, [1], "the one with equal arguments continues with its rest");
    tree.tick_for(0.375, &mut seen);
    assert_eq!(seen, [1, 1], "it was the second one");

    write(&slower.replacen("> >\n}", "> >\n", 1));
    let refused = poll().expect_err("a brace is missing").to_string();
    assert!(refused.contains("is not closed"), "{refused}");
    assert_eq!(poll(), Ok(Update::default()), "the same text is told once");
    // Back to the text that runs: no tree has changed, and the mistake is reported as fixed, once.
    write(&slower);
    let update = poll().expect("it is right");
    assert_eq!((update.trees, &update.mended[..]), (vec![], std::slice::from_ref(&file)));
    assert_eq!(poll(), Ok(Update::default()));
    write(&slower.replacen("forever", "forevr", 1));
    let refused = poll().expect_err("there is a mistake").to_string();
    assert!(refused.contains("did you mean `forever`?"), "{refused}");
    assert!(refused.contains(&format!("{}:11:29", Path::new(file!()).display())), "{refused}");
    tree.tick_for(3.5, &mut seen);
    assert_eq!(seen, [1, 1], "the last right tree continues");
    tree.tick_for(0.5, &mut seen);
    assert_eq!(seen, [1, 1, 1]);

    write(&text.replacen("= forever < ", "= repeat(2) < ", 1));
    let update = poll().expect("it is right");
    assert_eq!((update.trees.len(), update.mended), (1, vec![file]));
    // The loop is a different node, so its active child is gone.
    assert_eq!(tree.tick_for(5.0, &mut seen), Status::Success);
    assert_eq!(seen, [1, 1, 1, 1, 1]);
}
