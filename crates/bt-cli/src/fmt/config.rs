//! The settings of rustfmt that matter here.

use std::path::Path;

use super::spacing::Limits;

/// From the nearest `rustfmt.toml` or `.rustfmt.toml`, or the default ones.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The width of a line.
    pub max_width: usize,
    /// The widths of parts of an argument.
    pub limits: Limits,
}

impl Config {
    /// The settings for files in this folder.
    pub fn of(folder: &Path) -> Self {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let files =
            folder.ancestors().flat_map(|folder| ["rustfmt.toml", ".rustfmt.toml"].map(|name| folder.join(name)));
        let text = files.map(std::fs::read_to_string).find_map(Result::ok).unwrap_or_default();
        Config::read(&text)
    }

    fn read(text: &str) -> Self {
        let value = |key: &str| {
            let values = text.lines().filter_map(|line| line.split_once('='));
            let mut values = values.filter(|(name, _)| name.trim() == key);
            values
                .next()
                .map(|(_, value)| value.split('#').next().unwrap_or_default().trim().trim_matches('"').to_owned())
        };
        let number = |key: &str| value(key).and_then(|value| value.parse::<usize>().ok());
        let max_width = number("max_width").unwrap_or(100);
        let (call, fields) = match value("use_small_heuristics").as_deref() {
            Some("Max") => (max_width, max_width),
            Some("Off") => (0, 0),
            _ => (max_width * 60 / 100, max_width * 18 / 100),
        };
        let call = number("fn_call_width").unwrap_or(call);
        let fields = number("struct_lit_width").unwrap_or(fields);
        Config { max_width, limits: Limits { call, fields } }
    }
}

#[cfg(test)]
mod tests {
    use super::Config;

    #[test]
    fn settings() {
        let config = Config::read("max_width = 120 # wide\nuse_small_heuristics = \"Max\"\n");
        assert_eq!((config.max_width, config.limits.call), (120, 120));
        let config = Config::read("");
        assert_eq!((config.max_width, config.limits.call, config.limits.fields), (100, 60, 18));
    }
}
