//! Enabled subtarget features, and the evaluation of feature conditions.
//!
//! In: the target features, a processor name, and feature changes such as `+a` and `-b`. Out:
//! [`EnabledFeatures`], which evaluates a [`FeatureExpr`]. [`can_hold_together`] decides whether
//! several conditions can be true at the same time. **Invariant.** If a feature is enabled, all
//! features that it implies are enabled.

use tablewright_records::{AnalysisError, FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;

use crate::assembler_features::FeatureExpr;
use crate::decoding::predicates::conditions_of;
use crate::hw_modes::{HwModeId, HwModes};
use crate::record_views::schedule::{ProcessorAliasRecord, ProcessorRecord};
use crate::record_views::subtarget::HwModeRecord;
use crate::subtarget_features::SubtargetFeatures;

/// Maximal number of choices that [`can_hold_together`] tries before it gives up.
const MAX_CHOICES: usize = 1 << 16;

/// A set of target features.
#[derive(Clone, Debug)]
pub struct EnabledFeatures<'s> {
    features: &'s SubtargetFeatures,
    /// By feature number.
    enabled: Vec<bool>,
}

/// An invalid feature change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InvalidChange<'a> {
    /// The change starts with neither `+` nor `-`.
    NoSign(&'a str),
    /// The feature name is unknown.
    UnknownFeature(&'a str),
}

impl<'s> EnabledFeatures<'s> {
    /// Creates an empty set.
    pub fn none(features: &'s SubtargetFeatures) -> EnabledFeatures<'s> {
        EnabledFeatures { features, enabled: vec![false; features.all().len()] }
    }

    /// Returns the features for the processor with that name; `None` if the processor is unknown.
    ///
    /// # Errors
    /// If a processor record is invalid.
    pub fn from_processor(
        store: &RecordStore,
        features: &'s SubtargetFeatures,
        name: &str,
    ) -> Result<Option<EnabledFeatures<'s>>, FieldError> {
        let Some(processor) = processor(store, name)? else { return Ok(None) };
        let mut enabled = EnabledFeatures::none(features);
        for feature in processor.features()? {
            if let Some(number) = features.number(feature.id()) {
                enabled.enable(number);
            }
        }
        Ok(Some(enabled))
    }

    /// Applies comma-separated changes: `+a,-b` enables `a` and all features that `a` implies, and
    /// disables `b` and all features that imply `b`.
    ///
    /// # Errors
    /// Reports the first invalid change.
    pub fn change<'a>(&mut self, changes: &'a str) -> Result<(), InvalidChange<'a>> {
        for change in changes.split(',').map(str::trim).filter(|change| !change.is_empty()) {
            let (is_enabled, name) = match (change.strip_prefix('+'), change.strip_prefix('-')) {
                (Some(name), _) => (true, name),
                (_, Some(name)) => (false, name),
                _ => return Err(InvalidChange::NoSign(change)),
            };
            let all = self.features.all();
            let Some(number) =
                all.iter().position(|feature| feature.name == name && !name.is_empty())
            else {
                return Err(InvalidChange::UnknownFeature(name));
            };
            if is_enabled {
                self.enable(number as u32);
            } else {
                self.disable(number as u32);
            }
        }
        Ok(())
    }

    /// Whether a condition holds.
    pub fn holds(&self, condition: &FeatureExpr) -> bool {
        match condition {
            FeatureExpr::Feature(feature) => {
                self.features.number(*feature).is_some_and(|number| self.enabled[number as usize])
            }
            FeatureExpr::Not(inner) => !self.holds(inner),
            FeatureExpr::AllOf(parts) => parts.iter().all(|part| self.holds(part)),
            FeatureExpr::AnyOf(parts) => parts.iter().any(|part| self.holds(part)),
        }
    }

    /// Whether a list of named features such as `+a,-b` describes this set.
    pub fn has_names(&self, list: &str) -> bool {
        let mut names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.all(|name| {
            let is_disabled = name.starts_with('-');
            let name = name.trim_start_matches(['+', '-']);
            let all = self.features.all();
            let number = all.iter().position(|feature| feature.name == name);
            number.is_some_and(|number| self.enabled[number] != is_disabled)
        })
    }

    /// Returns the first mode, after the default mode, whose features are enabled.
    ///
    /// # Errors
    /// Errors from the analysis of modes, or in a mode's record.
    pub fn hw_mode(
        &self,
        store: &RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<HwModeId, AnalysisError> {
        let modes: &HwModes = store.analysis(diagnostics)?;
        for (id, mode) in modes.iter().filter(|(id, _)| !id.is_default()) {
            let Some(record) = mode.record else { continue };
            let record = HwModeRecord::new(store.record(record));
            let predicates = record.predicates()?;
            let conditions = conditions_of(&predicates)?;
            let by_name = self.has_names(record.features()?);
            let has_any = !conditions.is_empty() || !record.features()?.is_empty();
            if has_any && by_name && conditions.iter().all(|condition| self.holds(condition)) {
                return Ok(id);
            }
        }
        Ok(HwModeId::DEFAULT)
    }

    fn enable(&mut self, number: u32) {
        let mut pending = vec![number];
        while let Some(number) = pending.pop() {
            if !std::mem::replace(&mut self.enabled[number as usize], true) {
                pending.extend(implied(self.features, number));
            }
        }
    }

    fn disable(&mut self, number: u32) {
        let mut pending = vec![number];
        while let Some(number) = pending.pop() {
            if std::mem::replace(&mut self.enabled[number as usize], false) {
                pending.extend(implying(self.features, number));
            }
        }
    }
}

