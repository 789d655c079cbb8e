//! The pages of the built-in nodes.

macro_rules! pages {
    ($($node:ident)*) => {
        const PAGES: &[(&str, &str)] =
            &[$((stringify!($node), include_str!(concat!("../pages/", stringify!($node), ".md")))),*];
    };
}

bt_compiler::all_nodes!(pages);

/// The page of a node, without the hidden lines of its examples.
pub fn page(node: &str) -> Option<String> {
    let (_, page) = PAGES.iter().find(|(name, _)| *name == node)?;
    let is_hidden = |line: &&str| *line == "#" || line.starts_with("# ");
    let mut in_rust = false;
    let shown = page.lines().filter(|line| {
        if line.starts_with("```") {
            in_rust = line.starts_with("```rust");
        }
        !(in_rust && is_hidden(line))
    });
    // Links to other pages do not work in an editor.
    Some(shown.collect::<Vec<_>>().join("\n").replace("[`", "`").replace("`]", "`"))
}

#[cfg(test)]
mod tests {
    use bt_compiler::tree::nodes;

    use super::*;

    #[test]
    fn each_node_has_its_page() {
        let names: Vec<&str> = nodes::all().map(|node| node.name).collect();
        let pages: Vec<&str> = PAGES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, pages);
        for name in names {
            let page = page(name).expect("it is in the list");
            assert!(page.contains(name) && !page.contains("\n# "), "{name}: {page}");
        }
    }
}
