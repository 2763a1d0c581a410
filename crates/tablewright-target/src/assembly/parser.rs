//! The assembler's parser and its language variants: records of class `AsmParser` and
//! `AsmParserVariant`.

use tablewright_records::{FieldError, RecordId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::asm_syntax::AsmParserVariantRecord;
use crate::record_views::instruction::TargetRecord;

/// A parser: a record of class `AsmParser`.
#[derive(Clone, Debug)]
pub struct AsmParser {
    /// The record.
    pub record: RecordId,
    /// `HasMnemonicFirst`: whether each instruction starts with its mnemonic.
    pub has_mnemonic_first: bool,
    /// `ReportMultipleNearMisses`: whether the matcher reports all rows that nearly matched.
    pub reports_near_misses: bool,
    /// `PreferSmallerInstructions`: whether shorter encodings are tried first.
    pub prefers_smaller: bool,
    /// `CallCustomParserForAllOperands`: whether the target method parses every operand.
    pub parses_all_operands: bool,
    /// The language variants, in the target's order.
    pub variants: Vec<AsmVariant>,
}

/// A variant of an assembly language: a record of class `AsmParserVariant`.
#[doc(alias = "AsmVariantInfo")]
#[derive(Clone, Debug)]
pub struct AsmVariant {
    /// The record.
    pub record: RecordId,
    /// The name that instructions and aliases can select.
    pub name: String,
    /// The number that selects text in assembly strings.
    pub number: i32,
    /// The text that starts a comment. Empty if the language lacks comments.
    pub comment_delimiter: String,
    /// The register name prefix.
    pub register_prefix: String,
    /// The characters that divide assembly strings.
    pub characters: TokenCharacters,
}

/// The characters that divide an assembly string into tokens.
#[derive(Clone, Default, Debug)]
pub struct TokenCharacters {
    /// Characters that are tokens by themselves.
    pub tokenizing: String,
    /// Characters between tokens.
    pub separators: String,
    /// Characters that begin a token.
    pub breaks: String,
}

impl AsmParser {
    /// Reads the parser with this number in the target's list.
    ///
    /// # Errors
    /// If the parser does not exist, or one of its fields is invalid.
    pub fn read(target: TargetRecord<'_>, number: usize) -> Result<AsmParser, Diagnostic> {
        let parsers = target.assembly_parsers()?;
        let Some(&record) = parsers.get(number) else {
            let message = format!("Target does not have an AsmParser #{number}!");
            let mut error = Diagnostic::error_anywhere(Code::AsmVariants, message);
            error.label(target.pos(), "the target");
            return Err(error);
        };
        let has_mnemonic_first = record.has_mnemonic_first()?;
        let reports_near_misses = record.report_multiple_near_misses()?;
        let variants = target.assembly_parser_variants()?;
        Ok(AsmParser {
            record: record.id(),
            has_mnemonic_first,
            reports_near_misses,
            prefers_smaller: record.prefer_smaller_instructions()?,
            parses_all_operands: record.call_custom_parser_for_all_operands()?,
            variants: variants.into_iter().map(AsmVariant::read).collect::<Result<_, _>>()?,
        })
    }

    /// Returns the index of the first parsed operand that rows list.
    pub fn first_operand(&self) -> usize {
        usize::from(self.has_mnemonic_first)
    }
}

impl AsmVariant {
    fn read(record: AsmParserVariantRecord<'_>) -> Result<AsmVariant, FieldError> {
        let comment_delimiter = record.comment_delimiter()?.to_owned();
        let register_prefix = record.register_prefix()?.to_owned();
        let characters = TokenCharacters {
            tokenizing: record.tokenizing_characters()?.to_owned(),
            separators: record.separator_characters()?.to_owned(),
            breaks: record.break_characters()?.to_owned(),
        };
        Ok(AsmVariant {
            record: record.id(),
            name: record.variant_name()?.to_owned(),
            // The reference uses a C++ `int`.
            number: record.variant()? as i32,
            comment_delimiter,
            register_prefix,
            characters,
        })
    }

    /// Splits a mnemonic at the first character that begins another token: `add.w` into `add` and `.w` if `.` is in
    /// `BreakCharacters`. `None` if the whole mnemonic is a token.
    pub fn cut_mnemonic<'t>(&self, mnemonic: &'t str) -> Option<(&'t str, &'t str)> {
        let TokenCharacters { tokenizing, separators, breaks } = &self.characters;
        let begins_token =
            |c: char| [tokenizing, separators, breaks].iter().any(|it| it.contains(c));
        let (end, _) = mnemonic.char_indices().skip(1).find(|&(_, c)| begins_token(c))?;
        Some(mnemonic.split_at(end))
    }

    /// Whether a record with this `AsmVariantName` belongs to the variant. A record without a name
    /// belongs to all variants.
    pub(super) fn is_named(&self, name: &str) -> bool {
        name.is_empty() || name == self.name
    }

    /// Returns the number that selects text in assembly strings. A variant without a matching
    /// alternative selects empty text.
    pub(super) fn alternative(&self) -> usize {
        usize::try_from(self.number).unwrap_or(usize::MAX)
    }
}
