//! Mnemonic aliases: records of class `MnemonicAlias`.
//!
//! In: the records and the language variants. Out: by variant, the target mnemonics for each alias.

use std::collections::BTreeMap;

use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::parser::AsmParser;
use crate::assembler_features::AssemblerFeatures;
use crate::record_views::asm_syntax::MnemonicAliasRecord;
use crate::record_views::subtarget::PredicateRecord;

/// The aliases of mnemonics.
#[derive(Default, Debug)]
pub struct MnemonicAliases {
    /// By variant number, the aliases for this variant only. In releases that list common aliases
    /// twice, a variant without a name has these too.
    pub of_variants: Vec<(i32, Vec<MnemonicAlias>)>,
    /// The aliases for all variants.
    pub of_all: Vec<MnemonicAlias>,
}

/// A mnemonic that is replaced by another mnemonic.
#[derive(Debug)]
pub struct MnemonicAlias {
    /// The mnemonic, in lower case.
    pub from: String,
    /// Required features and the target mnemonic in lower case. The first entry with all features
    /// available wins.
    pub conditional: Vec<(Vec<RecordId>, String)>,
    /// The target mnemonic if none matches, in lower case.
    pub otherwise: Option<String>,
}

impl MnemonicAliases {
    /// Reads the aliases; `None` if there are none.
    ///
    /// # Errors
    /// If a mnemonic has two unconditional targets, if a conditional target is the mnemonic itself, or if a predicate
    /// is not an assembler feature.
    pub fn read(
        store: &RecordStore,
        parser: &AsmParser,
        features: &AssemblerFeatures,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<MnemonicAliases>, FieldError> {
        let records = MnemonicAliasRecord::all(store)?;
        if records.is_empty() {
            return Ok(None);
        }
        let mut reader = MnemonicAliasReader { features, diagnostics };
        let mut aliases = MnemonicAliases::default();
        let has_duplicates = !store.release().has(Feature::AliasesOfAllVariantsAreOnce);
        for variant in &parser.variants {
            if variant.name.is_empty() && !has_duplicates {
                continue;
            }
            let of_variant = reader.variant(&records, &variant.name)?;
            aliases.of_variants.push((variant.number, of_variant));
        }
        aliases.of_all = reader.variant(&records, "")?;
        Ok(Some(aliases))
    }
}

struct MnemonicAliasReader<'a> {
    features: &'a AssemblerFeatures,
    diagnostics: &'a mut Diagnostics,
}

impl MnemonicAliasReader<'_> {
    fn variant(
        &mut self,
        records: &[MnemonicAliasRecord<'_>],
        name: &str,
    ) -> Result<Vec<MnemonicAlias>, FieldError> {
        let mut by_mnemonic: BTreeMap<String, Vec<MnemonicAliasRecord<'_>>> = BTreeMap::new();
        for &record in records {
            if record.asm_variant_name()?.unwrap_or_default() == name {
                let from = record.from_mnemonic()?.to_ascii_lowercase();
                by_mnemonic.entry(from).or_default().push(record);
            }
        }
        by_mnemonic.into_iter().map(|(from, records)| self.alias(from, &records)).collect()
    }

    fn alias(
        &mut self,
        from: String,
        records: &[MnemonicAliasRecord<'_>],
    ) -> Result<MnemonicAlias, FieldError> {
        let mut conditional = Vec::new();
        let mut otherwise: Option<(MnemonicAliasRecord<'_>, &str)> = None;
        for &record in records {
            let required = self.required(record)?;
            let to = record.to_mnemonic()?;
            if required.is_empty() {
                match otherwise {
                    Some((other, other_to)) if other_to != to => {
                        return Err(self.two(*other, *record));
                    }
                    _ => otherwise = Some((record, to)),
                }
            } else if to == from {
                let message = "MnemonicAlias to the same string";
                return Err(FieldError::new(Code::AsmAliases, *record, message)
                    .label_field(*record, "ToMnemonic"));
            } else {
                conditional.push((required, to.to_ascii_lowercase()));
            }
        }
        let otherwise = otherwise.map(|(_, to)| to.to_ascii_lowercase());
        Ok(MnemonicAlias { from, conditional, otherwise })
    }

    /// Returns the features that an alias requires.
    fn required(&self, alias: MnemonicAliasRecord<'_>) -> Result<Vec<RecordId>, FieldError> {
        let predicates = alias.predicates()?;
        let feature =
            |predicate: PredicateRecord<'_>| match self.features.for_predicate(predicate.id()) {
                Some(_) => Ok(predicate.id()),
                None => {
                    let name = predicate.name();
                    let message =
                        format!("Predicate '{name}' is not marked as an AssemblerPredicate!");
                    Err(FieldError::new(Code::AsmAliases, *alias, message)
                        .label_record(*predicate, "the predicate"))
                }
            };
        predicates.into_iter().map(feature).collect()
    }

    /// Returns the error for two unconditional aliases, after reporting the first.
    fn two(&mut self, first: Record<'_>, second: Record<'_>) -> FieldError {
        let error = |record, message: &str| FieldError::new(Code::AsmAliases, record, message);
        let message = "two different MnemonicAliases with the same 'from' mnemonic!";
        self.diagnostics.push(Diagnostic::from(error(first, message)));
        error(second, "this is the other MnemonicAlias.")
    }
}
