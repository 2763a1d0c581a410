//! Cases of a subtarget: combinations of the features that operands depend on.
//!
//! For example, the bits of a shift amount depend on the feature for 64 bits. A machine is compiled for each case.
//! Parts that differ between cases get a condition.

use tablewright_records::{AnalysisError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::decoding::predicates::conditions_of;
use tablewright_target::hw_modes::HwModes;
use tablewright_target::record_views::subtarget::HwModeRecord;
use tablewright_target::subtarget_features::SubtargetFeatures;

use super::refuse;
use crate::machine::Machine;
use crate::subtarget::MachineSubtarget;
use crate::syntax::{CodecShape, TargetSyntax, Valid};

/// Limit on the features that cases tell apart.
const MAX_FEATURES: usize = 5;

/// The cases, with a machine for each.
pub(super) struct SubtargetCases<'s> {
    features: Vec<RecordId>,
    /// By case, whether each feature is enabled.
    enabled: Vec<Vec<bool>>,
    pub(super) machines: Vec<Machine<'s>>,
}

impl<'s> SubtargetCases<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        syntax: TargetSyntax,
        variant: (usize, bool),
        diagnostics: &mut Diagnostics,
    ) -> Result<SubtargetCases<'s>, AnalysisError> {
        let features = deciding_features(store, &syntax, diagnostics)?;
        if features.len() > MAX_FEATURES {
            return Err(refuse("the operands depend on too many features"));
        }
        let mut cases = SubtargetCases { features, enabled: Vec::new(), machines: Vec::new() };
        for enabled in assignments(cases.features.len()) {
            let case: Vec<(RecordId, bool)> =
                cases.features.iter().copied().zip(enabled.iter().copied()).collect();
            if let Some(subtarget) = MachineSubtarget::open(store, &case, diagnostics)? {
                let machine =
                    Machine::for_subtarget(subtarget, syntax, variant, false, diagnostics)?;
                cases.machines.push(machine);
                cases.enabled.push(enabled);
            }
        }
        Ok(cases)
    }

    /// Returns the condition for the cases that are `true` in `is_in`.
    pub(super) fn condition(&self, is_in: &[bool]) -> FeatureExpr {
        condition(&self.features, &self.enabled, is_in)
    }

    /// Returns the values of all cases without repetitions, each with its condition. The last condition is always
    /// true.
    pub(super) fn variants<T: PartialEq>(
        &self,
        values: impl IntoIterator<Item = T>,
    ) -> Vec<(FeatureExpr, T)> {
        let mut distinct: Vec<(Vec<bool>, T)> = Vec::new();
        for (case, value) in values.into_iter().enumerate() {
            let index = distinct.iter().position(|(_, other)| *other == value);
            let index = index.unwrap_or_else(|| {
                distinct.push((vec![false; self.machines.len()], value));
                distinct.len() - 1
            });
            distinct[index].0[case] = true;
        }
        let last = distinct.len().saturating_sub(1);
        let with_condition = |(index, (is_in, value)): (usize, (Vec<bool>, T))| {
            let always = FeatureExpr::AllOf(Vec::new());
            (if index == last { always } else { self.condition(&is_in) }, value)
        };
        distinct.into_iter().enumerate().map(with_condition).collect()
    }
}

/// Returns all combinations of `count` choices.
pub(super) fn assignments(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << count).map(move |bits| (0..count).map(|bit| bits >> bit & 1 != 0).collect())
}

/// Returns a short condition on features that is true in the cases `is_in` and false in the other cases.
pub(super) fn condition(features: &[RecordId], cases: &[Vec<bool>], is_in: &[bool]) -> FeatureExpr {
    if is_in.iter().all(|is_in| *is_in) {
        return FeatureExpr::AllOf(Vec::new());
    }
    let literal = |index: usize, is_enabled: bool| {
        let feature = FeatureExpr::Feature(features[index]);
        if is_enabled { feature } else { FeatureExpr::Not(Box::new(feature)) }
    };
    let agrees = |test: &dyn Fn(&[bool]) -> bool| {
        cases.iter().zip(is_in).all(|(case, is_in)| test(case) == *is_in)
    };
    for index in 0..features.len() {
        for is_enabled in [true, false] {
            if agrees(&|case| case[index] == is_enabled) {
                return literal(index, is_enabled);
            }
        }
    }
    let with_all = cases.iter().zip(is_in).filter(|(_, is_in)| **is_in).map(|(case, _)| {
        let literals = case.iter().enumerate();
        FeatureExpr::AllOf(literals.map(|(index, enabled)| literal(index, *enabled)).collect())
    });
    let mut parts: Vec<FeatureExpr> = with_all.collect();
    match parts.len() {
        1 => parts.remove(0),
        _ => FeatureExpr::AnyOf(parts),
    }
}

/// Returns the features that decide how bits become operands.
fn deciding_features(
    store: &RecordStore,
    syntax: &TargetSyntax,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<RecordId>, AnalysisError> {
    let mut names: Vec<&str> = vec![syntax.registers.names_feature];
    let limits = syntax.registers.limits.iter();
    names
        .extend(limits.flat_map(|limit| [limit.feature, limit.unless]).filter(|it| !it.is_empty()));
    names.extend(syntax.operand_limits.iter().map(|limit| limit.unless));
    for row in syntax.codecs {
        if let CodecShape::IfFeature { feature, .. } = row.shape {
            names.push(feature);
        }
        if let CodecShape::Number(number) = row.shape {
            names.extend(number.limit.map(|limit| limit.unless));
            if let Valid::AtLeastWith { feature, record, .. } = number.valid
                && store.find_record(record).is_some()
            {
                names.push(feature);
            }
        }
    }
    let mut features: Vec<RecordId> = Vec::new();
    let mut add = |feature: RecordId| {
        if !features.contains(&feature) {
            features.push(feature);
        }
    };
    names.iter().filter_map(|name| store.find_record(name)).for_each(&mut add);
    let modes: &HwModes = store.analysis(diagnostics)?;
    let all: &SubtargetFeatures = store.analysis(diagnostics)?;
    for (_, mode) in modes.iter().filter(|(id, _)| !id.is_default()) {
        let Some(record) = mode.record else { continue };
        let record = HwModeRecord::new(store.record(record));
        for condition in conditions_of(&record.predicates()?)? {
            for_each_feature(&condition, &mut add);
        }
        for name in record.features()?.split(',') {
            let name = name.trim().trim_start_matches(['+', '-']);
            let named = all.all().iter().filter(|it| it.name == name && !name.is_empty());
            named.for_each(|feature| add(feature.record));
        }
    }
    Ok(features)
}

/// Calls `add` with each feature in a condition.
pub(super) fn for_each_feature(condition: &FeatureExpr, add: &mut dyn FnMut(RecordId)) {
    match condition {
        FeatureExpr::Feature(feature) => add(*feature),
        FeatureExpr::Not(inner) => for_each_feature(inner, add),
        FeatureExpr::AllOf(parts) | FeatureExpr::AnyOf(parts) => {
            parts.iter().for_each(|part| for_each_feature(part, add));
        }
    }
}
