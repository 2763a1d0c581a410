//! Features and processors of a generated crate.

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::record_views::schedule::{ProcessorAliasRecord, ProcessorRecord};
use tablewright_target::subtarget_features::SubtargetFeatures;

use super::model::{ConditionText, FeatureListModel, FeatureModel, ProcessorModel};
use super::names::RustNames;
use crate::syntax::TargetSyntax;

/// The features with their variants in Rust.
pub(super) struct FeatureVariants<'s> {
    all: &'s SubtargetFeatures,
    by_record: FxHashMap<RecordId, String>,
}

impl<'s> FeatureVariants<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<FeatureVariants<'s>, AnalysisError> {
        let all: &SubtargetFeatures = store.analysis(diagnostics)?;
        let mut names = RustNames::default();
        let variant = |record: RecordId| store.record(record).name();
        let by_record =
            all.all().iter().map(|it| (it.record, names.add(variant(it.record)))).collect();
        Ok(FeatureVariants { all, by_record })
    }

    /// Returns a condition as Rust code.
    pub(super) fn text(&self, condition: &FeatureExpr) -> ConditionText {
        match condition {
            FeatureExpr::Feature(feature) => match self.by_record.get(feature) {
                Some(variant) => ConditionText::Has(variant.clone()),
                None => ConditionText::Never,
            },
            FeatureExpr::Not(inner) => match self.text(inner) {
                ConditionText::Never => ConditionText::Always,
                ConditionText::Always => ConditionText::Never,
                inner @ (ConditionText::Has(_)
                | ConditionText::Not(_)
                | ConditionText::All(_)
                | ConditionText::Any(_)) => ConditionText::Not(Box::new(inner)),
            },
            FeatureExpr::AllOf(parts) if parts.is_empty() => ConditionText::Always,
            FeatureExpr::AnyOf(parts) if parts.is_empty() => ConditionText::Never,
            FeatureExpr::AllOf(parts) => {
                ConditionText::All(parts.iter().map(|part| self.text(part)).collect())
            }
            FeatureExpr::AnyOf(parts) => {
                ConditionText::Any(parts.iter().map(|part| self.text(part)).collect())
            }
        }
    }

    fn variants(&self, records: impl IntoIterator<Item = RecordId>) -> Vec<String> {
        records.into_iter().filter_map(|record| self.by_record.get(&record).cloned()).collect()
    }

    /// Returns features and processors.
    pub(super) fn model(
        &self,
        store: &RecordStore,
        syntax: &TargetSyntax,
    ) -> Result<FeatureListModel, FieldError> {
        let features = self.all.all().iter().map(|feature| FeatureModel {
            variant: self.by_record[&feature.record].clone(),
            name: feature.name.clone(),
            description: feature.description.lines().next().unwrap_or_default().to_owned(),
            implies: self.variants(feature.implies.iter().copied()),
        });
        let mut model = FeatureListModel {
            features: features.collect(),
            processors: Vec::new(),
            processor_aliases: Vec::new(),
            default: Vec::new(),
        };
        for processor in ProcessorRecord::all_if_defined(store) {
            let features = processor.features()?;
            let features = self.variants(features.into_iter().map(|feature| feature.id()));
            let name = processor.cpu_name()?.to_owned();
            if model.processors.iter().all(|other| other.name != name) {
                model.processors.push(ProcessorModel { name, features });
            }
        }
        for alias in ProcessorAliasRecord::all_if_defined(store) {
            let (alias, meant) = (alias.alias_name()?.to_owned(), alias.alias()?.to_owned());
            model.processor_aliases.push((alias, meant));
        }
        model.default = self.default_features(syntax, &model.processors);
        Ok(model)
    }

    /// Returns the features if the user names no processor.
    fn default_features(
        &self,
        syntax: &TargetSyntax,
        processors: &[ProcessorModel],
    ) -> Vec<String> {
        let find =
            |name: &&'static str| processors.iter().find(|processor| processor.name == **name);
        let processor = syntax.subtarget.default_cpus.iter().find_map(&find);
        let mut features = processor.map_or_else(Vec::new, |it| it.features.clone());
        for change in syntax.subtarget.default_features {
            let named = |name: &&str| self.all.all().iter().find(|it| it.name == **name);
            let feature = change.strip_prefix('+').and_then(|name| named(&name));
            features.extend(self.variants(feature.map(|feature| feature.record)));
        }
        features
    }
}
