//! Details of operations as text.

use tablewright_dialect::{
    Attribute, AttributePresence, BlockKind, Constraint, Description, DescriptionOrigin,
    OperandOrResult, Operation, Property, RegionBlock, SyntaxKind,
};
use tablewright_inspect::explain::{ExpansionName, ParentExplanation};
use tablewright_records::TextSink;

use super::overview::{after_colon, one_line};
use super::signature::{mark, signature};

/// Describes the operations in all dialects of a description.
pub(super) fn text(description: &Description<'_>) -> String {
    let mut text = String::new();
    for operation in description.dialects.iter().flat_map(|it| &it.parts.operations) {
        text.push_str(if text.is_empty() { "" } else { "\n" });
        add_operation(operation, &mut text);
    }
    text
}

fn add_operation(operation: &Operation<'_>, text: &mut String) {
    let names = &operation.names;
    writeln!(text, "{}{}", names.name, after_colon(operation.docs.summary));
    writeln!(text, "  {}", signature(operation));
    writeln!(text, "  {}, definition {}", names.class, names.definition);
    add_origin(&operation.origin, text);
    add_syntax(operation, text);
    let parts = &operation.signature;
    add_section("operands", parts.operands.iter().map(value), text);
    add_section("attributes", parts.attributes.iter().map(attribute), text);
    add_section("properties", parts.properties.iter().map(property), text);
    add_section("results", parts.results.iter().map(value), text);
    add_section("regions", parts.regions.iter().map(block), text);
    add_section("successors", parts.successors.iter().map(block), text);
    add_section("traits", operation.traits.iter().map(ToString::to_string), text);
    add_section("builders", operation.builders.custom.iter().map(ToString::to_string), text);
    if !operation.builders.has_default {
        text.push_str("  no other builders\n");
    }
    let hooks = operation.hooks;
    let hooks = [
        (hooks.verifier, "verifier"),
        (hooks.region_verifier, "verifier of regions"),
        (hooks.canonicalizer || hooks.canonicalize_method, "canonicalizer"),
        (hooks.folder, "folder"),
        (hooks.properties_encoding, "encoding of properties"),
    ];
    let hooks: Vec<&str> = hooks.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
    if !hooks.is_empty() {
        writeln!(text, "  in C++: {}", hooks.join(", "));
    }
}

/// Adds a titled list, unless the list is empty.
fn add_section(title: &str, lines: impl Iterator<Item = String>, text: &mut String) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        writeln!(text, "  {title}");
    }
    for line in lines {
        writeln!(text, "    {}", one_line(&line));
    }
}

fn add_origin(origin: &DescriptionOrigin, text: &mut String) {
    if let Some(location) = &origin.location {
        writeln!(text, "  defined at {location}");
    }
    for expansion in &origin.expansions {
        let what = match &expansion.name {
            ExpansionName::Defm { name, multiclass } => format!("defm {name} : {multiclass}"),
            ExpansionName::Multiclass { multiclass } => format!("multiclass {multiclass}"),
            ExpansionName::Foreach => "foreach".to_owned(),
            ExpansionName::If => "if".to_owned(),
        };
        writeln!(text, "  by {what} at {}", expansion.at.location);
    }
    let classes: Vec<String> = origin.classes.iter().map(chain).collect();
    if !classes.is_empty() {
        writeln!(text, "  made of {}", classes.join(", "));
    }
}

/// Formats a class with its superclasses.
fn chain(parent: &ParentExplanation) -> String {
    let parents: Vec<String> = parent.parents.iter().map(chain).collect();
    match &parents[..] {
        [] => parent.class.clone(),
        parents => format!("{} < {}", parent.class, parents.join(", ")),
    }
}

fn add_syntax(operation: &Operation<'_>, text: &mut String) {
    let syntax = &operation.syntax;
    match (syntax.kind, syntax.format) {
        (SyntaxKind::Format, Some(format)) => {
            writeln!(text, "  written {}", one_line(format));
            for error in &syntax.errors {
                writeln!(text, "    error in the format: {error}");
            }
        }
        (SyntaxKind::Custom, _) => text.push_str("  written as C++ says\n"),
        (SyntaxKind::Generic | SyntaxKind::Format, _) => text.push_str("  written generically\n"),
    }
}

/// Formats a constraint's summary and definition name.
fn constraint(constraint: &Constraint<'_>) -> String {
    match constraint.definition {
        Some(definition) => format!("{} ({definition})", constraint.summary),
        None => constraint.summary.to_owned(),
    }
}

fn value(value: &OperandOrResult<'_>) -> String {
    let name = if value.name.is_empty() { "_" } else { value.name };
    let base = match value.ty.base_constraint {
        Some(base) => format!(" ({base})"),
        None => String::new(),
    };
    format!("%{name}{}: {}{base}", mark(value.kind), constraint(&value.ty.constraint))
}

fn attribute(attribute: &Attribute<'_>) -> String {
    let what = &attribute.constraint;
    let (mark, note) = match attribute.presence {
        AttributePresence::Required => ("", String::new()),
        AttributePresence::Optional | AttributePresence::Default => match what.default_value {
            Some(value) => ("?", format!(" = {value}")),
            None => ("?", String::new()),
        },
        AttributePresence::Derived => ("", ", which follows from the operation".to_owned()),
    };
    let constraint = constraint(&what.constraint);
    format!("#{}{mark}: {constraint}, {}{note}", attribute.name, what.storage_type)
}

fn property(property: &Property<'_>) -> String {
    let default = property.default_value.map(|value| format!(" = {value}")).unwrap_or_default();
    let constraint = constraint(&property.constraint);
    format!("${}: {constraint}, {}{default}", property.name, property.types.interface_type)
}

fn block(block: &RegionBlock<'_>) -> String {
    let name = if block.name.is_empty() { "_" } else { block.name };
    let dots = match block.kind {
        BlockKind::Single => "",
        BlockKind::Variadic => "...",
    };
    format!("{name}{dots}: {}", constraint(&block.constraint))
}
