//! The features of the assembler that instructions require: `Predicates`.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{FieldError, Record, RecordView, ValueId};
use tablewright_target::assembler_features::AssemblerFeatures;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::InstrAnalyses;
use crate::support::feature_bits::{FeatureBit, feature_bits};

/// Features, and the features that instructions require.
pub(crate) struct RequiredFeatures<'s> {
    /// Features in definition order.
    pub(crate) features: Vec<FeatureBit<'s>>,
    /// The names of features by their numbers.
    pub(crate) names: Vec<&'s str>,
    /// Feature sets that instructions require, sorted by size, then by name. The empty set is not included.
    pub(crate) sets: Vec<FeatureSet<'s>>,
    /// Number of sets. The empty set counts if an instruction requires nothing.
    pub(crate) set_count: usize,
    /// By instruction, the name of its set.
    pub(crate) by_instruction: Vec<String>,
}

/// Features that an instruction requires.
pub(crate) struct FeatureSet<'s> {
    pub(crate) name: String,
    pub(crate) features: Vec<&'s str>,
}

impl<'s> RequiredFeatures<'s> {
    pub(super) fn collect(
        analyses: InstrAnalyses<'s>,
        features: &AssemblerFeatures,
        target: &str,
    ) -> Result<RequiredFeatures<'s>, FieldError> {
        let store = analyses.store;
        let mut names = vec![""; features.all().len()];
        let all = feature_bits(store, features, target);
        for bit in &all {
            names[bit.number] = bit.name;
        }
        let (sets, by_instruction) = sets_of_instructions(analyses, features)?;
        let set_count = sets.len();
        let sets = sets.into_iter().filter(|set| !set.is_empty());
        let sets = sets.map(|features| FeatureSet { name: set_name(&features), features });
        Ok(RequiredFeatures {
            features: all,
            names,
            sets: sets.collect(),
            set_count,
            by_instruction,
        })
    }
}

/// Returns the sorted feature sets that instructions require, and each instruction's set name.
fn sets_of_instructions<'s>(
    analyses: InstrAnalyses<'s>,
    features: &AssemblerFeatures,
) -> Result<(Vec<Vec<&'s str>>, Vec<String>), FieldError> {
    let mut sets: FxHashSet<Vec<&str>> = FxHashSet::default();
    let mut names: Vec<String> = Vec::with_capacity(analyses.instructions.len());
    // Many instructions have the same list of predicates.
    let mut memo: FxHashMap<ValueId, usize> = FxHashMap::default();
    for (index, (_, record)) in analyses.records().enumerate() {
        let list = InstructionRecord::new(record).predicates_value()?;
        if let Some(&same) = memo.get(&list) {
            names.push(names[same].clone());
            continue;
        }
        let set = required(record, features)?;
        names.push(set_name(&set));
        sets.insert(set);
        memo.insert(list, index);
    }
    let mut sets: Vec<Vec<&str>> = sets.into_iter().collect();
    // The sets differ, so the order of the hash set cannot show.
    sets.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    Ok((sets, names))
}

/// Returns the features that an instruction requires, in the order in which it lists them.
fn required<'s>(
    instruction: Record<'s>,
    features: &AssemblerFeatures,
) -> Result<Vec<&'s str>, FieldError> {
    let predicates = InstructionRecord::new(instruction).predicates()?.into_iter();
    let required = predicates.filter(|predicate| features.for_predicate(predicate.id()).is_some());
    Ok(required.map(|predicate| predicate.name()).collect())
}

/// Returns the enumerator for a feature set.
fn set_name(features: &[&str]) -> String {
    match features {
        [] => "CEFBS_None".to_owned(),
        _ => format!("CEFBS_{}", features.join("_")),
    }
}
