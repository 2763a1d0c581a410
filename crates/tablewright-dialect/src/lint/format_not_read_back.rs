//! Formats that print text which their parser cannot read.

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_mlir::model::{
    AttrOrType, AttrOrTypeDef, DefFormatElement, DefParameter, DefSyntax, GroupAnchor,
    ParameterKind, parse_def_format,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use super::has_operations;

/// An optional parameter that the parser requires.
pub(super) const LINT: Lint = Lint {
    code: Code::FormatNotReadBack,
    name: "format-not-read-back",
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
            let DefSyntax::Format(format) = def.syntax else { continue };
            // The backends report errors.
            if let Ok(elements) = parse_def_format(def, format) {
                check_groups(def, &elements, findings);
            }
        }
    }
}

/// Reports groups that begin with a parameter whose parser fails if the parameter is absent.
fn check_groups(
    def: &AttrOrTypeDef<'_>,
    elements: &[DefFormatElement<'_>],
    findings: &mut Findings,
) {
    for element in elements {
        let DefFormatElement::Optional { then, anchor: GroupAnchor::Then(_), .. } = element else {
            continue;
        };
        let first = then.iter().find(|one| !matches!(one, DefFormatElement::Whitespace(_)));
        let Some(&DefFormatElement::Parameter { index, .. }) = first else { continue };
        let parameter = &def.parameters[index];
        if parses_absence(parameter) {
            continue;
        }
        let (name, ty) = (parameter.name, parameter.cpp_type);
        let message = format!(
            "the optional group in the format of '{}' begins with '${name}', which cannot be absent",
            def.names.definition
        );
        findings.add(def.names.pos, message).note(format!(
            "the parser of '{ty}' reports an error if no value follows; begin the group with a keyword or punctuation"
        ));
    }
}

/// Whether the parser of a parameter accepts that no value follows.
fn parses_absence(parameter: &DefParameter<'_>) -> bool {
    let is_array = matches!(parameter.kind, ParameterKind::Array);
    parameter.parser.is_some() || is_array || parameter.cpp_type.contains("optional<")
}
