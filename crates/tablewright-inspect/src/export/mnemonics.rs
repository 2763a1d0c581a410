//! Mnemonics with their instructions and aliases, for all processors or a selected processor.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use tablewright_records::{AnalysisError, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::assembler_features::{AssemblerFeatures, FeatureExpr};
use tablewright_target::assembly::{AsmMatcher, MatcherOptions, MnemonicAlias, MnemonicAliases};
use tablewright_target::enabled_features::EnabledFeatures;
use tablewright_target::instructions::Instructions;
use tablewright_target::subtarget_features::SubtargetFeatures;

use crate::assembly::{AssemblyOrigin, AssemblyRow, AssemblyVariant};
use crate::encoding::DecoderSetup;

/// A mnemonic in an assembly language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExportedMnemonic {
    /// The mnemonic; empty for rows that begin with an operand.
    pub mnemonic: String,
    /// The assembly language.
    pub variant: AssemblyVariant,
    /// The instructions behind the mnemonic, in matching order.
    pub forms: Vec<MnemonicForm>,
    /// The mnemonics that an assembler replaces by this mnemonic, sorted.
    pub aliases: Vec<String>,
}

/// An instruction behind a mnemonic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MnemonicForm {
    /// The instruction's record name.
    pub instruction: String,
    /// The kind of record that adds the form.
    pub origin: AssemblyOrigin,
    /// The required predicates, by record name.
    pub predicates: Vec<String>,
    /// The required features by command line name, for example `m` or `!a & (b | c)`. All are
    /// required.
    pub features: Vec<String>,
}

/// Lists the mnemonics in order by text, then by variant. `setup` selects a processor and features;
/// its tables are ignored.
///
/// # Errors
/// Errors from the analyses, and unknown names in `setup`.
pub fn mnemonics(
    store: &RecordStore,
    setup: &DecoderSetup,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<ExportedMnemonic>, AnalysisError> {
    let enabled = setup.enabled_features(store, diagnostics)?;
    let matcher = AsmMatcher::build(store, MatcherOptions::default(), diagnostics)?;
    let assembler_features: &AssemblerFeatures = store.analysis(diagnostics)?;
    let aliases = MnemonicAliases::read(store, &matcher.parser, assembler_features, diagnostics)?;
    let lister = MnemonicLister {
        store,
        features: store.analysis(diagnostics)?,
        enabled,
        replaced: aliases.unwrap_or_default(),
    };
    let instructions: &Instructions = store.analysis(diagnostics)?;
    let mut list: BTreeMap<(String, i32), ExportedMnemonic> = BTreeMap::new();
    for row in matcher.rows.rows() {
        let conditions = lister.conditions(matcher.rows.features(row.features))?;
        if !lister.hold(&conditions) {
            continue;
        }
        let row = AssemblyRow::new(store, instructions, &matcher, row);
        let form = MnemonicForm {
            instruction: row.instruction,
            origin: row.origin,
            predicates: row.features,
            features: lister.feature_names(&conditions),
        };
        let key = (row.mnemonic.clone(), row.variant.number);
        let mnemonic = list.entry(key).or_insert_with(|| ExportedMnemonic {
            mnemonic: row.mnemonic,
            variant: row.variant,
            forms: Vec::new(),
            aliases: Vec::new(),
        });
        if !mnemonic.forms.contains(&form) {
            mnemonic.forms.push(form);
        }
    }
    lister.add_aliases(list)
}

struct MnemonicLister<'s> {
    store: &'s RecordStore,
    features: &'s SubtargetFeatures,
    /// The enabled features; `None` for any features.
    enabled: Option<EnabledFeatures<'s>>,
    replaced: MnemonicAliases,
}

