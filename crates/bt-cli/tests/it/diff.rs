//! How `bt diff` is called. Which nodes differ is tested in `bt-view`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::run::{bt, folder};

fn run(program: &str, folder: &Path, arguments: &[&str]) -> Output {
    Command::new(program).current_dir(folder).args(arguments).output().expect("the command runs")
}

fn assert_differs(folder: &Path, arguments: &[&str], code: i32, text: &str) {
    let output = bt(folder, &[&["diff"], arguments].concat());
    assert_eq!(String::from_utf8_lossy(&output.stdout), text, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code));
}

const OLD: &str = "bt! { pub Guard(Room) = selector < chase, patrol > }
bt! { Same(Room) = sequence < a, b > }
bt! { Gone(Room) = fail }
fn main() { bt!(sequence < a, b >); }
";
/// A different order of trees, a different layout and a comment are not differences.
const NEW: &str = "bt! { Same( Room )= sequence <
    a, // A comment.
    b,
> }
/// Docs.
bt! { Guard(Room) { far: f32 } = selector < timeout(3.0) < chase >, slow: patrol, running > }
bt! { Fresh(Room) = succeed }
fn main() { bt!(sequence < b, a >); }
";

#[test]
fn trees_by_name() {
    let folder =
        folder("diff", &[("old.rs", OLD), ("new.rs", NEW), ("wrong.rs", "bt! { A(Room) = sequense < a, b > }\n")]);
    let guard = "~ Guard(Room) -> Guard(Room) { far: f32 }
  selector
+ ├── timeout(3.0)
  │   └── chase
~ ├── _ -> slow: patrol
+ └── running
";
    let others = "
+ Fresh(Room)
+ succeed

  tree without a name, number 1
  sequence
  ├── b
> └── a (was child 1 of `sequence`)

- Gone(Room)
- fail
";
    assert_differs(&folder, &["old.rs", "new.rs"], 1, &format!("{guard}{others}"));
    assert_differs(&folder, &["old.rs:Guard", "new.rs"], 1, guard);
    assert_differs(&folder, &["old.rs:Gone", "new.rs:Fresh"], 1, "~ Gone(Room) -> Fresh(Room)\n- fail\n+ succeed\n");
    assert_differs(&folder, &["old.rs:Same", "new.rs"], 0, "");
    assert_differs(&folder, &["new.rs", "new.rs"], 0, "");
    assert_differs(&folder, &["new.rs:Gone", "old.rs"], 2, "");
    assert_differs(&folder, &["new.rs", "wrong.rs"], 2, "");
    assert_differs(&folder, &["new.rs"], 2, "");
}

#[test]
fn with_a_revision() {
    let folder = folder("diff-git", &[("a.rs", OLD), ("b.txt", ""), ("c.rs", OLD)]);
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
        let output = run("git", &folder, &[&identity, arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "Trees"]);
    assert_differs(&folder, &["--git", "HEAD"], 0, "");
    fs::write(folder.join("a.rs"), OLD.replace("chase", "hunt")).expect("it can be written");
    fs::write(folder.join("b.txt"), "text").expect("it can be written");
    let text = "a.rs:\n  Guard(Room)\n  selector\n- ├── chase\n+ ├── hunt\n  └── patrol\n";
    assert_differs(&folder, &["--git", "HEAD"], 1, text);
    assert_differs(&folder, &["--git", "HEAD", "c.rs"], 0, "");
    assert_differs(&folder, &["--git", "no-such-revision"], 2, "");
    // Names that git would quote.
    let named = ["wölfe, \"two\".rs", "zwei\tWölfe.rs"];
    named.iter().for_each(|name| fs::write(folder.join(name), OLD).expect("it can be written"));
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "Wolves"]);
    named.iter().for_each(|name| fs::write(folder.join(name), "").expect("it can be written"));
    let output = bt(&folder, &["diff", "--git", "HEAD"]);
    let text = String::from_utf8_lossy(&output.stdout);
    for name in named {
        assert!(text.contains(&format!("{name}:\n- Guard(Room)\n")), "{name}: {text}");
    }
}
