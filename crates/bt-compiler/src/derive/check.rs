//! Checks the shape of the type: a struct is a leaf, an enum is a choice of leaves.

use syn::punctuated::Punctuated;
use syn::{Attribute, Data, Fields, Ident, Token};

use super::model::{Attributes, Shape, Variant};
use crate::codes;
use crate::error::Errors;

/// The shape of the type. Reports types that cannot be behaviors.
pub fn check(name: &Ident, data: Data, attributes: &Attributes, errors: &mut Errors) -> Shape {
    match data {
        Data::Struct(data) => {
            refuse_attributes(&data.fields, errors);
            Shape::Leaf { is_unit: data.fields.is_empty() }
        }
        Data::Enum(data) => {
            if let Some(returns) = attributes.returns {
                let message = "an enum returns what its variants return: put `returns(...)` on their types";
                errors.push(codes::ATTRIBUTE_PLACE.at(returns.at, message));
            }
            Shape::Choice(variants(name, data.variants, errors))
        }
        Data::Union(data) => {
            let message = "a behavior must be a struct or an enum, found a union";
            errors.push(codes::BEHAVIOR_TYPE.at(data.union_token.span, message));
            Shape::Leaf { is_unit: false }
        }
    }
}

/// The variants that hold one behavior each. Reports the others.
fn variants(name: &Ident, variants: Punctuated<syn::Variant, Token![,]>, errors: &mut Errors) -> Vec<Variant> {
    if variants.is_empty() {
        let message = format!("`{name}` has no variants, but a behavior needs at least one");
        errors.push(codes::BEHAVIOR_TYPE.at(name.span(), message));
    }
    variants.into_iter().filter_map(|found| variant(found, errors)).collect()
}

fn variant(found: syn::Variant, errors: &mut Errors) -> Option<Variant> {
    let name = found.ident;
    refuse(&found.attrs, errors);
    refuse_attributes(&found.fields, errors);
    match found.fields.len() {
        0 => {
            let message = format!("the variant `{name}` is empty, but each variant must hold one behavior");
            let help = format!("write `{name}({name})`, where the type `{name}` is a leaf");
            errors.push(codes::BEHAVIOR_TYPE.at(name.span(), message).help(help));
            None
        }
        1 => {
            let member = found.fields.members().next()?;
            let behavior = found.fields.into_iter().next()?.ty;
            Some(Variant { name, member, behavior })
        }
        fields => {
            let message =
                format!("the variant `{name}` has {fields} fields, but each variant must hold exactly one behavior");
            errors.push(codes::BEHAVIOR_TYPE.at(name.span(), message));
            None
        }
    }
}

/// Refuses the attribute on fields: it goes on the type.
fn refuse_attributes(fields: &Fields, errors: &mut Errors) {
    for field in fields {
        refuse(&field.attrs, errors);
    }
}

fn refuse(attributes: &[Attribute], errors: &mut Errors) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("behavior")) {
        errors.push(codes::ATTRIBUTE_PLACE.over(attribute, "`#[behavior(...)]` goes on the type"));
    }
}
