//! Lint: uses of classes, multiclasses and records that a newer release lacks.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::MentionSearch;
use tablewright_records::trace::{DefinitionId, DefinitionKind};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::lossless::views::{Def, Defm, View};
use tablewright_syntax::lossless::{LosslessTree, NodeKind, TokenKind};
use tablewright_syntax::source::{Pos, SourceFile, Span};

use super::names::{NameChange, NameChanges, kind_word};
use super::replacements::{advice, renamed};
use super::statement::{enclosing, insertion_after_include, removal};
use crate::lint::{Edit, Findings, Level, Lint, LintGroup, LintInput};

pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::RemovedName,
    name: "removed-name",
    group: LintGroup::Release,
    default: Level::Allow,
    check,
};

/// A use for a removed name.
struct RemovedUse<'a> {
    kind: DefinitionKind,
    name: &'a str,
    span: Span,
    change: NameChange,
    /// The removed definition, for an identifier.
    definition: Option<DefinitionId>,
}

fn check(input: &LintInput<'_>, findings: &mut Findings) {
    let changes = NameChanges::until(input.settings.release);
    let names = input.trace.names();
    let mut removed = FxHashMap::default();
    for (id, definition) in names.definitions().filter(|(_, it)| !input.checks(it.span.lo)) {
        if let Some(change) = changes.removed(definition.kind, input.store.str(definition.name)) {
            removed.insert(id, change);
        }
    }
    let mut kept: Vec<DefinitionId> = Vec::new();
    let mut reported: FxHashSet<&str> = FxHashSet::default();
    for used in names.uses().iter().filter(|used| input.checks(used.span.lo)) {
        let Some(&change) = removed.get(&used.definition) else { continue };
        let definition = names.definition(used.definition);
        if matches!(definition.kind, DefinitionKind::Field) {
            continue;
        }
        let name = input.store.str(definition.name);
        let used = RemovedUse {
            kind: definition.kind,
            name,
            span: used.span,
            change,
            definition: Some(used.definition),
        };
        reported.insert(name);
        add(input, findings, &used, &mut kept);
    }
    let literals = literals(input, &changes);
    for used in &literals {
        reported.insert(used.name);
        add(input, findings, used, &mut kept);
    }
    mentions(input, &changes, &reported, findings);
}

/// Returns the string literals with the names of removed records, for example `!cast<Intrinsic>("int_x86_abs")`.
fn literals<'a>(input: &LintInput<'a>, changes: &NameChanges) -> Vec<RemovedUse<'a>> {
    let mut uses = Vec::new();
    for file in input.sources().files().iter().filter(|file| input.checks(file.pos(0))) {
        let Ok(tree) = LosslessTree::new(file.text.as_str()) else { continue };
        for token in tree.tokens().filter(|token| token.kind() == TokenKind::Str) {
            let name = token.text().trim_matches('"');
            let Some(change) = changes.removed(DefinitionKind::Record, name) else { continue };
            let Some(record) = input.store.get(name) else { continue };
            if !input.checks(record.pos()) {
                let range = token.range();
                let span = Span::new(file.pos(range.start), file.pos(range.end));
                let (kind, name) = (DefinitionKind::Record, record.name());
                uses.push(RemovedUse { kind, name, span, change, definition: None });
            }
        }
    }
    uses
}

fn add(
    input: &LintInput<'_>,
    findings: &mut Findings,
    used: &RemovedUse<'_>,
    kept: &mut Vec<DefinitionId>,
) {
    let RemovedUse { kind, name, change, .. } = *used;
    // A copy of the definition serves all uses.
    if used.definition.is_some_and(|definition| kept.contains(&definition)) {
        return;
    }
    let word = kind_word(kind);
    let message = format!(
        "the {word} '{name}' is gone from LLVM's include files since release {}",
        change.release
    );
    let fix = fix(input, used, kept);
    let finding = findings.add(used.span, message);
    if let Some((message, edit)) = fix {
        finding.fix(message, [edit]);
    }
    if let Some(advice) = advice(name) {
        finding.note(advice);
    }
}

/// Returns the fix for a use: the new name, no statement, or a copy of the removed definition. The copy belongs to the
/// first use.
fn fix(
    input: &LintInput<'_>,
    used: &RemovedUse<'_>,
    kept: &mut Vec<DefinitionId>,
) -> Option<(String, Edit)> {
    let sources = input.sources();
    if let Some(new) = renamed(used.name) {
        let quoted = format!("\"{new}\"");
        let replacement = if used.definition.is_some() { new.to_owned() } else { quoted };
        return Some((format!("use '{new}'"), Edit { span: used.span, replacement }));
    }
    if belongs_to_llvm(used.name) {
        let range =
            unnamed_statement(sources.file(sources.file_of(used.span.lo)), used.span.lo, input)?;
        let file = sources.file(sources.file_of(used.span.lo));
        return Some(("remove the statement".to_owned(), removal(file, range)));
    }
    let definition = used.definition.filter(|definition| !kept.contains(definition))?;
    let pos = input.trace.names().definition(definition).span.lo;
    let kinds = [NodeKind::Def, NodeKind::Class, NodeKind::Multiclass];
    let (range, _) = enclosing(sources, pos, &kinds)?;
    let text = &sources.file(sources.file_of(pos)).text[range];
    let edit = insertion_after_include(input, pos, text)?;
    kept.push(definition);
    Some(("keep the definition in this description".to_owned(), edit))
}

