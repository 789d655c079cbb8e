//! Two files with mistakes, which are fixed one after the other.

use std::fs;
use std::path::PathBuf;

use bt::bt;
use bt_live::{Live, Update, Watching, poll, sources, watch};

mod other;

bt! { pub Counter(Vec<u32>) = forever < sequence < action(|seen| seen.push(1)), wait(1.0) > > }

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn files_are_mended_one_after_the_other() {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let source = package.ancestors().map(|folder| folder.join(file!())).find(|path| path.is_file());
    let source = source.expect("the test has a source");
    let folder = Folder(std::env::temp_dir().join(format!("bt-live-mended-{}", std::process::id())));
    let files = [folder.0.join(file!()), folder.0.join(file!()).with_file_name("other.rs")];
    fs::create_dir_all(files[0].parent().expect("it has a folder")).expect("a folder can be made");
    let texts = [source.clone(), source.with_file_name("other.rs")];
    let texts = texts.map(|path| fs::read_to_string(path).expect("it can be read"));
    let write = |file: usize, text: String| fs::write(&files[file], text).expect("it can be written");
    let [right, wrong] = ["= forever <", "= forevr <"];
    (0..2).for_each(|file| write(file, texts[file].clone()));
    sources(&folder.0);
    watch(Watching::Files);
    let (mut tree, mut other, mut seen) = (Live::from(Counter::new()), Live::from(other::Other::new()), Vec::new());
    let _ = (tree.tick_for(0.5, &mut seen), other.tick_for(0.5, &mut seen));
    assert_eq!(poll(), Ok(Update::default()));

    (0..2).for_each(|file| write(file, texts[file].replacen(right, wrong, 1)));
    assert_eq!(poll().expect_err("both have mistakes").mistakes().len(), 2);
    // One file is fixed; the other one still has its mistake, in a new text.
    write(0, texts[0].replacen("wait(1.0)", "wait(2.0)", 1));
    write(1, texts[1].replacen(right, "= forevers <", 1));
    assert_eq!(poll().expect_err("one has a mistake").mistakes().len(), 1);
    // The update includes the tree that was accepted earlier.
    write(1, texts[1].clone());
    let update = poll().expect("both are right");
    assert_eq!(update.trees.len(), 1);
    assert_eq!(update.mended, files);
    assert_eq!(poll(), Ok(Update::default()));
}
