//! `--gen-target-features`: the features and processors of a target, for users that need no more of its
//! subtarget.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{RecordId, RecordStore, RecordView};
use tablewright_target::record_views::schedule::ProcessorRecord;
use tablewright_target::subtarget_features::SubtargetFeatures;
use tablewright_target::target::target;
use tablewright_text::{CppWriter, line};

use crate::support::feature_set::emit_feature_set;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-target-features",
    help: "Generate subtarget enumerations",
    options: &[],
    run,
};

struct TargetFeatures<'s> {
    target: &'s str,
    /// Record names in number order.
    enumerators: Vec<&'s str>,
    /// Features with their implied features, in name order.
    features: Vec<NamedSet<'s>>,
    /// Processors with their features, in order of their names.
    processors: Vec<NamedSet<'s>>,
}

struct NamedSet<'s> {
    name: &'s str,
    /// Record name.
    record: &'s str,
    /// Feature set as words.
    set: Vec<u64>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let store = job.store;
    let features: &SubtargetFeatures = job.analysis()?;
    let model = collect(store, features)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect<'s>(
    store: &'s RecordStore,
    features: &'s SubtargetFeatures,
) -> Result<TargetFeatures<'s>, Failure> {
    let target = target(store)?.name();
    let record_name = |record: RecordId| store.record(record).name();
    let mut processors = Vec::new();
    for record in ProcessorRecord::all(store)? {
        let set: Vec<RecordId> = record.features()?.iter().map(|feature| feature.id()).collect();
        let (name, record) = (record.cpu_name()?, record.name());
        processors.push(NamedSet { name, record, set: features.bit_set(&set) });
    }
    processors.sort_by_key(|processor| processor.name);
    Ok(TargetFeatures {
        target,
        enumerators: features.all().iter().map(|feature| record_name(feature.record)).collect(),
        features: features
            .by_name()
            .map(|feature| NamedSet {
                name: &feature.name,
                record: record_name(feature.record),
                set: features.bit_set(&feature.implies),
            })
            .collect(),
        processors,
    })
}

fn emit(model: &TargetFeatures<'_>, w: &mut CppWriter) {
    let target = model.target;
    line!(w, "// Features and processors of {target}.");
    line!(w);
    w.guarded("GET_SUBTARGETFEATURES_ENUM", |w| {
        w.namespace("llvm", |w| {
            if !model.enumerators.is_empty() {
                w.namespace(target, |w| emit_enumeration(model, w));
            }
        });
    });
    w.guarded("GET_SUBTARGETFEATURES_KV", |w| {
        w.namespace("llvm", |w| {
            if !model.enumerators.is_empty() {
                line!(w, "// By name: what each feature implies.");
                line!(
                    w,
                    "extern const llvm::BasicSubtargetFeatureKV Basic{target}FeatureKV[] = {{"
                );
                for NamedSet { name, record, set } in &model.features {
                    write!(w, "  {{ \"{name}\", {target}::{record}, ");
                    emit_feature_set(set, w);
                    w.raw(" },\n");
                }
                line!(w, "}};");
                line!(w);
            }
            line!(w, "// By name: the features of each processor.");
            line!(w, "extern const llvm::BasicSubtargetSubTypeKV Basic{target}SubTypeKV[] = {{");
            for NamedSet { name, set, .. } in &model.processors {
                write!(w, "  {{ \"{name}\", ");
                emit_feature_set(set, w);
                w.raw(" },\n");
            }
            line!(w, "}};");
        });
    });
}

fn emit_enumeration(model: &TargetFeatures<'_>, w: &mut CppWriter) {
    w.block("enum", ";", |w| {
        for (number, name) in model.enumerators.iter().enumerate() {
            line!(w, "{name} = {number},");
        }
        line!(w, "NumSubtargetFeatures = {}", model.enumerators.len());
    });
}
