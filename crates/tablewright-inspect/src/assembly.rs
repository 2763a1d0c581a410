//! The rows that an assembler tries for a mnemonic, with operands and aliases.

use serde::Serialize;
use tablewright_records::{FieldError, RecordId, RecordStore, RecordView};
use tablewright_target::assembly::{
    AsmMatcher, AsmOperand, Matchable, MatchableSource, MnemonicAlias, MnemonicAliases,
};
use tablewright_target::instructions::Instructions;
use tablewright_target::record_views::asm_syntax::TokenAliasRecord;

use crate::SourceLocation;

/// A row in the assembler's match table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyRow {
    /// The mnemonic; empty if an operand comes first.
    pub mnemonic: String,
    /// The assembly language variant.
    pub variant: AssemblyVariant,
    /// The instruction that the row produces.
    pub instruction: String,
    /// The operands, in order.
    pub operands: Vec<AssemblyOperand>,
    /// The features that the row requires.
    pub features: Vec<String>,
    /// The target's method that builds the instruction; `None` for a generated conversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub converter: Option<String>,
    /// The kind of record behind the row.
    pub origin: AssemblyOrigin,
    /// The alias record; `None` for an instruction or an anonymous alias.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// The position of the alias or instruction.
    pub location: SourceLocation,
}

/// An assembly language variant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyVariant {
    /// The number.
    pub number: i32,
    /// The name; often empty.
    pub name: String,
}

/// The origin of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssemblyOrigin {
    /// An instruction.
    Instruction,
    /// A record of class `InstAlias`.
    Alias,
    /// An instruction with two-operand form: one operand is left out.
    TwoOperandAlias,
}

/// An operand of a row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyOperand {
    /// The class that the operand must match, or the text of a token.
    pub class: String,
    /// Whether the operand is a token.
    pub is_token: bool,
    /// The instruction operand's name; empty for a token.
    pub name: String,
    /// Whether the operand may be omitted.
    pub is_optional: bool,
}

/// A mnemonic that is replaced by another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyMnemonicAlias {
    /// The mnemonic.
    pub from: String,
    /// Its replacement.
    pub to: String,
    /// The features that it requires. The first alias whose features are enabled is used.
    pub features: Vec<String>,
    /// The variant to which it applies; `None` for all.
    pub variant: Option<i32>,
}

/// A token that is also accepted in place of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AssemblyTokenAlias {
    /// The token.
    pub from: String,
    /// The token that it also matches.
    pub to: String,
}

impl AssemblyRow {
    /// Converts a row from the matcher of the target in `store`.
    pub fn new(
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
        let operands = matcher.rows.operands(row).iter();
        let operands = operands.map(|operand| AssemblyOperand::new(matcher, operand));
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
            location: SourceLocation::new(store.sources(), record.pos()),
        }
    }
}

impl AssemblyOperand {
    fn new(matcher: &AsmMatcher, operand: &AsmOperand) -> AssemblyOperand {
        let class = matcher.classes.get(operand.class);
        AssemblyOperand {
            class: class.name.to_string(),
            is_token: class.is_token(),
            name: matcher.texts.get(operand.name).to_owned(),
            is_optional: class.is_optional(),
        }
    }
}

impl AssemblyMnemonicAlias {
    /// Lists all mnemonic aliases: aliases for a single variant first, then aliases for all
    /// variants.
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
    /// Lists all token aliases.
    ///
    /// # Errors
    /// If a field's value is missing.
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