impl MnemonicLister<'_> {
    /// Whether the processor meets all conditions. Without a processor every condition is met.
    fn hold(&self, conditions: &[FeatureExpr]) -> bool {
        let enabled = self.enabled.as_ref();
        enabled.is_none_or(|enabled| conditions.iter().all(|it| enabled.holds(it)))
    }

    fn conditions(&self, predicates: &[RecordId]) -> Result<Vec<FeatureExpr>, AnalysisError> {
        let records = predicates.iter().map(|&predicate| self.store.record(predicate));
        let conditions = records.map(FeatureExpr::from_predicate);
        Ok(conditions.collect::<Result<Vec<_>, _>>()?)
    }

    fn feature_names(&self, conditions: &[FeatureExpr]) -> Vec<String> {
        let texts = conditions.iter().map(|condition| self.text(condition, false));
        texts.filter(|text| !text.is_empty()).collect()
    }

    /// Formats a condition, in parentheses if it has several parts and `is_part`.
    fn text(&self, condition: &FeatureExpr, is_part: bool) -> String {
        let join = |parts: &[FeatureExpr], operator: &str| {
            let is_list = parts.len() > 1;
            let texts: Vec<String> = parts.iter().map(|part| self.text(part, is_list)).collect();
            let text = texts.join(operator);
            if is_part && is_list { format!("({text})") } else { text }
        };
        match condition {
            FeatureExpr::Feature(record) => match self.features.number(*record) {
                Some(number) => self.features.all()[number as usize].name.clone(),
                None => self.store.record(*record).name().to_owned(),
            },
            FeatureExpr::Not(inner) => format!("!{}", self.text(inner, true)),
            FeatureExpr::AllOf(parts) => join(parts, " & "),
            FeatureExpr::AnyOf(parts) => join(parts, " | "),
        }
    }

    /// Adds the aliases. A mnemonic that the processor's assembler always replaces is left out.
    fn add_aliases(
        &self,
        mut list: BTreeMap<(String, i32), ExportedMnemonic>,
    ) -> Result<Vec<ExportedMnemonic>, AnalysisError> {
        let mut sources: BTreeMap<(String, i32), BTreeSet<String>> = BTreeMap::new();
        let variants: BTreeSet<i32> = list.keys().map(|(_, variant)| *variant).collect();
        for variant in variants {
            let own = self.replaced.of_variants.iter().filter(|(number, _)| *number == variant);
            let own = own.flat_map(|(_, aliases)| aliases);
            for alias in own.chain(&self.replaced.of_all) {
                for target in self.targets(alias)? {
                    let key = (target.to_owned(), variant);
                    sources.entry(key).or_default().insert(alias.from.clone());
                }
            }
        }
        if self.enabled.is_some() {
            let replaced: BTreeSet<(&str, i32)> = sources
                .iter()
                .flat_map(|((_, variant), from)| from.iter().map(|it| (it.as_str(), *variant)))
                .collect();
            list.retain(|(mnemonic, variant), _| {
                !replaced.contains(&(mnemonic.to_lowercase().as_str(), *variant))
            });
        }
        let mut list: Vec<ExportedMnemonic> = list.into_values().collect();
        for listed in &mut list {
            let from = sources.get(&(listed.mnemonic.to_lowercase(), listed.variant.number));
            listed.aliases.extend(from.into_iter().flatten().cloned());
        }
        Ok(list)
    }

    /// Returns the mnemonics that may replace an alias: the first with enabled features, or all if
    /// no processor is selected.
    fn targets<'a>(&self, alias: &'a MnemonicAlias) -> Result<Vec<&'a str>, AnalysisError> {
        let otherwise = alias.otherwise.as_deref();
        if self.enabled.is_none() {
            let conditional = alias.conditional.iter().map(|(_, target)| target.as_str());
            return Ok(conditional.chain(otherwise).collect());
        }
        for (predicates, target) in &alias.conditional {
            if self.hold(&self.conditions(predicates)?) {
                return Ok(vec![target]);
            }
        }
        Ok(otherwise.into_iter().collect())
    }
}
