//! Files that include others, and several files at once.

/// Files that include each other, themselves, or more than there can be.
#[test]
fn files_that_include_files() {
    let include = |paths: &[String]| {
        let includes: String = paths.iter().map(|path| format!("<include path='{path}'/>")).collect();
        format!("<root BTCPP_format='4'>{includes}</root>")
    };
    let mut count = 0;
    let mut import = |load: &dyn Fn(&str) -> String| {
        let imported = bt_xml::import(&["a/b.xml"], &[], &mut |path| {
            count += 1;
            Ok(load(path))
        });
        let messages: Vec<String> = imported.problems.into_iter().map(|problem| problem.message).collect();
        (std::mem::take(&mut count), messages)
    };
    // The files include each other in a circle: each is read once.
    let round = |path: &str| include(&[if path == "a/b.xml" { "c.xml" } else { "./b.xml" }.to_owned()]);
    assert_eq!(import(&round).0, 2);
    assert_eq!(import(&|_| include(&["b.xml".to_owned()])).0, 1);
    // Every way to leave the folder.
    for path in [
        "../c.xml",
        "d/../../c.xml",
        "..\\c.xml",
        "/etc/passwd",
        "\\c.xml",
        "C:/c.xml",
        "file://c.xml",
        "d/../../../a/c.xml",
    ] {
        let mut asked = Vec::new();
        let imported = bt_xml::import(&["a/b.xml"], &[], &mut |file| {
            asked.push(file.to_owned());
            if file == "a/b.xml" { Ok(include(&[path.to_owned()])) } else { Err("it is not there".to_owned()) }
        });
        // A file of that name in the folder is looked for, and nothing else.
        let name = path.rsplit(['/', '\\']).next().expect("it has a name");
        assert_eq!((&*asked, imported.problems.len()), (&["a/b.xml".to_owned(), format!("a/{name}")][..], 1), "{path}");
    }
    // Ever more files.
    let more = |path: &str| {
        include(&[
            format!("{}1.xml", path.len()),
            format!("{}2.xml", path.len()),
            format!("x{}", path.trim_start_matches("a/")),
        ])
    };
    let (count, messages) = import(&more);
    assert!(count <= 1_000, "{count}");
    assert_eq!(messages, ["there are more than 1000 files, with those that are included"]);
    // Ever more bytes: each file includes two others of 500 KB, as if a folder contained a link to itself.
    let padding = format!("<!--{}-->", "x".repeat(500_000));
    let double = |path: &str| {
        let depth = path.matches('/').count();
        let includes = include(&["d/a.xml".to_owned(), "e/a.xml".to_owned()]);
        includes.replace("</root>", &format!("<BehaviorTree ID='T{depth}'><A/></BehaviorTree>{padding}</root>"))
    };
    let (count, messages) = import(&double);
    assert!(count <= 34, "{count}");
    assert_eq!(messages, ["the files are longer than 16 MB, with those that are included"]);
    // Ever more includes of the same files.
    let all: Vec<_> = (0..500).map(|number| format!("{number}.xml")).collect();
    let (count, messages) = import(&|_| include(&all));
    assert!(count <= 101, "{count}");
    assert_eq!(messages, ["there are more than 50000 includes"]);
}

/// A file is not included in place of a missing one of the same name.
#[test]
fn a_missing_file_with_the_name_of_the_one_that_includes_it() {
    let main =
        "<root BTCPP_format='4'><include path='lib/main.xml'/><BehaviorTree ID='Main'><A/></BehaviorTree></root>";
    let imported = bt_xml::import(&["a/main.xml"], &[], &mut |path| match path {
        "a/main.xml" => Ok(main.to_owned()),
        _ => Err(format!("there is no {path}")),
    });
    let messages: Vec<_> = imported.problems.into_iter().map(|problem| problem.message).collect();
    assert_eq!(messages, ["there is no a/lib/main.xml"]);
}