/// Finds the processor by its name or by an alias.
fn processor<'s>(
    store: &'s RecordStore,
    name: &str,
) -> Result<Option<ProcessorRecord<'s>>, FieldError> {
    let mut meant = name;
    for alias in ProcessorAliasRecord::all_if_defined(store) {
        if alias.alias_name()? == name {
            meant = alias.alias()?;
        }
    }
    for processor in ProcessorRecord::all_if_defined(store) {
        if processor.cpu_name()? == meant {
            return Ok(Some(processor));
        }
    }
    Ok(None)
}

/// Returns the features that a feature implies directly.
fn implied(features: &SubtargetFeatures, number: u32) -> impl Iterator<Item = u32> {
    features.all()[number as usize].implies.iter().filter_map(|&record| features.number(record))
}

/// Returns the features that imply a feature directly.
fn implying(features: &SubtargetFeatures, number: u32) -> impl Iterator<Item = u32> {
    let record = features.all()[number as usize].record;
    let all = (0..).zip(features.all());
    all.filter(move |(_, other)| other.implies.contains(&record)).map(|(number, _)| number)
}

/// Whether a feature set exists for which all these conditions are true. Also returns true if the
/// search would take too long.
pub fn can_hold_together(features: &SubtargetFeatures, conditions: &[FeatureExpr]) -> bool {
    let assumed = vec![None; features.all().len()];
    let mut search = FeatureSearch { features, conditions, choices: 0 };
    search.is_satisfiable(&assumed)
}

/// A search for a feature set that satisfies all conditions.
struct FeatureSearch<'a> {
    features: &'a SubtargetFeatures,
    conditions: &'a [FeatureExpr],
    choices: usize,
}

