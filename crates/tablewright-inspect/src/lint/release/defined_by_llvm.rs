//! Lint: definitions that LLVM's include files contain in a newer release.

use tablewright_records::trace::{Definition, DefinitionKind};
use tablewright_records::{Record, RecordStore};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::lossless::NodeKind;

use super::names::{NameChange, NameChanges, kind_word};
use super::statement::{enclosing, removal};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::DefinedByLlvm,
    name: "defined-by-llvm",
    group: LintGroup::Release,
    default: Level::Allow,
    check,
};

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let changes = NameChanges::until(input.settings.release);
    let names = input.trace.names();
    for (_, definition) in names.definitions() {
        let name = input.store.str(definition.name);
        if input.checks(definition.span.lo)
            && let Some(change) = changes.added(definition.kind, name)
            && includes(input, change.file)
            && !is_added_already(input, definition)
        {
            add(input, findings, definition, change);
        }
    }
}

fn add(
    input: &LintInput<'_>,
    findings: &mut Findings,
    definition: &Definition,
    change: NameChange,
) {
    let sources = input.sources();
    let name = input.store.str(definition.name);
    let word = kind_word(definition.kind);
    let message =
        format!("the {word} '{name}' is in LLVM's include files since release {}", change.release);
    let pos = definition.span.lo;
    let statement = enclosing(sources, pos, &[NodeKind::Def, NodeKind::Class]);
    let finding = findings.add(definition.span, message);
    match statement {
        Some((range, _)) if has_form(input, definition, change) => {
            let file = sources.file(sources.file_of(pos));
            finding.fix(format!("remove the {word}"), [removal(file, range)]);
        }
        _ => {
            finding.note("LLVM's definition has another form: rename this one, or adapt its uses");
        }
    }
}

/// Whether the description reads a file from LLVM or MLIR.
fn includes(input: &LintInput<'_>, path: &str) -> bool {
    let files = input.sources().files().iter();
    files.filter(|file| !input.checks(file.pos(0))).any(|file| {
        file.name.strip_suffix(path).is_some_and(|dir| dir.is_empty() || dir.ends_with('/'))
    })
}

/// Whether the include files of the description have the definition, too: a class may be declared again.
fn is_added_already(input: &LintInput<'_>, definition: &Definition) -> bool {
    input.trace.names().definitions().any(|(_, other)| {
        other.kind == definition.kind
            && other.name == definition.name
            && !input.checks(other.span.lo)
    })
}

/// Whether a definition has the same class or parameter count as LLVM's definition.
fn has_form(input: &LintInput<'_>, definition: &Definition, change: NameChange) -> bool {
    match definition.kind {
        DefinitionKind::Record => {
            let name = input.store.str(definition.name);
            let record = input.store.get(name);
            record.and_then(|record| last_class(input.store, record)) == change.form
        }
        DefinitionKind::Class => {
            let names = input.trace.names();
            let parameters = names.definitions().filter(|(_, parameter)| {
                parameter.kind == DefinitionKind::Parameter
                    && parameter.owner == Some(definition.name)
            });
            change.form == Some(&*parameters.count().to_string())
        }
        DefinitionKind::Multiclass
        | DefinitionKind::Field
        | DefinitionKind::Parameter
        | DefinitionKind::Variable
        | DefinitionKind::TypeAlias
        | DefinitionKind::Macro => false,
    }
}

fn last_class<'s>(store: &'s RecordStore, record: Record<'s>) -> Option<&'s str> {
    record.superclasses().last().map(|&class| store.class(class).name())
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{findings, fixed};
    use super::LINT;

    const INCLUDE: (&str, &str) =
        ("llvm/Target/TargetSelectionDAG.td", "class SDNodeXForm<int n>; class SDNode;\n");

    #[test]
    fn a_record_that_llvm_defines_is_removed() {
        let text = "def to_tframeindex : SDNodeXForm<1>;\ndef x : SDNodeXForm<2>;\n";
        assert_eq!(
            findings(&LINT, 24, INCLUDE, text),
            ["the record 'to_tframeindex' is in LLVM's include files since release 24"]
        );
        assert_eq!(fixed(&LINT, 24, INCLUDE, text), "def x : SDNodeXForm<2>;\n");
        assert_eq!(findings(&LINT, 23, INCLUDE, text), [""; 0]);
    }

    #[test]
    fn a_record_with_another_class_is_kept() {
        let text = "def to_tframeindex : SDNode;\n";
        assert_eq!(findings(&LINT, 24, INCLUDE, text).len(), 1);
        assert_eq!(fixed(&LINT, 24, INCLUDE, text), text);
    }

    #[test]
    fn another_description_may_use_the_name() {
        let other = ("other.td", "class SDNodeXForm<int n>;\n");
        assert_eq!(findings(&LINT, 24, other, "def to_tframeindex : SDNodeXForm<1>;\n"), [""; 0]);
    }
}