/// Files that are named together: each knows the trees of all.
#[test]
fn several_files() {
    let tree = |id: &str, node: &str| format!("<BehaviorTree ID='{id}'>{node}</BehaviorTree>");
    let root = |inner: &str| format!("<root BTCPP_format='4' main_tree_to_execute='Main'>{inner}</root>");
    let load = |path: &str| match path {
        "a/main.xml" => Ok(root(&tree("Main", "<SubTree ID='Go' goal='3'/>"))),
        "b/go.xml" => Ok(root(&format!("<include path='../c/rest.xml'/>{}", tree("Go", "<SubTree ID='Rest'/>")))),
        "c/rest.xml" => Ok(root(&tree("Rest", "<Sleep msec='1'/>"))),
        "d/go.xml" => Ok(format!("<root BTCPP_format='4' main_tree_to_execute='Gone'>{}</root>", tree("Go", "<A/>"))),
        _ => Err(format!("there is no {path}")),
    };
    let import = |paths: &[&str]| {
        let mut count = 0;
        let imported = bt_xml::import(paths, &[], &mut |path| {
            count += 1;
            load(path)
        });
        let told = imported.problems.into_iter().map(|problem| {
            let first = problem.first.map(|first| format!(", first in {} at {}", first.file, first.at.start));
            format!("{}: {}{}", problem.file, problem.message, first.unwrap_or_default())
        });
        (count, told.collect::<Vec<_>>(), imported.trees.unwrap_or_default())
    };
    // An included file may be in the folder of any of them. Each is read once.
    let (count, told, trees) = import(&["a/main.xml", "./b/go.xml", "c/x/../rest.xml", "a//main.xml"]);
    assert_eq!((count, &*told), (3, &["a/main.xml: the tree `Go` uses no key `goal`".to_owned()][..]));
    for part in ["Main(Board) = go", "Go(Board) = rest", "Rest(Board) = wait(0.001)"] {
        assert!(trees.contains(part), "{part}\n{trees}");
    }
    let (_, told, _) = import(&["a/main.xml", "b/go.xml"]);
    assert_eq!(told[0], "b/go.xml: the file is outside of the folders of the named files, so it is not read");
    // Two trees with the same name, a main tree that does not exist, and a file that does not exist.
    let (_, told, trees) = import(&["a/main.xml", "b/go.xml", "c/rest.xml", "d/go.xml"]);
    let expected =
        ["d/go.xml: there is no tree `Gone`", "d/go.xml: two files have a tree `Go`, first in b/go.xml at 100"];
    assert_eq!((&told[..], &*trees), (&expected.map(str::to_owned)[..], ""));
    assert_eq!(import(&["a/main.xml", "e.xml"]).1[0], "e.xml: there is no e.xml");
}

/// Each mission has its `MainTree`, and all have the same leaves.
#[test]
fn main_trees_of_several_files() {
    let file = |go: &str| {
        let main =
            format!("<BehaviorTree ID='MainTree'><Sequence><{go}/><SubTree ID='Home'/></Sequence></BehaviorTree>");
        format!(
            "<root BTCPP_format='4' main_tree_to_execute='MainTree'>{main}<BehaviorTree ID='Home'><Dock/></BehaviorTree></root>"
        )
    };
    let imported = bt_xml::import(&["a/patrol.xml", "a/mow.xml"], &[], &mut |path| {
        Ok(file(if path == "a/mow.xml" { "Mow" } else { "Walk" }))
    });
    let rust = imported.rust.unwrap_or_else(|| panic!("{:?}", imported.problems));
    let rust = rust.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "The main trees are `patrol MainTree`, `mow MainTree`.",
        "pub PatrolMainTree(Board) = sequence < walk, patrol_home, >",
        "pub MowMainTree(Board) = sequence < mow, mow_home, >",
    ] {
        assert!(rust.contains(part), "{part}\n{rust}");
    }
    assert_eq!((rust.matches("pub fn dock(").count(), imported.problems), (1, vec![]));
}

/// An included file that is missing, or is not XML of trees, is an error. Trees that may have been in it are not
/// reported.
#[test]
fn broken_includes_are_the_only_errors() {
    let main = "<root BTCPP_format='4' main_tree_to_execute='Lib'><include path='/opt/robot/trees/lib.xml'/><BehaviorTree ID='Main'><AsyncSequence><SubTree ID='Lib'/><Sequense/></AsyncSequence></BehaviorTree></root>";
    let told = |lib: &str| -> Vec<String> {
        let imported = bt_xml::import(&["a/main.xml"], &[], &mut |path| match path {
            "a/main.xml" => Ok(main.to_owned()),
            "a/lib.xml" if !lib.is_empty() => Ok(lib.to_owned()),
            _ => Err(format!("there is no {path}")),
        });
        imported.problems.into_iter().map(|problem| problem.file + ": " + &problem.message).collect()
    };
    assert_eq!(told("<root BTCPP_format='4'><BehaviorTree>"), ["a/lib.xml: the root node was opened but never closed"]);
    assert_eq!(told("<package/>"), ["a/lib.xml: the first element of a file of trees is `root`"]);
    assert_eq!(told(""), ["a/main.xml: the path begins at the root, so the file is not read"]);
    let lib = "<root BTCPP_format='4'><BehaviorTree ID='Lib'><A/></BehaviorTree></root>";
    let expected = ["`AsyncSequence` becomes", "there is no model of `Sequense`"];
    let told = told(lib);
    assert!(told.len() == 2 && expected.iter().all(|part| told.iter().any(|told| told.contains(part))), "{told:?}");
}

