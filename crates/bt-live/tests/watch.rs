//! Files saved in all the ways that editors save, with both ways of watching.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use bt::{Status, bt};
use bt_live::{Live, Refused, Update, Watching, poll, sources, watch};

bt! { pub Counter(Vec<u32>) = forever < sequence < action(|seen| seen.push(1)), wait(1.0) > > }

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Polls until something is reported: an event of the operating system takes a moment.
fn told() -> Result<Update, Refused> {
    for _ in 0..2000 {
        match poll() {
            Ok(update) if update.trees.is_empty() => sleep(Duration::from_millis(5)),
            said => return said,
        }
    }
    panic!("nothing was said")
}

/// Nothing is reported for a while.
fn is_silent() {
    for _ in 0..20 {
        assert_eq!(poll(), Ok(Update::default()));
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn files_are_saved_in_all_ways() {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let source = package.ancestors().map(|folder| folder.join(file!())).find(|path| path.is_file());
    let text = fs::read_to_string(source.expect("the test has a source")).expect("it can be read");
    let folder = Folder(std::env::temp_dir().join(format!("bt-live-watch-{}", std::process::id())));
    let file = folder.0.join(file!());
    let parent = file.parent().expect("it has a folder").to_path_buf();
    fs::create_dir_all(&parent).expect("a folder can be made");
    let write = |text: &str| fs::write(&file, text).expect("it can be written");
    write(&text);
    sources(&folder.0);
    let waits = |seconds: &str| text.replacen("wait(1.0)", &format!("wait({seconds})"), 1);

    let (mut tree, mut seen) = (Live::from(Counter::new()), Vec::new());
    assert_eq!(tree.tick_for(0.5, &mut seen), Status::Running);
    for how in [Watching::Events, Watching::Files] {
        watch(how);
        write(&text);
        is_silent();
        // Written in place; two saves of the same size within one step of the clock.
        write(&waits("2.5"));
        assert_eq!(told().expect("it is right").trees.len(), 1);
        write(&waits("2.6"));
        assert_eq!(told().expect("it is right").trees.len(), 1);
        // Written to another file, which is then renamed over it.
        let other = parent.join(".watch.rs.swp");
        fs::write(&other, waits("3.5")).expect("it can be written");
        is_silent();
        fs::rename(&other, &file).expect("it can be renamed");
        assert_eq!(told().expect("it is right").trees.len(), 1);
        // Written after the old file has been renamed.
        fs::rename(&file, parent.join("watch.rs~")).expect("it can be renamed");
        is_silent();
        write("");
        is_silent();
        write(&waits("4.5"));
        assert_eq!(told().expect("it is right").trees.len(), 1);
        // Half written, for a moment.
        let whole = waits("5.5");
        write(&whole[..whole.find("5.5").expect("it is there")]);
        let refused = told().expect_err("it is half written").to_string();
        assert!(refused.contains("is not closed"), "{refused}");
        is_silent();
        write(&whole);
        assert_eq!(told().expect("it is right").trees.len(), 1);
        // Half written, but valid Rust: the tree is not gone.
        write(&whole[..whole.find("bt! {").expect("it is there")]);
        let later = SystemTime::now() + Duration::from_secs(3600);
        let half = fs::File::options().write(true).open(&file).expect("it can be opened");
        half.set_modified(later).expect("it can be set");
        is_silent();
        write(&waits("5.6"));
        assert_eq!(told().expect("it is right").trees.len(), 1);
        // The folder disappears and comes back, as when another branch is checked out.
        fs::remove_dir_all(&parent).expect("it can be removed");
        is_silent();
        fs::create_dir_all(&parent).expect("a folder can be made");
        write(&waits("6.5"));
        assert_eq!(told().expect("it is right").trees.len(), 1);
        write(&text);
        assert_eq!(told().expect("it is right").trees.len(), 1);
        assert_eq!(tree.tick_for(0.0, &mut seen), Status::Running);
        assert!(tree.is_running());
    }
    assert_eq!(seen, [1], "it continues with its rest");
}
