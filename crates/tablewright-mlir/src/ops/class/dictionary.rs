//! Attributes in an operation's attribute dictionary, sorted by name.
//!
//! In: operations of dialects with `usePropertiesForAttributes = 0`. Out: C++ that finds, sets and counts attributes
//! there.

use super::getter;
use super::stored_names::{
    OPERAND_SEGMENTS, RESULT_SEGMENTS, SIZED_OPERANDS, SIZED_RESULTS, is_required, sorted_names,
};
use crate::model::Operation;

/// A dictionary's owner.
#[derive(Clone, Copy)]
pub(super) enum DictionaryOwner {
    /// The operation.
    Operation,
    /// An adaptor.
    Adaptor,
}

impl DictionaryOwner {
    /// Returns the C++ expression for attribute iterators.
    fn attributes(self) -> &'static str {
        match self {
            DictionaryOwner::Operation => "(*this)->getAttrs()",
            DictionaryOwner::Adaptor => "odsAttrs",
        }
    }

    /// Returns the C++ expression for an attribute name.
    fn attribute_name(self, op: &Operation<'_>, name: &str) -> String {
        let getter = getter(name);
        match self {
            DictionaryOwner::Operation => format!("{getter}AttrName()"),
            DictionaryOwner::Adaptor => format!("{}::{getter}AttrName(*odsOpName)", op.names.class),
        }
    }
}

/// Whether the named attribute is always in the dictionary. Segment size attributes always are.
fn is_always_present(op: &Operation<'_>, name: &str) -> bool {
    let mut own = op.own_attributes();
    match own.find(|one| one.name == name) {
        Some(attribute) => is_required(&attribute.constraint),
        None => name == OPERAND_SEGMENTS || name == RESULT_SEGMENTS,
    }
}

/// Returns the arguments for an attribute search: its dictionary part, and its name.
fn place(op: &Operation<'_>, name: &str, owner: DictionaryOwner) -> String {
    let names = sorted_names(op);
    let index = names.iter().position(|one| *one == name).unwrap_or(names.len());
    let count = |names: &[&str]| names.iter().filter(|name| is_always_present(op, name)).count();
    let before = count(names.get(..index).unwrap_or_default());
    let after = count(names.get(index + 1..).unwrap_or_default());
    let attributes = owner.attributes();
    format!(
        "{attributes}.begin() + {before}, {attributes}.end() - {after}, {}",
        owner.attribute_name(op, name)
    )
}

/// Returns the C++ expression that returns an attribute, or a null attribute.
pub(super) fn found(op: &Operation<'_>, name: &str, owner: DictionaryOwner) -> String {
    format!("::mlir::impl::getAttrFromSortedRange({})", place(op, name, owner))
}

/// Returns the C++ expression that returns an attribute with its name.
pub(super) fn found_with_name(op: &Operation<'_>, name: &str) -> String {
    let place = place(op, name, DictionaryOwner::Operation);
    format!("*::mlir::impl::getNamedAttrFromSortedRange({place})")
}

/// Returns the statement that sets an attribute while an operation is built.
pub(super) fn add_to_state(name: &str, value: &str) -> String {
    format!("odsState.addAttribute({}AttrName(odsState.name), {value});\n", getter(name))
}

/// Returns statements that find all attributes in a single pass over the dictionary, each as a variable `tblgen_NAME`.
/// `error` returns the statement that reports a message.
pub(super) fn find_all(
    op: &Operation<'_>,
    owner: DictionaryOwner,
    error: impl Fn(&str) -> String,
) -> String {
    let names = sorted_names(op);
    if names.is_empty() {
        return String::new();
    }
    let mut body = format!(
        "auto namedAttrRange = {};\nauto namedAttrIt = namedAttrRange.begin();\n",
        owner.attributes()
    );
    let is_same =
        |name: &str| format!("if (namedAttrIt->getName() == {})", owner.attribute_name(op, name));
    let set = |name: &str| format!("tblgen_{name} = namedAttrIt->getValue();");
    // Attributes that may be missing, since the last attribute that may not.
    let mut optional: Vec<&str> = Vec::new();
    for name in names.iter().copied() {
        if !is_always_present(op, name) {
            optional.push(name);
            continue;
        }
        for name in std::iter::once(name).chain(optional.iter().copied()) {
            body += &format!("::mlir::Attribute tblgen_{name};\n");
        }
        let missing = error(&format!("requires attribute '{name}'"));
        body += &format!(
            "while (true) {{
  if (namedAttrIt == namedAttrRange.end())
    {missing}
  {} {{
    {}
    break;
  }}
",
            is_same(name),
            set(name)
        );
        for name in optional.drain(..) {
            body += &format!("  else {} {{\n    {}\n  }}\n", is_same(name), set(name));
        }
        body += "  ++namedAttrIt;\n}\n";
    }
    if optional.is_empty() {
        return body;
    }
    for name in &optional {
        body += &format!("::mlir::Attribute tblgen_{name};\n");
    }
    body += "while (true) {\n  if (namedAttrIt == namedAttrRange.end()) {\n    break;\n  }\n";
    for name in optional {
        body += &format!("  else {} {{\n    {}\n  }}\n", is_same(name), set(name));
    }
    body + "  ++namedAttrIt;\n}\n"
}

/// Returns statements that check the lengths of segment size attributes. `error` is the start of the error expression,
/// up to the quoted text.
pub(super) fn check_segments(op: &Operation<'_>, error: &str) -> String {
    let sized = [
        (SIZED_OPERANDS, OPERAND_SEGMENTS, "operand", op.arguments.operands.len()),
        (SIZED_RESULTS, RESULT_SEGMENTS, "result", op.results.len()),
    ];
    let mut body = String::new();
    for (_, name, kind, count) in sized.into_iter().filter(|(name, ..)| op.has_trait(name)) {
        // The reference's program closes the string too early, too.
        body += &format!(
            "{{
  auto sizeAttr = ::llvm::cast<::mlir::DenseI32ArrayAttr>(tblgen_{name});
  auto numElements = sizeAttr.asArrayRef().size();
  if (numElements != {count})
    return {error}\"'{name}' attribute for specifying {kind} segments must have {count} \"
              \"elements, but got \") << numElements;
}}
"
        );
    }
    body
}

/// An attribute's default.
pub(super) struct AttributeDefault<'s> {
    pub(super) name: &'s str,
    /// The C++ expression for the value.
    pub(super) value: String,
}

/// Returns the statements that set the attributes that are missing from a dictionary to their defaults; empty for none.
pub(super) fn populate(op: &Operation<'_>, defaults: &[AttributeDefault<'_>]) -> String {
    if defaults.is_empty() {
        return String::new();
    }
    let names = sorted_names(op);
    let mut body = "auto attrNames = opName.getAttributeNames();
::mlir::Builder odsBuilder(attrNames.front().getContext());
"
    .to_owned();
    for AttributeDefault { name, value } in defaults {
        let index = names.iter().position(|one| one == name).unwrap_or_default();
        body += &format!(
            "if (!attributes.get(attrNames[{index}])) {{
  attributes.append(attrNames[{index}], {value});
}}
"
        );
    }
    body
}
