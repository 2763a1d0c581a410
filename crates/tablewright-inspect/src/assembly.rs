//! What an assembler tries: the rows of a mnemonic with their operands, and aliases.

use serde::Serialize;
use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_target::assembly::{
    AsmMatcher, Matchable, MatchableSource, MnemonicAlias, MnemonicAliases,
};
use tablewright_target::instructions::Instructions;
use tablewright_target::record_views::asm_syntax::TokenAliasRecord;

use crate::Location;

/// A row that an assembler tries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyRow {
    /// The mnemonic; empty if an operand comes first.
    pub mnemonic: String,
    /// The variant of the language.
    pub variant: AssemblyVariant,
    /// The instruction that it makes.
    pub instruction: String,
    /// The operands, in order.
    pub operands: Vec<AssemblyOperand>,
    /// The features that it requires.
    pub features: Vec<String>,
    /// The method of the target that makes the instruction, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub converter: Option<String>,
    /// Where it comes from.
    pub origin: AssemblyOrigin,
    /// The record of the alias, if it is one and has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// Where the alias or the instruction is defined.
    pub location: Location,
}

/// A variant of an assembly language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyVariant {
    /// Its number.
    pub number: i32,
    /// Its name; often empty.
    pub name: String,
}

/// Where a row comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssemblyOrigin {
    /// From an instruction.
    Instruction,
    /// From a record of class `InstAlias`.
    Alias,
    /// From an instruction of which an operand is left out.
    TwoOperandAlias,
}

/// An operand of a row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyOperand {
    /// The class that it has to match, or the text of a token.
    pub class: String,
    /// Whether it is a token.
    pub is_token: bool,
    /// The name of the operand of the instruction; empty for a token.
    pub name: String,
    /// Whether it can be left out.
    pub is_optional: bool,
}

/// A mnemonic that stands for another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyMnemonicAlias {
    /// The mnemonic.
    pub from: String,
    /// The mnemonic that it stands for.
    pub to: String,
    /// The features that it requires. Of several aliases of a mnemonic, the first holds.
    pub features: Vec<String>,
    /// The number of the variant in which it holds; `None` for all.
    pub variant: Option<i32>,
}

/// A token that matches another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyTokenAlias {
    /// The token.
    pub from: String,
    /// The token that it matches as well.
    pub to: String,
}

impl AssemblyRow {
    /// A row of the matcher of the target in `store`.
    pub fn of(
        store: &RecordStore,
        instructions: &Instructions,
        matcher: &AsmMatcher,
        row: &Matchable,
    ) -> AssemblyRow {
        let instruction = store.record(instructions.record(row.instruction));
        let (origin, record) = match row.source {
            MatchableSource::Instruction => (AssemblyOrigin::Instruction, instruction),
            MatchableSource::Alias(alias) => (AssemblyOrigin::Alias, store.record(alias)),
            MatchableSource::TwoOperandAlias => (AssemblyOrigin::TwoOperandAlias, instruction),
        };
        let operands = matcher.rows.operands(row).iter().map(|operand| {
            let class = matcher.classes.get(operand.class);
            AssemblyOperand {
                class: class.name.to_string(),
                is_token: class.is_token(),
                name: matcher.texts.get(operand.name).to_owned(),
                is_optional: class.is_optional(),
            }
        });
        let variant = &matcher.parser.variants[row.variant];
        let has_alias = origin == AssemblyOrigin::Alias && !record.is_anonymous();
        AssemblyRow {
            mnemonic: matcher.texts.get(row.mnemonic).to_owned(),
            variant: AssemblyVariant { number: variant.number, name: variant.name.clone() },
            instruction: instruction.name().to_owned(),
            operands: operands.collect(),
            features: names(store, matcher.rows.features(row.features)),
            converter: row.converter.map(|method| store.str(method).to_owned()),
            origin,
            alias: has_alias.then(|| record.name().to_owned()),
            location: Location::of(store.sources(), record.pos()),
        }
    }
}

impl AssemblyMnemonicAlias {
    /// All aliases of mnemonics: those of one variant first, then those of all.
    pub fn all(store: &RecordStore, aliases: &MnemonicAliases) -> Vec<AssemblyMnemonicAlias> {
        let of_variants = aliases.of_variants.iter();
        let of_variants = of_variants.map(|(variant, aliases)| (Some(*variant), aliases));
        let mut list = Vec::new();
        for (variant, aliases) in of_variants.chain([(None, &aliases.of_all)]) {
            for MnemonicAlias { from, conditional, otherwise } in aliases {
                let conditional =
                    conditional.iter().map(|(features, to)| (names(store, features), to));
                let otherwise = otherwise.iter().map(|to| (Vec::new(), to));
                list.extend(conditional.chain(otherwise).map(|(features, to)| {
                    AssemblyMnemonicAlias { from: from.clone(), to: to.clone(), features, variant }
                }));
            }
        }
        list
    }
}

impl AssemblyTokenAlias {
    /// All aliases of tokens.
    ///
    /// # Errors
    /// Where a field has no value.
    pub fn all(store: &RecordStore) -> Result<Vec<AssemblyTokenAlias>, FieldError> {
        let aliases = TokenAliasRecord::all_if_defined(store).into_iter();
        let alias = |alias: TokenAliasRecord<'_>| {
            let (from, to) = (alias.from_token()?.to_owned(), alias.to_token()?.to_owned());
            Ok(AssemblyTokenAlias { from, to })
        };
        aliases.map(alias).collect()
    }
}

fn names(store: &RecordStore, records: &[RecordId]) -> Vec<String> {
    records.iter().map(|&record| store.record(record).name().to_owned()).collect()
}
