//! The attributes of a declaration: which of them are derives, including those in a `cfg_attr`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::tokens::{is_mark, ungrouped};

/// One path of a `#[derive(...)]`.
#[derive(Clone)]
pub struct Derive {
    pub path: TokenStream,
    /// The condition of the `cfg_attr` around it.
    pub condition: Option<TokenStream>,
}

impl Derive {
    pub fn is_default(&self) -> bool {
        self.is("Default")
    }

    /// Whether it is that of `serde` by which a type is loaded.
    pub fn is_deserialize(&self) -> bool {
        self.is("Deserialize")
    }

    /// Whether it is that of `serde` by which a type is saved.
    pub fn is_serialize(&self) -> bool {
        self.is("Serialize")
    }

    /// The trait that it implements, without its path.
    pub fn name(&self) -> String {
        self.path.to_string().rsplit(' ').next().unwrap_or_default().to_owned()
    }

    fn is(&self, name: &str) -> bool {
        self.name() == name
    }

    /// The attribute that adds it to another type.
    pub fn attribute(&self) -> TokenStream {
        let Derive { path, condition } = self;
        match condition {
            None => quote!(#[derive(#path)]),
            Some(condition) => quote!(#[cfg_attr(#condition, derive(#path))]),
        }
    }
}

/// A part of an attribute.
#[derive(Clone)]
pub enum Attribute {
    Derive(Derive),
    /// A whole attribute that derives nothing.
    Other(TokenStream),
}

impl Attribute {
    pub fn derive(&self) -> Option<&Derive> {
        match self {
            Attribute::Derive(derive) => Some(derive),
            Attribute::Other(_) => None,
        }
    }

    /// The whole attribute, if it derives nothing.
    pub fn other(&self) -> Option<&TokenStream> {
        match self {
            Attribute::Derive(_) => None,
            Attribute::Other(tokens) => Some(tokens),
        }
    }

    /// Whether it is a doc comment.
    pub fn is_doc(&self) -> bool {
        let Attribute::Other(attribute) = self else { return false };
        let mut tokens = attribute.clone().into_iter().skip(1);
        let Some(TokenTree::Group(content)) = tokens.next() else { return false };
        matches!(content.stream().into_iter().next(), Some(TokenTree::Ident(word)) if word == "doc")
    }
}

impl ToTokens for Attribute {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Attribute::Derive(derive) => tokens.extend(derive.attribute()),
            Attribute::Other(attribute) => tokens.extend(attribute.clone()),
        }
    }
}

/// Splits an attribute with this content, in order. An attribute without derives is not changed.
pub fn parts(attribute: TokenStream, content: TokenStream) -> Vec<Attribute> {
    let parts = parts_of(content);
    if parts.iter().all(|part| matches!(part, Part::Other(_))) {
        return vec![Attribute::Other(attribute)];
    }
    let whole = |part| match part {
        Part::Derive(derive) => Attribute::Derive(derive),
        Part::Other(content) => Attribute::Other(quote!(#[#content])),
    };
    parts.into_iter().map(whole).collect()
}

/// The tokens between the brackets of an attribute.
enum Part {
    Derive(Derive),
    /// The attributes that are not derives.
    Other(TokenStream),
}

fn parts_of(content: TokenStream) -> Vec<Part> {
    let content = ungrouped(content);
    match call(&content) {
        Some((name, list)) if name == "derive" && are_paths(&list) => {
            items(list).into_iter().map(|path| Part::Derive(Derive { path, condition: None })).collect()
        }
        Some((name, list)) if name == "cfg_attr" => conditional(list),
        _ => vec![Part::Other(content)],
    }
}

/// The parts of `cfg_attr(condition, attribute, ...)`.
fn conditional(list: TokenStream) -> Vec<Part> {
    let mut items = items(list).into_iter();
    let condition = items.next().unwrap_or_default();
    let under = |part| match part {
        Part::Derive(derive) => Part::Derive(under(&condition, derive)),
        Part::Other(other) => Part::Other(quote!(cfg_attr(#condition, #other))),
    };
    items.flat_map(parts_of).map(under).collect()
}

fn under(outer: &TokenStream, derive: Derive) -> Derive {
    let condition = match derive.condition {
        None => outer.clone(),
        Some(inner) => quote!(all(#outer, #inner)),
    };
    Derive { condition: Some(condition), ..derive }
}

/// `name(list)`.
fn call(content: &TokenStream) -> Option<(String, TokenStream)> {
    let mut tokens = content.clone().into_iter();
    match (tokens.next(), tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(list)), None)
            if list.delimiter() == Delimiter::Parenthesis =>
        {
            Some((name.to_string(), list.stream()))
        }
        _ => None,
    }
}

fn are_paths(list: &TokenStream) -> bool {
    items(list.clone()).into_iter().all(|item| syn::parse2::<syn::Path>(item).is_ok())
}

/// The tokens between commas. The last comma may end the list.
pub fn items(list: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = ungrouped(list).into_iter().collect();
    let items = tokens.split(|token| is_mark(token, ',')).map(|item| item.iter().cloned().collect());
    let mut items: Vec<TokenStream> = items.collect();
    items.pop_if(|last| last.is_empty());
    items
}

#[cfg(test)]
mod tests {
    use super::parts;
    use proc_macro2::TokenStream;
    use quote::ToTokens;
    use quote::quote;

    fn read(content: TokenStream) -> Vec<String> {
        let parts = parts(quote!(#[#content]), content);
        parts.into_iter().map(|part| part.into_token_stream().to_string()).collect()
    }

    #[test]
    fn derives_are_found_under_conditions_and_keep_their_order() {
        let parts = read(quote!(cfg_attr(a, doc = "e", derive(Clone, b::Debug), cfg_attr(c, derive(D)), f)));
        assert_eq!(
            parts,
            [
                "# [cfg_attr (a , doc = \"e\")]",
                "# [cfg_attr (a , derive (Clone))]",
                "# [cfg_attr (a , derive (b :: Debug))]",
                "# [cfg_attr (all (a , c) , derive (D))]",
                "# [cfg_attr (a , f)]"
            ]
        );
    }

    #[test]
    fn what_is_no_derive_stays_as_it_is() {
        for content in [quote!(doc = "a"), quote!(cfg_attr(a, doc = "b", c(d))), quote!(derived(A)), quote!(cfg_attr)] {
            let text = quote!(#[#content]).to_string();
            assert_eq!(read(content), [text]);
        }
    }
}
