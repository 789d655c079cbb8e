//! Writes a file as a whole, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// Why a file was not written.
#[derive(Debug)]
pub enum Unwritten {
    /// The file does not have the expected text.
    Changed,
    Failed(String),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Unwritten::Failed(error.to_string())
    }
}

/// Writes a new file next to this one, and renames it over this one. Permissions are kept, and a link stays a link. The
/// file must have the expected text, and must be below the folder.
pub fn write(path: &Path, folder: &Path, expected: &str, text: &str) -> Result<(), Unwritten> {
    let target = target(path, folder).map_err(Unwritten::Failed)?;
    let permissions = fs::metadata(&target)?.permissions();
    if permissions.readonly() {
        return Err(Unwritten::Failed("the file may not be written".to_owned()));
    }
    let new = beside(&target);
    let written = written(&new, permissions, text).map_err(Unwritten::from);
    // As late as possible: another program may be saving at the same moment.
    let written = written.and_then(|()| match fs::read(&target)? == expected.as_bytes() {
        true => fs::rename(&new, &target).map_err(Unwritten::from),
        false => Err(Unwritten::Changed),
    });
    if written.is_err() {
        // It may not exist.
        let _ = fs::remove_file(&new);
    }
    written
}

/// The file itself, after following links.
pub fn target(path: &Path, folder: &Path) -> Result<PathBuf, String> {
    let inside = |error: io::Error| error.to_string();
    let (target, folder) = (fs::canonicalize(path).map_err(inside)?, fs::canonicalize(folder).map_err(inside)?);
    match target.starts_with(&folder) {
        true => Ok(target),
        false => Err("the file is a link that leads out of the sources".to_owned()),
    }
}

fn written(new: &Path, permissions: fs::Permissions, text: &str) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(new)?;
    file.set_permissions(permissions)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A name that no other file has.
fn beside(target: &Path) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    target.with_file_name(format!(".{name}.{}-{number}.tmp", process::id()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::{Unwritten, write};

    /// Texts that take a while to write.
    fn texts() -> [String; 2] {
        ["old ", "new "].map(|word| word.repeat(500_000))
    }

    /// The program that the next test kills.
    #[test]
    #[ignore = "it writes until it is killed"]
    fn writer() {
        let Some(folder) = std::env::var_os("BT_LIVE_WRITES_IN") else { return };
        let (folder, [old, new]) = (Path::new(&folder), texts());
        for _ in 0..10_000 {
            assert!(write(&folder.join("tree.rs"), folder, &old, &new).is_ok());
            assert!(write(&folder.join("tree.rs"), folder, &new, &old).is_ok());
        }
    }

    #[test]
    fn a_kill_in_the_middle_of_a_write_leaves_the_old_text_or_the_new_one() {
        let folder = std::env::temp_dir().join(format!("bt-live-killed-{}", std::process::id()));
        let [old, new] = texts();
        for round in 0..12 {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("tree.rs"), &old).expect("it can be written");
            let mut program = Command::new(std::env::current_exe().expect("a program"))
                .args(["--exact", "edit::write::tests::writer", "--ignored"])
                .env("BT_LIVE_WRITES_IN", &folder)
                .stdout(Stdio::null())
                .spawn()
                .expect("it runs");
            let began = Instant::now();
            while fs::read_dir(&folder).expect("a folder").count() < 2 {
                assert!(began.elapsed() < Duration::from_secs(60), "it never writes");
                std::hint::spin_loop();
            }
            std::thread::sleep(Duration::from_micros(500 * round));
            program.kill().expect("it runs");
            program.wait().expect("it has run");
            let text = fs::read_to_string(folder.join("tree.rs")).expect("it is there");
            assert!(text == old || text == new, "it is half written: {} bytes", text.len());
            fs::remove_dir_all(&folder).expect("it goes");
        }
    }

    #[test]
    fn a_text_that_others_have_written_is_not_overwritten() {
        let folder = std::env::temp_dir().join(format!("bt-live-write-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("tree.rs");
        fs::write(&file, "theirs").expect("it can be written");
        assert!(matches!(write(&file, &folder, "ours", "new"), Err(Unwritten::Changed)));
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "theirs");
        assert!(write(&file, &folder, "theirs", "new").is_ok());
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "new");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing is left beside it");
        fs::remove_file(&file).expect("it goes");
        assert!(matches!(write(&file, &folder, "new", "newer"), Err(Unwritten::Failed(_))));
        fs::remove_dir_all(folder).expect("it goes");
    }
}