/// An installed file that is missing is a warning: its trees become leaves in the Rust.
#[test]
fn what_is_missing_without_an_installed_file_is_reported_after_it() {
    let main = "<root BTCPP_format='4'><BehaviorTree ID='Main'><SubTree ID='Dock'/></BehaviorTree><include ros_pkg='robot' path='trees/dock.xml'/></root>";
    let sources = bt_xml::Sources { paths: &["a/main.xml"], help: Some("install it"), ..Default::default() };
    let imported = bt_xml::import_from(sources, &mut |path| match path {
        "a/main.xml" => Ok(main.to_owned()),
        _ => Err(format!("there is no {path}")),
    });
    let told: Vec<_> = imported.problems.into_iter().map(|problem| (problem.message, problem.help)).collect();
    let help = |text: &str| Some(text.to_owned());
    assert_eq!(
        told,
        [
            ("the file is in the ROS package `robot`, which was not found".to_owned(), help("install it")),
            ("the tree `Dock` is in none of the files".to_owned(), help("name its file too")),
        ]
    );
    assert!(imported.rust.is_some_and(|rust| rust.contains("fn dock(")));
}

/// Where an included file is searched for, in this order; no other file is read.
#[test]
fn where_installed_files_are_looked_for() {
    let asked = |include: &str, folders: &[&str], there: &str| -> (Vec<String>, usize) {
        let mut asked = Vec::new();
        let sources = bt_xml::Sources { paths: &["a/main.xml"], folders, ..Default::default() };
        let imported = bt_xml::import_from(sources, &mut |path| {
            asked.push(path.to_owned());
            match path {
                "a/main.xml" => Ok(format!(
                    "<root BTCPP_format='4'><include {include}/><BehaviorTree ID='Main'><A/></BehaviorTree></root>"
                )),
                _ if path == there => {
                    Ok("<root BTCPP_format='4'><BehaviorTree ID='B'><A/></BehaviorTree></root>".to_owned())
                }
                _ => Err(format!("there is no {path}")),
            }
        });
        (asked.split_off(1), imported.problems.len())
    };
    for (include, folders, all) in [
        ("path='lib/b.xml'", &[][..], &["a/lib/b.xml", "a/b.xml"][..]),
        ("path='./b.xml'", &["x"], &["a/b.xml", "x/b.xml"]),
        (
            "path='lib/b.xml'",
            &["x", "/y/"],
            &["a/lib/b.xml", "a/b.xml", "x/lib/b.xml", "x/b.xml", "/y/lib/b.xml", "/y/b.xml"],
        ),
        ("path='lib/b.xml'", &["a", "a/lib"], &["a/lib/b.xml", "a/b.xml", "a/lib/lib/b.xml"]),
        ("path='t/b.xml' ros_pkg='robot'", &["../x"], &["a/b.xml", "../x/robot/t/b.xml", "../x/t/b.xml", "../x/b.xml"]),
        ("path='/opt/t/b.xml'", &["x"], &["a/b.xml", "x/opt/t/b.xml", "x/t/b.xml", "x/b.xml"]),
        ("path='C:\\t\\b.xml'", &["x"], &["a/b.xml", "x/C:/t/b.xml", "x/t/b.xml", "x/b.xml"]),
        // Nothing leads out of a folder.
        ("path='../../t/b.xml'", &["x"], &["a/b.xml", "x/t/b.xml", "x/b.xml"]),
        ("path='t/../../../b.xml' ros_pkg='robot'", &["x"], &["a/b.xml", "x/b.xml"]),
        ("path='..' ros_pkg='..'", &["x"], &[]),
    ] {
        let all: Vec<String> = all.iter().map(|path| (*path).to_owned()).collect();
        assert_eq!(asked(include, folders, ""), (all.clone(), 1), "{include}");
        for (number, there) in all.iter().enumerate() {
            assert_eq!(asked(include, folders, there), (all[..=number].to_vec(), 0), "{include}");
        }
    }
}

/// An installed file includes others of its folder.
#[test]
fn installed_files_include_files() {
    let read = |include: &str| {
        let sources = bt_xml::Sources { paths: &["main.xml"], folders: &["/opt/share"], ..Default::default() };
        bt_xml::import_from(sources, &mut |path| {
            match path {
            "main.xml" => Ok("<root BTCPP_format='4'><include ros_pkg='r' path='t/b.xml'/><BehaviorTree ID='M'><SubTree ID='B'/></BehaviorTree></root>".to_owned()),
            "/opt/share/r/t/b.xml" => Ok(format!("<root BTCPP_format='4'><include path='{include}'/><BehaviorTree ID='B'><SubTree ID='C'/></BehaviorTree></root>")),
            "/opt/share/r/c.xml" => Ok("<root BTCPP_format='4'><BehaviorTree ID='C'><A/></BehaviorTree></root>".to_owned()),
            "/opt/c.xml" => panic!("it is outside of the folder"),
            _ => Err(format!("there is no {path}")),
        }
        })
    };
    assert_eq!(read("../c.xml").problems, []);
    let message = "the file is outside of the named folders, so it is not read";
    assert_eq!(read("../../../c.xml").problems[0].message, message);
}
