//! Page sections about operations.

use std::collections::BTreeSet;

use tablewright_text::{TextSink, append};

use super::PageStyle;
use crate::model::operation::{OperationSyntax, OperationValue};
use crate::model::{AttributeConstraint, EffectsTrait, Operation, Trait, TraitEffects};
use crate::support::markdown;

pub(super) fn emit(op: &Operation<'_>, style: &PageStyle<'_>, out: &mut impl TextSink) {
    let class = op.qualified_class();
    let class = class.strip_prefix(style.strip_prefix).unwrap_or(&class);
    append!(out, "\n### `", op.names.full, "` (", class, ")\n");
    // Unlike in other page sections, blanks alone are not text.
    let is_text = |text: &&str| !text.trim().is_empty();
    markdown::write_summary(out, Some(op.docs.summary).filter(is_text).unwrap_or_default());
    if let OperationSyntax::Format(format) = op.syntax {
        emit_syntax(&op.names.full, format, out);
    }
    let description = Some(op.docs.description).filter(is_text);
    markdown::write_description(out, description.unwrap_or_default());
    emit_traits(op, out);
    emit_attributes(op, style, out);
    emit_values("Operand", &op.arguments.operands, out);
    emit_values("Result", &op.results, out);
    let successors = op.blocks.successors.iter();
    emit_table("Successor", successors.map(|one| (one.name, one.constraint.summary)), out);
    out.push('\n');
}

/// Writes the format, aligned from its second line on.
fn emit_syntax(name: &str, format: &str, out: &mut impl TextSink) {
    append!(out, "\nSyntax:\n\n```\noperation ::= `", name, "` ");
    let mut lines = format.trim().lines().map(str::trim);
    append!(out, lines.next().unwrap_or_default(), "\n");
    for line in lines.filter(|line| !line.is_empty()) {
        append!(out, "              ", line, "\n");
    }
    out.push_str("```\n");
}

/// Writes traits, interfaces and effects, each sorted by name.
fn emit_traits(op: &Operation<'_>, out: &mut impl TextSink) {
    let (mut traits, mut interfaces, mut effects) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for one in &op.traits {
        match one {
            Trait::Predicate(_) => {}
            Trait::Native(native) => {
                traits.insert(name_of(native.definition, native.name));
            }
            Trait::Internal(internal) => {
                traits.insert(name_of(internal.definition, internal.name));
            }
            Trait::Interface(one) => {
                interfaces.insert(name_of(one.definition, one.interface.class_name));
            }
            Trait::Effects(one) => {
                let name = name_of(one.definition, one.name);
                match &one.effects {
                    Some(of_trait) => {
                        interfaces.insert(interface_with_effects(&name, one));
                        effects.insert(effects_text(of_trait));
                    }
                    None => {
                        interfaces.insert(name);
                    }
                }
            }
        }
    }
    for (heading, names) in [("Traits", traits), ("Interfaces", interfaces), ("Effects", effects)] {
        for (i, name) in names.iter().enumerate() {
            let before = if i == 0 { format!("\n{heading}: ") } else { ", ".to_owned() };
            append!(out, before, name);
        }
        if !names.is_empty() {
            out.push('\n');
        }
    }
}

/// Returns a trait's definition name, or the trait's own name if the definition is anonymous.
fn name_of(definition: &str, name: &str) -> String {
    if definition.starts_with("anonymous_") {
        format!("`{}`", without_member(name))
    } else {
        format!("`{definition}`")
    }
}

/// Returns a trait without the class within it that is inherited.
fn without_member(name: &str) -> &str {
    let name = name.strip_suffix("::Trait").unwrap_or(name);
    name.strip_suffix("::Impl").unwrap_or(name)
}

fn interface_with_effects(name: &str, one: &EffectsTrait<'_>) -> String {
    format!("{} ({})`", name.trim_end_matches('`'), without_member(one.name))
}

fn effects_text(of_trait: &TraitEffects<'_>) -> String {
    let short = |name: &str| {
        let name = name.strip_prefix("::").unwrap_or(name).to_owned();
        name.strip_prefix("mlir::").map(str::to_owned).unwrap_or(name)
    };
    let effects = of_trait.effects.iter();
    let effects = effects.map(|effect| format!("{} on {}", short(effect.effect), effect.resource));
    let effects = effects.collect::<Vec<_>>().join(", ");
    format!("`{}{{{effects}}}`", short(of_trait.base))
}

fn emit_attributes(op: &Operation<'_>, style: &PageStyle<'_>, out: &mut impl TextSink) {
    if op.arguments.attributes.is_empty() {
        return;
    }
    out.push_str("\n#### Attributes:\n\n<table>\n");
    out.push_str("<tr><th>Attribute</th><th>MLIR Type</th><th>Description</th></tr>\n");
    for attribute in &op.arguments.attributes {
        let constraint = &attribute.constraint;
        let (name, class) = (attribute.name, constraint.storage.class);
        append!(out, "<tr><td><code>", name, "</code></td><td>", class, "</td><td>");
        let summary = constraint.constraint.summary;
        let description = if style.allows_hugo { described(constraint) } else { "" };
        match description {
            "" => append!(out, summary),
            text => append!(
                out,
                "<details><summary>",
                summary,
                "</summary>{{% markdown %}}",
                text,
                "{{% /markdown %}}</details>"
            ),
        }
        out.push_str("</td></tr>\n");
    }
    out.push_str("</table>\n");
}

/// Returns the attribute's description, or the wrapped attribute's description.
fn described<'s>(constraint: &AttributeConstraint<'s>) -> &'s str {
    match constraint.description {
        "" => constraint.innermost().description,
        text => text,
    }
}

fn emit_values(what: &str, values: &[OperationValue<'_>], out: &mut impl TextSink) {
    let rows = values.iter().map(|value| (value.name, value.constraint.constraint.summary));
    emit_table(what, rows, out);
}

fn emit_table<'s>(
    what: &str,
    rows: impl ExactSizeIterator<Item = (&'s str, &'s str)>,
    out: &mut impl TextSink,
) {
    if rows.len() == 0 {
        return;
    }
    let dashes = "-".repeat(what.len().saturating_sub(2));
    append!(out, "\n#### ", what, "s:\n\n| ", what, " | Description |\n");
    append!(out, "| :", dashes, ": | ----------- |\n");
    for (name, summary) in rows {
        match name {
            "" => append!(out, "| &laquo;unnamed&raquo; | ", summary, " |\n"),
            name => append!(out, "| `", name, "` | ", summary, " |\n"),
        }
    }
}
