//! Traits that contradict each other, or the operation that has them.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_syntax::diagnostic::Code;

use super::checked_operations;
use tablewright_mlir::model::operation::count_variable;
use tablewright_mlir::model::{Operation, Trait};

/// Two mutually exclusive traits, or a trait that excludes another part of the operation.
pub(super) const LINT: Lint = Lint {
    code: Code::ContradictingTraits,
    name: "contradicting-traits",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    for operation in checked_operations(input, findings) {
        for contradiction in contradictions(&operation) {
            let what = format!("'{}' {contradiction}", operation.names.full);
            findings.add(operation.names.pos, what);
        }
    }
}

/// Traits that exclude each other, by their C++ classes, and why.
const EXCLUSIVE: [(&str, &str, &str); 3] = [
    (
        "::mlir::OpTrait::AttrSizedOperandSegments",
        "::mlir::OpTrait::SameVariadicOperandSize",
        "an attribute has the lengths of operands, or all have the same one",
    ),
    (
        "::mlir::OpTrait::AttrSizedResultSegments",
        "::mlir::OpTrait::SameVariadicResultSize",
        "an attribute has the lengths of results, or all have the same one",
    ),
    (
        "::mlir::OpTrait::AlwaysSpeculatableImplTrait",
        "::mlir::OpTrait::RecursivelySpeculatableImplTrait",
        "whether it can be speculated is up to its regions, or it always can be",
    ),
];

/// C++ classes of traits that require operands, with the minimum number of operands.
const OPERANDS: [(&str, usize); 5] = [
    ("::mlir::OpTrait::IsCommutative", 2),
    ("::mlir::OpTrait::IsInvolution", 1),
    ("::mlir::OpTrait::IsIdempotent", 1),
    ("::mlir::OpTrait::SameOperandsAndResultType", 1),
    ("::mlir::OpTrait::SameOperandsAndResultShape", 1),
];

fn contradictions(operation: &Operation<'_>) -> Vec<String> {
    let mut messages = Vec::new();
    for (one, other, why) in EXCLUSIVE {
        if operation.has_trait(one) && operation.has_trait(other) {
            messages.push(format!("has the traits '{}' and '{}': {why}", short(one), short(other)));
        }
    }
    let operands = &operation.arguments.operands;
    for (name, least) in OPERANDS {
        let count = operands.len();
        if operation.has_trait(name) && count < least && count_variable(operands) == 0 {
            let name = short(name);
            messages.push(format!(
                "has the trait '{name}' and {count} of the {least} operands it needs"
            ));
        }
    }
    messages.extend(effects(operation));
    messages.extend(terminators(operation));
    messages
}

/// Reports an effect whose kind is missing among the operation's traits.
fn effects(operation: &Operation<'_>) -> Option<String> {
    let of_traits = || {
        operation.traits.iter().filter_map(|one| match one {
            Trait::Effects(one) => Some((one.definition, one.effects.as_ref()?)),
            Trait::Native(_) | Trait::Interface(_) | Trait::Predicate(_) | Trait::Internal(_) => {
                None
            }
        })
    };
    let (definition, none) = of_traits().find(|(_, of)| of.effects.is_empty())?;
    let arguments = &operation.arguments;
    let of_values = arguments.operands.iter().chain(&operation.results);
    let of_values = of_values.flat_map(|value| &value.effects);
    let of_attributes = arguments.attributes.iter().flat_map(|attribute| &attribute.effects);
    let effects = of_traits().flat_map(|(_, of)| &of.effects).chain(of_values);
    let effect = effects.chain(of_attributes).find(|effect| effect.base == none.base)?;
    let effect = effect.effect;
    Some(format!("lacks effects by the trait '{definition}', but has the effect '{effect}'"))
}

/// Reports blocks that must end with a specific terminator, and also with no terminator or a different terminator.
fn terminators(operation: &Operation<'_>) -> Option<String> {
    let implicit = operation.traits.iter().filter_map(|one| match one {
        Trait::Native(one) => one.name.strip_prefix("SingleBlockImplicitTerminator<"),
        Trait::Effects(_) | Trait::Interface(_) | Trait::Predicate(_) | Trait::Internal(_) => None,
    });
    let mut implicit = implicit.map(|name| name.split('>').next().unwrap_or(name));
    let first = implicit.next()?;
    if let Some(second) = implicit.find(|other| *other != first) {
        return Some(format!("has blocks that end with '{first}' and with '{second}'"));
    }
    operation
        .has_trait("::mlir::OpTrait::NoTerminator")
        .then(|| format!("has blocks that end with '{first}' and with no terminator"))
}

/// Returns a class without its namespace.
fn short(class: &str) -> &str {
    class.rsplit("::").next().unwrap_or(class)
}
