//! Links to the playground, below the trees of a page.

use crate::link;
use crate::trees;

/// A page with links.
pub struct Linked {
    pub html: String,
    /// How many links it has.
    pub linked: usize,
    /// The trees without a link, and why.
    pub left: Vec<String>,
}

const END: &str = "</code></pre>";

/// Adds a link below each code block of a page with a tree that runs in the playground.
pub fn add(html: &str, playground: &str) -> Linked {
    let mut page = Linked { html: String::new(), linked: 0, left: Vec::new() };
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(END) {
        page.html.extend([before, END]);
        rest = after;
        // Code that is meant to be wrong gets no link.
        let open = before.rfind("<pre").unwrap_or_default();
        let is_wrong = before[..open].rfind("<div").is_some_and(|div| before[div..open].contains("compile_fail"))
            || before[open..].split('>').take(2).any(|tag| tag.contains("compile_fail"));
        let Some(text) = trees::of_code(&plain(&before[open..])).filter(|_| !is_wrong) else { continue };
        match trees::run(&text) {
            Ok(()) => {
                let link = link::to(&text);
                let style = "text-align: right; margin-top: 0";
                page.html.push_str(&format!(
                    "<p style=\"{style}\"><a href=\"{playground}#{link}\">try it in the playground</a></p>"
                ));
                page.linked += 1;
            }
            Err(why) => page.left.push(why),
        }
    }
    page.html.push_str(rest);
    page
}

/// The text of HTML.
fn plain(html: &str) -> String {
    let parts = html.split('<').enumerate();
    let text: String = parts
        .map(|(at, part)| if at == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) })
        .collect();
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::add;

    #[test]
    fn a_tree_that_runs_gets_a_link_and_a_wrong_one_does_not() {
        let page = |tree: &str| {
            let code = format!("<pre><code class=\"language-rust\"><span>bt!</span> {{ {tree} }}</code></pre>after");
            add(&code, "../play/index.html")
        };
        let linked = page("Tree(World) = sequence &lt; walk, wait(1.0) &gt;");
        assert_eq!((linked.linked, linked.left.len()), (1, 0), "{:?}", linked.left);
        assert!(linked.html.contains("<a href=\"../play/index.html#v1="), "{}", linked.html);
        assert!(linked.html.ends_with("after"));
        let left = page("Tree(World) = sequense &lt; walk &gt;");
        assert_eq!(left.linked, 0);
        assert!(left.left[0].contains("`sequense`"), "{:?}", left.left);
        assert_eq!(add("<pre><code>let x = 1;</code></pre>", "").left.len(), 0);
    }
}
