//! The rustfmt settings that matter here.

use std::path::{Path, PathBuf};

use super::spacing::Limits;

/// Settings from the nearest `rustfmt.toml` or `.rustfmt.toml`, or the defaults.
#[derive(Debug, Default)]
pub struct Config {
    /// Where rustfmt finds its settings.
    pub folder: PathBuf,
    pub edition: String,
    /// The width of a line.
    pub max_width: usize,
    /// Whether lines are indented by tabs.
    pub hard_tabs: bool,
    /// Whether lines end as they did before.
    pub keeps_line_ends: bool,
    /// The widths of parts of an argument.
    pub limits: Limits,
}

const EDITION: &str = "2024";

impl Config {
    /// The settings for files in this folder.
    pub fn of(folder: &Path) -> Self {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let files = |names: &'static [&str]| {
            folder.ancestors().flat_map(move |folder| names.iter().map(move |name| folder.join(name)))
        };
        let read = |file: PathBuf| Some((std::fs::read_to_string(&file).ok()?, file));
        let (text, file) = files(&["rustfmt.toml", ".rustfmt.toml"]).find_map(read).unwrap_or_default();
        // A manifest may inherit its edition from the workspace, further up.
        let manifests = files(&["Cargo.toml"]).filter_map(read).map(|(text, _)| text);
        let mut editions = std::iter::once(text.clone()).chain(manifests).filter_map(|text| value(&text, "edition"));
        let is_year = |value: &String| value.len() == 4 && value.bytes().all(|byte| byte.is_ascii_digit());
        let edition = editions.find(is_year).unwrap_or_else(|| EDITION.to_owned());
        let mut config = Config::read(&text);
        // All files of a workspace without settings share one run of rustfmt.
        let workspace = folder.ancestors().filter(|folder| folder.join("Cargo.toml").is_file()).last();
        config.folder = file.parent().or(workspace).unwrap_or(&folder).to_owned();
        config.edition = edition;
        config
    }

    fn read(text: &str) -> Self {
        let number = |key: &str| value(text, key).and_then(|value| value.parse::<usize>().ok());
        let max_width = number("max_width").unwrap_or(100);
        let (call, fields) = match value(text, "use_small_heuristics").as_deref() {
            Some("Max") => (max_width, max_width),
            Some("Off") => (0, 0),
            _ => (max_width * 60 / 100, max_width * 18 / 100),
        };
        let call = number("fn_call_width").unwrap_or(call);
        let fields = number("struct_lit_width").unwrap_or(fields);
        let hard_tabs = value(text, "hard_tabs").is_some_and(|value| value == "true");
        let keeps_line_ends = value(text, "newline_style").is_none_or(|value| value == "Auto");
        let (folder, edition) = (PathBuf::new(), EDITION.to_owned());
        Config { folder, edition, max_width, hard_tabs, keeps_line_ends, limits: Limits { call, fields } }
    }
}

/// The value of the first line with this key.
fn value(text: &str, key: &str) -> Option<String> {
    let mut values = text.lines().filter_map(|line| line.split_once('=')).filter(|(name, _)| name.trim() == key);
    let (_, value) = values.next()?;
    Some(value.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\'']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::Config;

    #[test]
    fn settings() {
        let config = Config::read("max_width = 120 # wide\nuse_small_heuristics = \"Max\"\nhard_tabs=true");
        assert_eq!((config.max_width, config.limits.call, config.hard_tabs), (120, 120, true));
        let config = Config::read("");
        assert_eq!((config.max_width, config.limits.call, config.limits.fields), (100, 60, 18));
        assert!(!config.hard_tabs);
    }
}
