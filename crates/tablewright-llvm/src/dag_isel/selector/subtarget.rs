//! Conditions on the subtarget: `Subtarget->hasMul()`.
//!
//! A getter has a meaning if a feature has its field, or a `Predicate` record with the same C++ has a condition for
//! assemblers.

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_target::assembler_features::FeatureExpr;
use tablewright_target::decoding::predicates::conditions_of;
use tablewright_target::enabled_features::EnabledFeatures;
use tablewright_target::record_views::subtarget::PredicateRecord;

/// The meaning of conditions on the subtarget.
pub(super) struct SubtargetCalls<'s> {
    features: Option<EnabledFeatures<'s>>,
    /// Conditions by C++ expression without spaces.
    conditions: FxHashMap<String, bool>,
    /// Values of fields, by the name of the getter.
    getters: FxHashMap<String, bool>,
}

impl<'s> SubtargetCalls<'s> {
    pub(super) fn new(
        store: &'s RecordStore,
        features: Option<EnabledFeatures<'s>>,
    ) -> Result<SubtargetCalls<'s>, FieldError> {
        let mut calls = SubtargetCalls {
            features,
            conditions: FxHashMap::default(),
            getters: FxHashMap::default(),
        };
        for predicate in PredicateRecord::all_if_defined(store) {
            let conditions = conditions_of(&[predicate])?;
            if conditions.is_empty() {
                continue;
            }
            let holds = conditions.iter().all(|condition| calls.holds(condition));
            let code = without_spaces(store.str(predicate.cond_string()?));
            calls.conditions.entry(code).or_insert(holds);
        }
        for feature in store.derived_if_defined("SubtargetFeature") {
            let (field, value) = (feature.string("FieldName")?, feature.string("Value")?);
            if value != "true" && value != "false" {
                continue;
            }
            let holds = calls.holds(&FeatureExpr::Feature(feature.id())) == (value == "true");
            // Several features may set a field.
            *calls.getters.entry(getter(field)).or_insert(false) |= holds;
        }
        Ok(calls)
    }

    fn holds(&self, condition: &FeatureExpr) -> bool {
        if let Some(features) = &self.features {
            return features.holds(condition);
        }
        match condition {
            FeatureExpr::Feature(_) => false,
            FeatureExpr::Not(inner) => !self.holds(inner),
            FeatureExpr::AllOf(parts) => parts.iter().all(|part| self.holds(part)),
            FeatureExpr::AnyOf(parts) => parts.iter().any(|part| self.holds(part)),
        }
    }

    /// Returns the value of a whole condition.
    pub(super) fn condition(&self, code: &str) -> Option<bool> {
        self.conditions.get(&without_spaces(code)).copied()
    }

    /// Returns the value of `Subtarget->getter()`.
    pub(super) fn call(&self, getter: &str) -> Option<bool> {
        let own = self.conditions.get(&format!("Subtarget->{getter}()"));
        let negated = || self.conditions.get(&format!("!Subtarget->{getter}()")).map(|it| !it);
        own.copied().or_else(negated).or_else(|| self.getters.get(getter).copied())
    }
}

fn without_spaces(code: &str) -> String {
    code.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns the getter for a field: `hasMul` for `HasMul`.
fn getter(field: &str) -> String {
    let mut chars = field.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_ascii_lowercase().to_string() + chars.as_str())
}
