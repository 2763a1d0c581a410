//! The subtarget: enabled features and the hardware mode.

use tablewright_inspect::encoding::DecoderSetup;
use tablewright_inspect::unknown_name;
use tablewright_records::{AnalysisError, FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::decoding::predicates::conditions_of;
use tablewright_target::enabled_features::EnabledFeatures;
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::record_views::schedule::ProcessorRecord;
use tablewright_target::subtarget_features::SubtargetFeatures;

use crate::machine_options::MachineOptions;
use crate::syntax::{TargetSyntax, TripleRow};

/// The enabled features and the hardware mode.
pub(crate) struct MachineSubtarget<'s> {
    store: &'s RecordStore,
    pub(crate) features: EnabledFeatures<'s>,
    pub(crate) mode: HwModeId,
    /// Whether each condition counts as true, so that tables contain all instructions.
    is_open: bool,
    processor: Option<String>,
}

impl<'s> MachineSubtarget<'s> {
    /// Selects the processor and features that the user names, or the target's default processor.
    pub(crate) fn new(
        store: &'s RecordStore,
        syntax: &TargetSyntax,
        options: &MachineOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<MachineSubtarget<'s>, AnalysisError> {
        let triple = triple_row(syntax, options.triple.as_deref())?;
        let (processor, defaults) = match &options.processor {
            Some(name) => (Some(name.to_owned()), [&[][..]; 2]),
            None => {
                let of_system = triple.map_or(&[][..], |row| row.default_features);
                let defaults = [syntax.subtarget.default_features, of_system];
                (default_processor(store, syntax)?, defaults)
            }
        };
        let is_defined = |change: &&&str| {
            let mut features = store.derived_if_defined("SubtargetFeature").into_iter();
            features.any(|feature| {
                feature.string("Name").is_ok_and(|name| change.get(1..) == Some(name))
            })
        };
        let of_triple = triple.map_or(&[][..], |row| row.features);
        let defaults = defaults.into_iter().flatten().chain(of_triple).filter(is_defined);
        let defaults = defaults.map(|feature| (*feature).to_owned());
        let features = defaults.chain(options.features.iter().cloned()).collect();
        let setup = DecoderSetup { tables: Vec::new(), processor: processor.clone(), features };
        let features = match setup.enabled_features(store, diagnostics)? {
            Some(features) => features,
            None => {
                let features: &SubtargetFeatures = store.analysis(diagnostics)?;
                EnabledFeatures::none(features)
            }
        };
        let mode = features.hw_mode(store, diagnostics)?;
        Ok(MachineSubtarget { store, features, mode, is_open: false, processor })
    }

    /// Returns a subtarget with all instructions and exactly these enabled features. Returns `None` if
    /// the features contradict each other.
    pub(crate) fn open(
        store: &'s RecordStore,
        case: &[(RecordId, bool)],
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<MachineSubtarget<'s>>, AnalysisError> {
        let all: &SubtargetFeatures = store.analysis(diagnostics)?;
        let mut features = EnabledFeatures::none(all);
        for &(feature, _) in case.iter().filter(|(_, is_enabled)| *is_enabled) {
            let name = all.number(feature).map(|number| all.all()[number as usize].name.as_str());
            let is_known = name.is_some_and(|name| features.change(&format!("+{name}")).is_ok());
            if !is_known {
                return Ok(None);
            }
        }
        let is_exact = |(feature, is_enabled): &(RecordId, bool)| {
            features.holds(&FeatureExpr::Feature(*feature)) == *is_enabled
        };
        if !case.iter().all(is_exact) {
            return Ok(None);
        }
        let mode = features.hw_mode(store, diagnostics)?;
        Ok(Some(MachineSubtarget { store, features, mode, is_open: true, processor: None }))
    }

    pub(crate) fn store(&self) -> &'s RecordStore {
        self.store
    }

    /// Returns the processor's record; `None` for a subtarget without a processor.
    pub(crate) fn processor(&self) -> Option<ProcessorRecord<'s>> {
        let name = self.processor.as_deref()?;
        let mut processors = ProcessorRecord::all_if_defined(self.store).into_iter();
        processors.find(|processor| processor.cpu_name().is_ok_and(|own| own == name))
    }

    /// Whether the subtarget contains what needs this condition.
    pub(crate) fn holds(&self, condition: &FeatureExpr) -> bool {
        self.is_open || self.features.holds(condition)
    }

    /// Whether the subtarget contains what needs the feature with this record name; an empty name is no condition.
    pub(crate) fn holds_feature(&self, name: &str) -> bool {
        self.is_open || name.is_empty() || self.has_feature(name)
    }

    /// Returns the conditions of a record with the field `Predicates`.
    pub(crate) fn conditions(record: Record<'_>) -> Result<Vec<FeatureExpr>, FieldError> {
        conditions_of(&InstructionRecord::new(record).predicates()?)
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

/// Returns the row for a triple; without a triple, the row for the usual system.
fn triple_row(
    syntax: &TargetSyntax,
    triple: Option<&str>,
) -> Result<Option<&'static TripleRow>, AnalysisError> {
    let rows = syntax.subtarget.triples;
    let Some(triple) = triple else { return Ok(rows.first()) };
    let (machine, system) = triple.split_once('-').unwrap_or((triple, ""));
    let row = rows.iter().find(|row| {
        let mut machines = row.machines.iter();
        system.ends_with(row.ending) && machines.any(|prefix| machine.starts_with(prefix))
    });
    row.map(Some).ok_or_else(|| {
        let names = rows.iter().flat_map(|row| row.machines).copied();
        unknown_name("triple", triple, names).into()
    })
}

fn default_processor(
    store: &RecordStore,
    syntax: &TargetSyntax,
) -> Result<Option<String>, FieldError> {
    let mut names = Vec::new();
    for processor in ProcessorRecord::all_if_defined(store) {
        names.push(processor.cpu_name()?);
    }
    let default = syntax.subtarget.default_cpus.iter().find(|name| names.contains(name));
    Ok(default.map(|name| (*name).to_owned()))
}
