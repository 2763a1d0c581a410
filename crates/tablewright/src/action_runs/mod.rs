//! Runs of actions whose outputs are discarded. Their reads, and hashes of their outputs, are kept.

mod declared;
mod hash_output;
mod lints;

use tablewright_backend::{Backend, BackendOption, Job, OptionKind, OptionValue, Options, Outputs};
use tablewright_inspect::ActionRun;
use tablewright_records::reads::Reads;
use tablewright_records::{RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::record_views::instruction::TargetRecord;

use crate::backends::{clang_backends, llvm_backends_of, releases_with};
pub use declared::{
    classes_of_action, declared_actions, declared_reads, read_classes, view_fields,
};
use hash_output::{HashedFiles, HashedOutput};
pub use lints::LINTS;

/// Actions that print all records and fields in any description.
pub const PRINTS_ALL_RECORDS: [&str; 7] = [
    "print-records",
    "print-detailed-records",
    "null-backend",
    "dump-json",
    "gen-ctags",
    "print-enums",
    "print-sets",
];

/// Runs the actions in the description's release for which `wanted` returns true. Returns the
/// actions that apply: they succeed and read at least one field. An action that prints only a part
/// of a description, for example a single assembly printer or combiner, runs once for each part.
/// The actions in [`PRINTS_ALL_RECORDS`] are left out.
///
/// The store must record reads ([`RecordStore::record_reads`]).
pub fn run_actions(store: &RecordStore, wanted: impl Fn(&str) -> bool) -> Vec<ActionRun> {
    let runs = all_runs(store, wanted);
    runs.into_iter().filter(|run| run.output.is_some() && reads_fields(store, &run.reads)).collect()
}

/// Like [`run_actions`], including the actions that do not apply.
pub fn all_runs(store: &RecordStore, wanted: impl Fn(&str) -> bool) -> Vec<ActionRun> {
    let release = store.release();
    let of_clang = clang_backends().iter().copied();
    let of_clang = of_clang.filter(|backend| releases_with(backend.name).contains(release));
    let mut runs: Vec<ActionRun> = Vec::new();
    for backend in llvm_backends_of(Some(release)).into_iter().chain(of_clang) {
        let is_done = runs.iter().any(|run| run.action == backend.name);
        if !is_done && !PRINTS_ALL_RECORDS.contains(&backend.name) && wanted(backend.name) {
            runs.push(run(store, backend));
        }
    }
    runs
}

/// Runs an action for each part of the description that it can print.
fn run(store: &RecordStore, backend: &'static Backend) -> ActionRun {
    let (mut reads, mut hash, mut is_ok) = (Reads::default(), HashedOutput::default(), false);
    for options in options_for_parts(store, backend) {
        let (result, part) = store.reads_of(|| run_with(store, backend, &options));
        reads.add(&part);
        is_ok |= result.is_some();
        hash.add_hash(result.unwrap_or_default());
    }
    let output = is_ok.then(|| hash.finish());
    ActionRun { action: backend.name, reads, output }
}

/// Returns a hash of an action's output; `None` if it fails.
fn run_with(store: &RecordStore, backend: &Backend, options: &Options) -> Option<u64> {
    let (mut out, mut files) = (HashedOutput::default(), HashedFiles::default());
    let mut diagnostics = Diagnostics::new();
    let outputs = Outputs::new(&mut out, &mut files);
    let mut job = Job { store, options, outputs, diagnostics: &mut diagnostics };
    let result = (backend.run)(&mut job);
    let is_ok = result.is_ok() && !diagnostics.has_errors();
    files.add_to(&mut out);
    is_ok.then(|| out.finish())
}

fn options_for_parts(store: &RecordStore, backend: &Backend) -> Vec<Options> {
    let option = |name: &str| -> Option<&'static BackendOption> {
        let options = backend.options.iter().flat_map(|group| group.options);
        options.into_iter().find(|option| option.name == name)
    };
    let with = |option: &BackendOption, value: OptionValue| {
        let mut options = Options::new();
        options.set(option, value);
        options
    };
    if let Some(combiners) =
        option("combiners").filter(|o| matches!(o.kind, OptionKind::Texts { .. }))
    {
        let names = store.derived_if_defined("GICombiner").into_iter().map(|one| one.name());
        let one = |name: &str| with(combiners, OptionValue::Texts(vec![name.to_owned()]));
        return names.map(one).collect();
    }
    if let Some(number) = option("asmwriternum") {
        let targets = TargetRecord::all_if_defined(store);
        let writers = targets.first().and_then(|target| target.assembly_writers().ok());
        let count = writers.map_or(1, |writers| writers.len().max(1)) as u32;
        return (0..count).map(|n| with(number, OptionValue::Number(n))).collect();
    }
    vec![Options::new()]
}

fn reads_fields(store: &RecordStore, reads: &Reads) -> bool {
    let mut records = store.records();
    records.any(|record| (0..record.fields().len()).any(|slot| reads.has_slot(record, slot)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;

    fn store(text: &str) -> RecordStore {
        let mut store = Session::new().load_text("a.td", text).expect("it is correct").into_store();
        store.record_reads();
        store
    }

    fn tags(of_b: &str) -> RecordStore {
        store(&format!(
            "class Tag<string s> {{ string Spelling = s; bit EndTagOptional = 0; bit EndTagForbidden = 0; }}\n\
             def A : Tag<\"a\">; def B : Tag<\"{of_b}\"> {{ int Other = 0; }}"
        ))
    }

    #[test]
    fn actions_that_read_fields_apply() {
        let store = tags("b");
        let runs = run_actions(&store, |_| true);
        let names: Vec<&str> = runs.iter().map(|run| run.action).collect();
        assert_eq!(
            names,
            ["gen-clang-comment-html-tags", "gen-clang-comment-html-tags-properties"]
        );
        let b = store.record(store.find_record("B").expect("it is defined"));
        let reads = |field| runs[0].reads.has_field(b, field);
        assert_eq!(["Spelling", "EndTagOptional", "Other"].map(reads), [true, false, false]);
    }

    #[test]
    fn outputs_have_hashes() {
        let outputs = |store: &RecordStore| {
            run_actions(store, |_| true).iter().map(|run| run.output).collect::<Vec<_>>()
        };
        assert_eq!(outputs(&tags("b")), outputs(&tags("b")));
        assert_ne!(outputs(&tags("b")), outputs(&tags("c")));
    }

    #[test]
    fn what_no_action_is_about_has_none() {
        assert!(run_actions(&store(""), |_| true).is_empty());
        assert!(run_actions(&store("class A; def a : A { int X = 1; }"), |_| true).is_empty());
    }
}
