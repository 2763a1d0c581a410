//! Attribute and type formats without the builder that their parser calls.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_mlir::model::{AttrOrType, AttrOrTypeDef, DefBuilder, DefSyntax};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::has_operations;

/// An attribute or type with a format, and without a builder that takes its parameters.
pub(super) const LINT: Lint = Lint {
    code: Code::FormatWithoutBuilder,
    name: "format-without-builder",
    group: LintGroup::Mlir,
    default: Level::Warn,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    if !has_operations(input.store) {
        return;
    }
    for kind in [AttrOrType::Attr, AttrOrType::Type] {
        let defs = match AttrOrTypeDef::all(input.store, kind) {
            Ok(defs) => defs,
            Err(error) => return findings.not_checked(Diagnostic::from(error)),
        };
        for def in defs.iter().filter(|def| input.checks(def.names.pos)) {
            let has_format = matches!(def.syntax, DefSyntax::Format(_));
            let count = def.parameters.len();
            let takes_all = |builder: &DefBuilder<'_>| {
                let required = builder.parameters.iter().filter(|one| one.default.is_none());
                (required.count()..=builder.parameters.len()).contains(&count)
            };
            if !has_format
                || count == 0
                || def.generated.default_builder
                || def.builders.iter().any(takes_all)
            {
                continue;
            }
            let name = def.names.definition;
            let message = format!("the format of '{name}' needs a builder with its parameters");
            findings.add(def.names.pos, message).note(
                "the generated parser calls 'get' with all parameters; 'skipDefaultBuilders' leaves it out",
            );
        }
    }
}
