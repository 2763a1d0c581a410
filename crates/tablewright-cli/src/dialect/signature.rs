//! Operation signatures: operands and results in a line.

use tablewright_dialect::{
    ArgumentKind, AttributePresence, BlockKind, OperandOrResultKind, Operation,
};

/// Legend for the sigils in a signature.
pub(super) const LEGEND: &str =
    "%operand #attribute $property ^successor {region}; ? may be missing, ... any number";

/// Formats a signature: `(%lhs, %rhs, #fastmath?) -> %result`.
pub(super) fn signature(operation: &Operation<'_>) -> String {
    let signature = &operation.signature;
    let mut inputs: Vec<String> = Vec::new();
    for argument in &signature.arguments {
        inputs.push(match argument.kind {
            ArgumentKind::Operand => {
                value("%", argument.name, signature.operands[argument.index].kind)
            }
            ArgumentKind::Attribute => {
                let attribute = &signature.attributes[argument.index];
                let mark = match attribute.presence {
                    AttributePresence::Required | AttributePresence::Derived => "",
                    AttributePresence::Optional | AttributePresence::Default => "?",
                };
                format!("#{}{mark}", attribute.name)
            }
            ArgumentKind::Property => {
                let property = &signature.properties[argument.index];
                let mark = if property.default_value.is_some() { "?" } else { "" };
                format!("${}{mark}", property.name)
            }
        });
    }
    let mut text = format!("({})", inputs.join(", "));
    let dots = |kind: BlockKind| match kind {
        BlockKind::Single => "",
        BlockKind::Variadic => "...",
    };
    for region in &signature.regions {
        text.push_str(&format!(" {{{}{}}}", region.name, dots(region.kind)));
    }
    for successor in &signature.successors {
        text.push_str(&format!(" ^{}{}", successor.name, dots(successor.kind)));
    }
    let results = signature.results.iter().map(|result| value("%", result.name, result.kind));
    let results: Vec<String> = results.collect();
    match &results[..] {
        [] => text,
        [result] => format!("{text} -> {result}"),
        results => format!("{text} -> ({})", results.join(", ")),
    }
}

/// Formats a value with its sigil and count mark.
fn value(sigil: &str, name: &str, kind: OperandOrResultKind) -> String {
    let name = if name.is_empty() { "_" } else { name };
    format!("{sigil}{name}{}", mark(kind))
}

/// Returns the mark after a name for the number of values.
pub(super) fn mark(kind: OperandOrResultKind) -> &'static str {
    match kind {
        OperandOrResultKind::Single => "",
        OperandOrResultKind::Optional => "?",
        OperandOrResultKind::Variadic => "...",
        OperandOrResultKind::VariadicOfVariadic => "......",
    }
}