/// Whether C++ code has a counterpart, so that a copied record is useless.
fn belongs_to_llvm(name: &str) -> bool {
    name.starts_with("int_") || name.starts_with("G_")
}

/// Returns the range of the `def` or `defm` at `pos` if it has no name, so that nothing can refer to its records.
fn unnamed_statement(
    file: &SourceFile,
    pos: Pos,
    input: &LintInput<'_>,
) -> Option<std::ops::Range<usize>> {
    let (range, kind) = enclosing(input.sources(), pos, &[NodeKind::Def, NodeKind::Defm])?;
    let tree = LosslessTree::new(file.text.as_str()).ok()?;
    let mut node = tree.root();
    while node.range() != range || node.kind() != kind {
        node = node.children().find(|child| child.range().contains(&range.start))?;
    }
    let is_named = match (Def::from_node(node), Defm::from_node(node)) {
        (Some(def), _) => def.name().is_some(),
        (None, defm) => defm?.name().is_some(),
    };
    (!is_named).then_some(range)
}

/// Reports records that mention a removed record whose name is in no file, for example a name that is pasted together.
fn mentions(
    input: &LintInput<'_>,
    changes: &NameChanges,
    reported: &FxHashSet<&str>,
    findings: &mut Findings,
) {
    for record in input.store.records().filter(|record| input.checks(record.pos())) {
        let mut search = MentionSearch::new(input.store);
        search.add(record);
        while let Some(id) = search.next_record() {
            let mentioned = input.store.record(id);
            let name = mentioned.name();
            if let Some(change) = changes.removed(DefinitionKind::Record, name)
                && !input.checks(mentioned.pos())
                && !reported.contains(name)
            {
                let message = format!(
                    "this record mentions '{name}', which is gone from LLVM's include files since release {}",
                    change.release
                );
                findings.add(Span::from(record.pos()), message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{findings, fixed};
    use super::LINT;

    const INCLUDE: (&str, &str) = (
        "llvm/Target/Target.td",
        "class Predicate<string s>;\ndef NoHonorSignDependentRounding\n : Predicate<\"a\">;\n\
         class Intrinsic; def int_riscv_vabs : Intrinsic; def ctlz_zero_undef : Intrinsic;\n\
         class Pat<Intrinsic i> { int A = 0; }\n class ByName<string s> { Intrinsic i = !cast<Intrinsic>(s); }\n",
    );

    #[test]
    fn a_definition_that_was_removed_is_kept_once() {
        let text = "def x { list<Predicate> p = [NoHonorSignDependentRounding]; }\n\
                    def y { list<Predicate> p = [NoHonorSignDependentRounding]; }\n";
        let message = "the record 'NoHonorSignDependentRounding' is gone from LLVM's include files since release 24";
        assert_eq!(findings(&LINT, 24, INCLUDE, text), [message]);
        let copy = "def NoHonorSignDependentRounding\n : Predicate<\"a\">;\n";
        assert_eq!(fixed(&LINT, 24, INCLUDE, text), format!("{copy}{text}"));
    }

    #[test]
    fn a_renamed_definition_has_its_new_name() {
        let text = "def : Pat<ctlz_zero_undef>;\ndef : ByName<\"ctlz_zero_undef\">;\n";
        let new = "def : Pat<ctlz_zero_poison>;\ndef : ByName<\"ctlz_zero_poison\">;\n";
        assert_eq!(fixed(&LINT, 24, INCLUDE, text), new);
    }

    #[test]
    fn an_unnamed_record_of_a_removed_intrinsic_is_removed() {
        let text = "let A = 1 in {\n  def : Pat<int_riscv_vabs>;\n}\ndef : ByName<\"int_riscv_vabs\">;\ndef n : Pat<int_riscv_vabs>;\n";
        let new = "let A = 1 in {\n}\ndef n : Pat<int_riscv_vabs>;\n";
        assert_eq!(fixed(&LINT, 24, INCLUDE, text), new);
    }

    #[test]
    fn a_pasted_name_is_found_at_its_record() {
        let text = "class P<string s> : ByName<\"int_riscv_\" # s>;\ndef x : P<\"vabs\">;\n";
        assert_eq!(
            findings(&LINT, 24, INCLUDE, text),
            [
                "this record mentions 'int_riscv_vabs', which is gone from LLVM's include files since release 24"
            ]
        );
        assert_eq!(findings(&LINT, 23, INCLUDE, text), [""; 0]);
    }
}
