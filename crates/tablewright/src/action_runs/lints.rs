//! Lints for fields and classes that no action reads. They run all applicable actions, and need a
//! description that was loaded with a trace and recorded reads.

use std::collections::BTreeMap;

use tablewright_inspect::lint::{Findings, Level, Lint, LintGroup, LintInput};
use tablewright_records::reads::Reads;
use tablewright_records::trace::{DefinitionKind, UseKind};
use tablewright_records::{Analysis, AnalysisError, ClassId, Record, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_syntax::symbol::Symbol;

use super::run_actions;

/// The lints in this module, by code.
pub const LINTS: &[&Lint] = &[&UNREAD_FIELD, &UNREAD_CLASS];

const UNREAD_FIELD: Lint = Lint {
    code: Code::UnreadField,
    name: "unread-field",
    group: LintGroup::Reads,
    default: Level::Allow,
    check: check_fields,
};

const UNREAD_CLASS: Lint = Lint {
    code: Code::UnreadClass,
    name: "unread-class",
    group: LintGroup::Reads,
    default: Level::Allow,
    check: check_classes,
};

/// The reads of all applicable actions together.
struct AllReads {
    reads: Reads,
    actions: usize,
}

impl Analysis for AllReads {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<AllReads, AnalysisError> {
        let runs = run_actions(store, |_| true);
        let mut reads = Reads::default();
        for run in &runs {
            reads.add(&run.reads);
        }
        Ok(AllReads { reads, actions: runs.len() })
    }
}

impl AllReads {
    /// Returns the reads; `None` if no action applies or the store does not record reads.
    fn for_input<'a>(input: &LintInput<'a>, findings: &mut Findings) -> Option<&'a AllReads> {
        if !input.store.records_reads() {
            return None;
        }
        input.analysis::<AllReads>(findings).filter(|all| all.actions > 0)
    }

    /// Whether no action lists a class's records or reads any of their fields.
    fn is_unread(&self, store: &RecordStore, class: ClassId) -> bool {
        let superclasses = store.class(class).superclasses().iter().copied();
        !superclasses.chain([class]).any(|class| self.reads.lists(class))
            && store.derived(class).iter().all(|&record| !self.reads.has_record(record))
    }

    fn note(&self) -> String {
        match self.actions {
            1 => "1 action applies to the description".to_owned(),
            count => format!("{count} actions apply to the description"),
        }
    }
}

fn check_fields(input: &LintInput<'_>, findings: &mut Findings) {
    let Some(all) = AllReads::for_input(input, findings) else { return };
    let store = input.store;
    let computed_from = FieldsComputedFrom::new(input);
    for (id, definition) in input.trace.names().definitions() {
        let class = definition.owner.and_then(|owner| store.find_class(store.str(owner)));
        let Some(class) = class else { continue };
        // A field from which another field is computed is read by the description itself.
        if definition.kind != DefinitionKind::Field
            || !input.checks(definition.span.lo)
            || input.count_uses(id, &[UseKind::Read]) > 0
        {
            continue;
        }
        let records = store.derived(class);
        let is_read = records.iter().any(|record| {
            let slot = record.slot_of(definition.name);
            slot.is_some_and(|slot| all.reads.has_slot(*record, slot))
                || computed_from.has(*record, definition.name)
        });
        if records.is_empty() || is_read || all.is_unread(store, class) {
            continue;
        }
        let (field, class) = (store.str(definition.name), store.class(class).name());
        let message = format!("no action reads the field '{field}' of the class '{class}'");
        let count = match records.len() {
            1 => "1 record has it".to_owned(),
            count => format!("{count} records have it"),
        };
        findings.add(definition.span, message).note(format!("{count}; {}", all.note()));
    }
}

/// The fields from which other fields are computed, each with the classes that define it. Several
/// classes of a record can define the same field; a read counts for each of them.
struct FieldsComputedFrom(BTreeMap<Symbol, Vec<ClassId>>);

impl FieldsComputedFrom {
    fn new(input: &LintInput<'_>) -> FieldsComputedFrom {
        let store = input.store;
        let mut fields: BTreeMap<Symbol, Vec<ClassId>> = BTreeMap::new();
        for (id, definition) in input.trace.names().definitions() {
            if definition.kind == DefinitionKind::Field
                && input.count_uses(id, &[UseKind::Read]) > 0
                && let Some(owner) = definition.owner
                && let Some(class) = store.find_class(store.str(owner))
            {
                fields.entry(definition.name).or_default().push(class);
            }
        }
        FieldsComputedFrom(fields)
    }

    fn has(&self, record: Record<'_>, field: Symbol) -> bool {
        let classes = self.0.get(&field).map_or(&[][..], Vec::as_slice);
        classes.iter().any(|class| record.superclasses().contains(class))
    }
}

