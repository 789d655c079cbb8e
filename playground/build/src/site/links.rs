//! Links between the pages of the site: each leads to a file, and to a place in it.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The links that lead nowhere.
pub fn dead(site: &Path, pages: &[PathBuf]) -> Result<Vec<String>, Box<dyn Error>> {
    let mut texts = BTreeMap::new();
    for page in pages {
        texts.insert(page.clone(), fs::read_to_string(page)?);
    }
    let ids: BTreeMap<&PathBuf, BTreeSet<String>> =
        texts.iter().map(|(page, text)| (page, values(text, &[" id=\"", " name=\""]).collect())).collect();
    let mut dead = BTreeSet::new();
    for (page, text) in &texts {
        // Texts in the script of the playground look like links. The page for missing pages is shown at any address.
        if page.starts_with(site.join("play")) || page == &site.join("404.html") {
            continue;
        }
        // Pages of rustdoc load scripts that may be missing, and link to places that scripts create.
        let is_rustdoc = page.starts_with(site.join("doc"));
        // Blanket implementations have the docs of other crates.
        let own = text.split("id=\"blanket-implementations\"").next().filter(|_| is_rustdoc).unwrap_or(text);
        for link in values(own, &[" href=\"", " src=\""]) {
            let (file, place) = link.split_once('#').unwrap_or((&link, ""));
            let is_outside = ["https:", "http:", "javascript:"].iter().any(|scheme| file.starts_with(scheme));
            if is_outside || is_rustdoc && file.ends_with(".js") {
                continue;
            }
            let file = file.split('?').next().unwrap_or_default();
            let mut target = if file.is_empty() { page.clone() } else { plain(&page.with_file_name("").join(file)) };
            if target.is_dir() {
                target = target.join("index.html");
            }
            let is_place = |ids: &BTreeSet<String>| {
                is_rustdoc || place.is_empty() || place.starts_with("v1=") || ids.contains(place)
            };
            let is_there = target.starts_with(site) && ids.get(&target).map_or_else(|| target.is_file(), is_place);
            if !is_there {
                dead.insert(format!("{} links to {link}", page.strip_prefix(site)?.display()));
            }
        }
    }
    Ok(dead.into_iter().collect())
}

/// The values of attributes.
fn values<'t>(text: &'t str, attributes: &'t [&str]) -> impl Iterator<Item = String> + 't {
    let all = attributes.iter().flat_map(|attribute| text.split(attribute).skip(1));
    all.filter_map(|rest| Some(rest.split_once('"')?.0.replace("&amp;", "&").replace("%20", " ")))
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::dead;

    #[test]
    fn links_without_a_file_or_a_place_are_dead() {
        let site = std::env::temp_dir().join(format!("bt-site-{}", std::process::id()));
        fs::create_dir_all(site.join("a")).expect("a folder");
        let (index, page) = (site.join("index.html"), site.join("a/index.html"));
        fs::write(
            &index,
            "<h1 id=\"top\"></h1><a href=\"a/#x\"></a><a href=\"a/no.html\"></a><a href=\"Tree::tick\"></a>",
        )
        .expect("a file");
        fs::write(
            &page,
            "<a id=\"x\" href=\"../index.html#top\"></a><a href=\"../index.html#no\"></a><a href=\"https://a.b\"></a>",
        )
        .expect("a file");
        let found = dead(&site, &[index, page]).expect("they can be read");
        fs::remove_dir_all(&site).expect("a folder");
        let links = [
            "a/index.html links to ../index.html#no",
            "index.html links to Tree::tick",
            "index.html links to a/no.html",
        ];
        assert_eq!(found, links);
    }
}
