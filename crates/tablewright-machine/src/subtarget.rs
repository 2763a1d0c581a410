//! The subtarget: enabled features and the hardware mode.

use tablewright_inspect::encoding::DecoderSetup;
use tablewright_records::{AnalysisError, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::decoding::predicates::conditions_of;
use tablewright_target::enabled_features::EnabledFeatures;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::record_views::schedule::ProcessorRecord;
use tablewright_target::subtarget_features::SubtargetFeatures;

use crate::syntax::TargetSyntax;

/// The enabled features and the hardware mode.
pub(crate) struct MachineSubtarget<'s> {
    store: &'s RecordStore,
    pub(crate) features: EnabledFeatures<'s>,
    pub(crate) mode: HwModeId,
}

impl<'s> MachineSubtarget<'s> {
    /// Selects the processor and features that the user names, or the target's default processor.
    pub(crate) fn new(
        store: &'s RecordStore,
        syntax: &TargetSyntax,
        processor: Option<&str>,
        changes: &[String],
        diagnostics: &mut Diagnostics,
    ) -> Result<MachineSubtarget<'s>, AnalysisError> {
        let (processor, defaults) = match processor {
            Some(name) => (Some(name.to_owned()), &[][..]),
            None => (default_processor(store, syntax)?, syntax.default_features),
        };
        let is_defined = |change: &&&str| {
            let mut features = store.derived_if_defined("SubtargetFeature").into_iter();
            features.any(|feature| {
                feature.string("Name").is_ok_and(|name| change.get(1..) == Some(name))
            })
        };
        let defaults = defaults.iter().filter(is_defined).map(|feature| (*feature).to_owned());
        let features = defaults.chain(changes.iter().cloned()).collect();
        let setup = DecoderSetup { tables: Vec::new(), processor, features };
        let features = match setup.enabled_features(store, diagnostics)? {
            Some(features) => features,
            None => {
                let features: &SubtargetFeatures = store.analysis(diagnostics)?;
                EnabledFeatures::none(features)
            }
        };
        let mode = features.hw_mode(store, diagnostics)?;
        Ok(MachineSubtarget { store, features, mode })
    }

    /// Whether all predicates of a record with the field `Predicates` hold.
    pub(crate) fn has_predicates(&self, record: Record<'_>) -> Result<bool, FieldError> {
        let predicates = InstructionRecord::new(record).predicates()?;
        Ok(conditions_of(&predicates)?.iter().all(|condition| self.features.holds(condition)))
    }

    /// Returns the width of an operand's numbers if the subtarget limits it.
    pub(crate) fn operand_width(&self, syntax: &TargetSyntax, record: Record<'_>) -> Option<u32> {
        let limits = syntax.operand_limits.iter();
        let mut limits = limits.filter(|limit| limit.operand == record.name());
        limits.find(|limit| !self.has_feature(limit.unless)).map(|limit| limit.width)
    }

    /// Whether the feature with this record name is enabled.
    pub(crate) fn has_feature(&self, name: &str) -> bool {
        let feature = self.store.find_record(name);
        feature.is_some_and(|feature| self.features.holds(&FeatureExpr::Feature(feature)))
    }
}

fn default_processor(
    store: &RecordStore,
    syntax: &TargetSyntax,
) -> Result<Option<String>, FieldError> {
    let mut names = Vec::new();
    for processor in ProcessorRecord::all_if_defined(store) {
        names.push(processor.cpu_name()?);
    }
    let default = syntax.default_cpus.iter().find(|name| names.contains(name));
    Ok(default.map(|name| (*name).to_owned()))
}
