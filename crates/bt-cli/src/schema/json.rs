//! A JSON schema of the trees that a palette allows, in the form of [`plain`](crate::plain).

use serde_json::{Map, Value, json};

use super::palette::{Head, Kids, Kind, Palette, Term};
use crate::plain::Node;

/// The schema of a palette.
pub fn schema(palette: &Palette) -> Value {
    let heads = palette.heads.iter().map(head);
    let pieces = palette.pieces.values().map(piece);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A tree with the context `{}`", palette.context),
        "type": "object",
        "properties": { "header": { "type": "string" }, "root": { "$ref": "#/$defs/node" } },
        "required": ["root"],
        "additionalProperties": false,
        "$defs": { "node": { "anyOf": heads.chain(pieces).collect::<Vec<_>>() } },
    })
}

/// The nodes with a head.
fn head(head: &Head) -> Value {
    let mut properties = Map::new();
    let mut required = vec!["node"];
    properties.insert("node".to_owned(), json!({ "const": head.name }));
    properties.insert("label".to_owned(), json!({ "type": "string", "pattern": "^[a-z][a-z0-9_]*$" }));
    if !head.fields.is_empty() {
        properties.insert("fields".to_owned(), json!({ "const": head.fields }));
        required.push("fields");
    }
    if let Some(terms) = &head.args {
        let args = match (&head.kids, &terms[..]) {
            (Kids::Each, [each]) => json!({ "type": "array", "items": term(each), "minItems": 1 }),
            (_, terms) => json!({
                "type": "array",
                "prefixItems": terms.iter().map(term).collect::<Vec<_>>(),
                "minItems": terms.len(),
                "maxItems": terms.len(),
            }),
        };
        properties.insert("args".to_owned(), args);
        required.push("args");
    }
    // The arm before a `=>` belongs to the parent.
    let node = |arm: Value| json!({ "$ref": "#/$defs/node", "properties": { "arm": arm } });
    let any = json!({ "$ref": "#/$defs/node" });
    let children = match &head.kids {
        Kids::None => None,
        Kids::One => Some(json!({ "type": "array", "items": any, "minItems": 1, "maxItems": 1 })),
        Kids::Each => Some(json!({ "type": "array", "items": any, "minItems": 1 })),
        Kids::Many(least) => Some(json!({ "type": "array", "items": any, "minItems": least })),
        Kids::Roles(least, most) => Some(json!({ "type": "array", "items": any, "minItems": least, "maxItems": most })),
        Kids::Arms(arms) => Some(json!({
            "type": "array",
            "prefixItems": arms.iter().map(|arm| node(json!({ "const": arm }))).collect::<Vec<_>>(),
            "minItems": arms.len(),
            "maxItems": arms.len(),
        })),
        Kids::Conditions(codes) => {
            let forms =
                codes.codes.iter().flat_map(|code| [code.clone(), format!("if {code}"), format!("while {code}")]);
            Some(json!({ "type": "array", "items": node(json!({ "enum": forms.collect::<Vec<_>>() })), "minItems": 1 }))
        }
    };
    if let Some(children) = children {
        properties.insert("children".to_owned(), children);
        required.push("children");
    }
    let mut schema = json!({ "type": "object", "properties": properties, "required": required });
    if !head.docs.is_empty() {
        schema["description"] = json!(head.docs);
    }
    schema
}

/// A node and its descendants, exactly as written.
fn piece(node: &Node) -> Value {
    let mut exact = Map::new();
    let Value::Object(fields) = serde_json::to_value(node).expect("it is plain data") else { return Value::Null };
    let required: Vec<String> = fields.keys().cloned().collect();
    exact.extend(fields.into_iter().map(|(key, value)| (key, json!({ "const": value }))));
    json!({ "type": "object", "properties": exact, "required": required })
}

/// An argument.
fn term(term: &Term) -> Value {
    let literal = term.literal.map(|kind| {
        let pattern = match kind {
            Kind::Integer => "^[1-9][0-9]?$",
            Kind::Float => "^[0-9]{1,2}\\.[0-9]$",
            Kind::Chance => "^(0\\.[0-9]|1\\.0)$",
            Kind::Text => "^\"[a-zA-Z0-9 ]*\"$",
            Kind::Bool => "^(true|false)$",
        };
        json!({ "type": "string", "pattern": pattern })
    });
    let codes = (!term.codes.is_empty()).then(|| json!({ "enum": term.codes.iter().collect::<Vec<_>>() }));
    match (literal, codes) {
        (Some(literal), Some(codes)) => json!({ "anyOf": [literal, codes] }),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => json!({ "type": "string" }),
    }
}