impl FeatureSearch<'_> {
    /// Whether the conditions can be true under an assumption. `assumed` holds for each feature
    /// whether it is enabled, or `None` if undecided.
    fn is_satisfiable(&mut self, assumed: &[Option<bool>]) -> bool {
        let mut open = None;
        for condition in self.conditions {
            match self.value(condition, assumed) {
                Some(false) => return false,
                Some(true) => {}
                None => open = open.or(self.first_undecided(condition, assumed)),
            }
        }
        let Some(feature) = open else { return true };
        self.choices += 1;
        if self.choices > MAX_CHOICES {
            return true;
        }
        [true, false].into_iter().any(|is_enabled| {
            let extended = self.assume(feature, is_enabled, assumed.to_vec());
            extended.is_some_and(|extended| self.is_satisfiable(&extended))
        })
    }

    /// Adds the assumption that a feature is enabled or disabled, with all implications. Returns
    /// `None` if it contradicts an earlier assumption.
    fn assume(
        &self,
        feature: u32,
        is_enabled: bool,
        mut assumed: Vec<Option<bool>>,
    ) -> Option<Vec<Option<bool>>> {
        let mut pending = vec![feature];
        while let Some(number) = pending.pop() {
            match assumed[number as usize].replace(is_enabled) {
                Some(before) if before != is_enabled => return None,
                Some(_) => {}
                None if is_enabled => pending.extend(implied(self.features, number)),
                None => pending.extend(implying(self.features, number)),
            }
        }
        Some(assumed)
    }

    /// Returns the condition's value, if the assumption determines it.
    fn value(&self, condition: &FeatureExpr, assumed: &[Option<bool>]) -> Option<bool> {
        match condition {
            FeatureExpr::Feature(feature) => match self.features.number(*feature) {
                Some(number) => assumed[number as usize],
                None => Some(false),
            },
            FeatureExpr::Not(inner) => self.value(inner, assumed).map(|value| !value),
            FeatureExpr::AllOf(parts) => self.value_of_parts(parts, false, assumed),
            FeatureExpr::AnyOf(parts) => self.value_of_parts(parts, true, assumed),
        }
    }

    /// Returns the value of a condition with parts. A single part with the value `deciding`
    /// determines the result. The opposite result needs all parts.
    fn value_of_parts(
        &self,
        parts: &[FeatureExpr],
        deciding: bool,
        assumed: &[Option<bool>],
    ) -> Option<bool> {
        let mut is_open = false;
        for part in parts {
            match self.value(part, assumed) {
                Some(value) if value == deciding => return Some(deciding),
                Some(_) => {}
                None => is_open = true,
            }
        }
        (!is_open).then_some(!deciding)
    }

    /// Returns the first undecided feature in a condition.
    fn first_undecided(&self, condition: &FeatureExpr, assumed: &[Option<bool>]) -> Option<u32> {
        match condition {
            FeatureExpr::Feature(feature) => {
                let number = self.features.number(*feature)?;
                assumed[number as usize].is_none().then_some(number)
            }
            FeatureExpr::Not(inner) => self.first_undecided(inner, assumed),
            FeatureExpr::AllOf(parts) | FeatureExpr::AnyOf(parts) => {
                parts.iter().find_map(|part| self.first_undecided(part, assumed))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::{analysis, store_of};

    const FEATURES: &str = "
class SubtargetFeature<string name, list<SubtargetFeature> implied = []> {
  string Name = name; string Desc = \"\"; string FieldName = \"F\"; string Value = \"true\";
  list<SubtargetFeature> Implies = implied;
}
def A : SubtargetFeature<\"a\">; def B : SubtargetFeature<\"b\", [A]>;
def C : SubtargetFeature<\"c\", [B]>; def D : SubtargetFeature<\"d\">;
class Processor<string name, list<SubtargetFeature> features> {
  string Name = name; list<SubtargetFeature> Features = features;
}
class ProcessorAlias<string name, string alias> { string Name = name; string Alias = alias; }
def : Processor<\"p\", [B]>; def : ProcessorAlias<\"q\", \"p\">;
";

    fn feature(store: &RecordStore, name: &str) -> FeatureExpr {
        FeatureExpr::Feature(store.find_record(name).expect("defined"))
    }

    fn not(condition: FeatureExpr) -> FeatureExpr {
        FeatureExpr::Not(Box::new(condition))
    }

    /// The names of the enabled features of a processor, or of none, after changes.
    fn check(processor: Option<&str>, changes: &str, expected: &str) {
        let store = store_of(FEATURES);
        let features = analysis(&store);
        let mut enabled = match processor {
            None => EnabledFeatures::none(features),
            Some(name) => EnabledFeatures::from_processor(&store, features, name)
                .expect("records make sense")
                .expect("it is defined"),
        };
        enabled.change(changes).expect("the features are defined");
        let names = ["A", "B", "C", "D"];
        let active: String =
            names.into_iter().filter(|name| enabled.holds(&feature(&store, name))).collect();
        assert_eq!(active, expected, "{processor:?} {changes}");
    }

    #[test]
    fn a_feature_brings_along_what_it_implies() {
        check(None, "", "");
        check(None, "+c,+d", "ABCD");
        check(Some("p"), "", "AB");
        check(Some("q"), "+d", "ABD");
    }

    #[test]
    fn without_a_feature_those_that_imply_it_are_gone() {
        check(None, "+c,-b", "A");
        check(Some("p"), " +d , -a", "D");
        // The last change counts.
        check(None, "-a,+c", "ABC");
    }

    #[test]
    fn lists_of_names_describe_a_set() {
        let store = store_of(FEATURES);
        let mut enabled = EnabledFeatures::none(analysis(&store));
        enabled.change("+b").expect("it is defined");
        for (list, expected) in
            [("", true), ("+a,+b", true), ("+a,-d", true), ("+d", false), ("-a", false)]
        {
            assert_eq!(enabled.has_names(list), expected, "{list}");
        }
    }

    #[test]
    fn changes_have_signs_and_names_of_features() {
        let store = store_of(FEATURES);
        let mut enabled = EnabledFeatures::none(analysis(&store));
        assert_eq!(enabled.change("a"), Err(InvalidChange::NoSign("a")));
        assert_eq!(enabled.change("+a,-x"), Err(InvalidChange::UnknownFeature("x")));
        assert_eq!(enabled.change("+"), Err(InvalidChange::UnknownFeature("")));
        let unknown = EnabledFeatures::from_processor(&store, analysis(&store), "r");
        assert!(unknown.expect("records make sense").is_none());
    }

    #[test]
    fn conditions_contradict_each_other_by_implication_too() {
        let store = store_of(FEATURES);
        let features = analysis(&store);
        let named = |name| feature(&store, name);
        let check = |conditions: &[FeatureExpr], expected| {
            assert_eq!(can_hold_together(features, conditions), expected, "{conditions:?}");
        };
        check(&[], true);
        check(&[named("A"), not(named("C"))], true);
        check(&[named("C"), not(named("A"))], false);
        check(&[named("D"), not(named("D"))], false);
        let either = FeatureExpr::AnyOf(vec![named("C"), named("D")]);
        check(&[either.clone(), not(named("A"))], true);
        check(&[either.clone(), not(named("A")), not(named("D"))], false);
        check(&[not(either), named("B")], true);
        check(&[FeatureExpr::AnyOf(Vec::new())], false);
    }
}
