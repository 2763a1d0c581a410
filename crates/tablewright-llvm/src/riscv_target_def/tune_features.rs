//! RISC-V tuning features, and the directives that enable and disable them.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, StringTable, line};

use crate::record_views::riscv_target_def::{
    ConfigurableProcessorModelRecord, RiscvTuneFeatureRecord,
};

pub(super) struct TuneFeatures<'s> {
    strings: StringTable,
    features: Vec<TuneFeature<'s>>,
    /// Pairs of feature and implied feature.
    implied: Vec<[FeatureName<'s>; 2]>,
    /// Processors with the offset of the directives that change their features.
    configurable: Vec<(&'s str, usize)>,
}

/// A feature, and the offsets of its directives.
struct TuneFeature<'s> {
    name: FeatureName<'s>,
    positive: usize,
    negative: usize,
}

#[derive(Clone, Copy)]
struct FeatureName<'s> {
    name: &'s str,
    offset: usize,
}

pub(super) fn collect(store: &RecordStore) -> Result<TuneFeatures<'_>, Diagnostic> {
    let mut strings = StringTable::with_empty_string();
    let records = RiscvTuneFeatureRecord::all_if_defined(store);
    let mut owners = FxHashMap::default();
    let mut features = Vec::new();
    for &record in &records {
        let name = feature_name(record, &mut strings)?;
        let positive = record.positive_directive_name()?;
        add_directive("positive", positive, record, &mut owners)?;
        let positive = strings.add_string(positive);
        let negative = record.negative_directive_name()?;
        add_directive("negative", negative, record, &mut owners)?;
        let negative = strings.add_string(negative);
        features.push(TuneFeature { name, positive, negative });
    }
    let mut implied = Vec::new();
    for &record in &records {
        for feature in record.implies()? {
            if let Some(feature) = RiscvTuneFeatureRecord::from_record(feature) {
                let earlier = feature_name(record, &mut strings)?;
                implied.push([earlier, feature_name(feature, &mut strings)?]);
            }
        }
    }
    let mut configurable = Vec::new();
    for (processor, features) in configurable_features(store)? {
        for feature in features {
            let positive = strings.add_string(feature.positive_directive_name()?);
            let negative = strings.add_string(feature.negative_directive_name()?);
            configurable.extend([(processor, positive), (processor, negative)]);
        }
    }
    Ok(TuneFeatures { strings, features, implied, configurable })
}

fn feature_name<'s>(
    record: RiscvTuneFeatureRecord<'s>,
    strings: &mut StringTable,
) -> Result<FeatureName<'s>, FieldError> {
    let name = record.feature_name()?;
    Ok(FeatureName { name, offset: strings.add_string(name) })
}

/// Checks that no feature has the directive yet.
fn add_directive<'s>(
    kind: &str,
    directive: &'s str,
    record: RiscvTuneFeatureRecord<'s>,
    owners: &mut FxHashMap<&'s str, RiscvTuneFeatureRecord<'s>>,
) -> Result<(), Diagnostic> {
    let Some(owner) = owners.insert(directive, record) else { return Ok(()) };
    let message = format!("RISC-V tune feature {kind} directive '{directive}' was already defined");
    let mut error = Diagnostic::error(Code::Processors, record.pos(), message);
    error.note(Some(owner.pos()), "Previously defined here");
    Err(error)
}

/// Returns the `ProcessorModel` processors with features that directives can change, in natural order by record name.
fn configurable_features(
    store: &RecordStore,
) -> Result<Vec<(&str, Vec<RiscvTuneFeatureRecord<'_>>)>, FieldError> {
    let mut processors = Vec::new();
    for model in ConfigurableProcessorModelRecord::all_if_defined(store) {
        processors.push((model.cpu_name()?, model.configurable_tune_features()?));
    }
    Ok(processors)
}

pub(super) fn emit(model: &TuneFeatures<'_>, w: &mut CppWriter) {
    line!(w);
    w.guarded("GET_TUNE_FEATURES", |w| {
        w.string_table_definition("TuneFeatureStrings", &model.strings);
        line!(w);
        w.block("static constexpr RISCVTuneFeature TuneFeatures[] =", ";", |w| {
            for TuneFeature { name, positive, negative } in &model.features {
                line!(w, "{{{positive}, {negative}, {}}}, // {}", name.offset, name.name);
            }
        });
        line!(w);
        w.block("static constexpr RISCVImpliedTuneFeature ImpliedTuneFeatures[] =", ";", |w| {
            for [feature, implied] in &model.implied {
                let (offset, name) = (feature.offset, feature.name);
                line!(w, "{{{offset}, {}}}, // {name} implies {}", implied.offset, implied.name);
            }
        });
    });
    w.guarded("GET_CONFIGURABLE_TUNE_FEATURES", |w| {
        let head = "static constexpr RISCVConfigurableTuneFeatures ConfigurableTuneFeatures[] =";
        w.block(head, ";", |w| {
            for (processor, directive) in &model.configurable {
                line!(w, "{{{{\"{processor}\"}}, {directive}}},");
            }
        });
    });
}
