//! `file:` addresses and paths.

use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Characters that must be escaped in a URI.
const PLAIN: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b':');

/// The path of a `file:` URI; `None` for any other.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    let here = rest.strip_prefix("localhost").filter(|path| path.starts_with('/')).unwrap_or(rest);
    // A file of another host has its name before the path, as Windows writes it.
    let path = percent_decode_str(if here.starts_with('/') { here } else { &uri.0["file:".len()..] });
    let path = path.decode_utf8().ok()?;
    let has_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if has_drive { &path[1..] } else { &path }))
}

/// The URI of a file.
pub fn uri(path: &Path) -> Uri {
    let path = path.to_string_lossy();
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    let is_of_windows = has_drive || path.starts_with("\\\\");
    let path = if is_of_windows { path.replace('\\', "/") } else { path.into_owned() };
    let root = match () {
        () if path.starts_with("//") => "",
        () if path.starts_with('/') => "//",
        () => "///",
    };
    Uri(format!("file:{root}{}", utf8_percent_encode(&path, PLAIN)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_come_back() {
        for (text, file) in [
            ("file:///a/b.rs", "/a/b.rs"),
            ("file:///a%20b/%C3%A9.bt", "/a b/é.bt"),
            ("file://host/share/a.rs", "//host/share/a.rs"),
        ] {
            assert_eq!(path(&Uri(text.to_owned())).as_deref(), Some(Path::new(file)));
            assert_eq!(uri(Path::new(file)).0, text);
        }
        assert_eq!(path(&Uri("file:///c%3A/a.rs".to_owned())).as_deref(), Some(Path::new("c:/a.rs")));
        assert_eq!(uri(Path::new("c:\\a.rs")).0, "file:///c:/a.rs");
        assert_eq!(uri(Path::new("\\\\host\\share\\a.rs")).0, "file://host/share/a.rs");
        assert_eq!(path(&Uri("file://localhost/a/b.rs".to_owned())).as_deref(), Some(Path::new("/a/b.rs")));
        assert_eq!(path(&Uri("file:////host/a.rs".to_owned())).as_deref(), Some(Path::new("//host/a.rs")));
        // Elsewhere a backslash is a letter.
        assert_eq!(uri(Path::new("/a\\b.bt")).0, "file:///a%5Cb.bt");
        assert_eq!(path(&Uri("untitled:1".to_owned())), None);
    }
}