fn check_classes(input: &LintInput<'_>, findings: &mut Findings) {
    let Some(all) = AllReads::for_input(input, findings) else { return };
    let store = input.store;
    // If the description reads a class's field, it reads the class's records.
    let names = input.trace.names();
    let read_by_description: Vec<ClassId> = names
        .definitions()
        .filter(|(id, definition)| {
            definition.kind == DefinitionKind::Field && input.count_uses(*id, &[UseKind::Read]) > 0
        })
        .filter_map(|(_, definition)| store.find_class(store.str(definition.owner?)))
        .collect();
    let is_unread = |class: ClassId| {
        !store.derived(class).is_empty()
            && !read_by_description.contains(&class)
            && all.is_unread(store, class)
    };
    for (id, definition) in names.definitions() {
        if definition.kind != DefinitionKind::Class
            || !input.checks(definition.span.lo)
            || input.count_uses(id, &[UseKind::Type]) > 0
        {
            continue;
        }
        let Some(class) = store.find_class(store.str(definition.name)) else { continue };
        // If a superclass is unread as well, only the superclass is reported.
        let superclasses = store.class(class).superclasses();
        if !is_unread(class) || superclasses.iter().any(|&parent| is_unread(parent)) {
            continue;
        }
        let message =
            format!("no action reads records of the class '{}'", store.class(class).name());
        let count = match store.derived(class).len() {
            1 => "it has 1 record".to_owned(),
            count => format!("it has {count} records"),
        };
        findings.add(definition.span, message).note(format!("{count}; {}", all.note()));
    }
}

#[cfg(test)]
mod tests {
    use tablewright_records::Release;

    use super::*;
    use crate::Session;
    use tablewright_inspect::lint::{LintLevels, LintScope, LintSettings, check};

    const TAGS: &str = "class Tag<string s> {\n  string Spelling = s; bit EndTagOptional = 0;\n  \
                        bit EndTagForbidden = 0;\n  REST\n}\ndef A : Tag<\"a\">;\n";

    /// Runs both lints on tags with additional text.
    fn findings(in_class: &str, after: &str) -> Vec<String> {
        let text = TAGS.replace("REST", in_class) + after;
        let session = Session::new().trace(true).record_reads(true);
        let loaded = session.load_text("a.td", text).expect("it is correct");
        let mut levels = LintLevels::new();
        levels.set(LINTS, "reads", Level::Warn).expect("it is a group");
        let settings = LintSettings {
            lints: LINTS,
            scope: LintScope::OwnTree,
            macros: &[],
            other_files: None,
            release: Release::NEWEST_KNOWN,
        };
        let run = check(&loaded.store, &levels, settings);
        run.findings.iter().map(|finding| finding.diagnostic.message.clone()).collect()
    }

    #[test]
    fn a_field_that_nobody_reads_is_found() {
        let lints = findings("string Remark = \"\";", "");
        assert_eq!(lints, ["no action reads the field 'Remark' of the class 'Tag'"]);
        assert_eq!(findings("", ""), [""; 0]);
        // Another superclass declares the field again and computes a field from it.
        let again = "class Again { string Name = \"\"; string Spelling = Name; }\n\
                     class Both : Tag<\"b\">, Again; def b : Both;";
        assert_eq!(findings("string Name = \"c\";", again), [""; 0]);
        // Another field is computed from it.
        let computed_lints = findings("string Name = s; let Spelling = Name;", "");
        assert_eq!(computed_lints, [""; 0]);
    }

    #[test]
    fn a_class_that_nobody_reads_is_found_once() {
        let lints = findings("", "class N { int X = 1; } class O : N; def n : O;");
        assert_eq!(lints, ["no action reads records of the class 'N'"]);
        assert_eq!(findings("", "class N; class O<list<N> l>; def n : N;"), [""; 0]);
        assert_eq!(findings("", "class Unused { int X = 1; }"), [""; 0]);
    }

    #[test]
    fn nothing_is_found_where_no_action_applies() {
        let loaded = Session::new().trace(true).record_reads(true);
        let loaded = loaded.load_text("a.td", "class N { int X = 1; } def n : N;");
        let store = loaded.expect("it is correct").into_store();
        let mut levels = LintLevels::new();
        levels.set(LINTS, "reads", Level::Warn).expect("it is a group");
        let settings = LintSettings {
            lints: LINTS,
            scope: LintScope::OwnTree,
            macros: &[],
            other_files: None,
            release: Release::NEWEST_KNOWN,
        };
        assert!(check(&store, &levels, settings).findings.is_empty());
    }
}
