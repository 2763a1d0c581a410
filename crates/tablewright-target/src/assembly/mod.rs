//! The target's assembly language, as an assembler matches it.
//!
//! In: instructions and aliases with their assembly strings, and records of class `AsmParser`,
//! `AsmParserVariant`, `AsmOperandClass`, `TokenAlias` and `MnemonicAlias` (`Target.td`). Out:
//! [`AsmMatcher`], with operand classes and rows in matching order. A row names its instruction and
//! the source for each instruction operand.
//!
//! The steps:
//!
//! 1. `source` reads instructions and aliases, `tokens` divides their strings;
//! 2. `register_sets` and `user_classes` find operand classes;
//! 3. `operand_references` assigns a class to each token, `results` finds the sources for
//!    instruction operands, and `two_operand_alias` adds shortened rows;
//! 4. `match_class` sorts the classes, `matchable_order` the rows.
//!
//! The result depends on command-line options, so it is not an analysis. Nothing here depends on
//! C++.

mod custom_operands;
mod match_class;
mod matchable;
mod matchable_order;
mod mnemonic_alias;
mod operand_references;
mod parser;
mod register_sets;
mod results;
mod source;
#[cfg(test)]
mod tests;
mod texts;
mod tokens;
mod two_operand_alias;
mod user_classes;

use std::thread;

use tablewright_records::{AnalysisError, FieldError, HAS_THREADS, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

pub use custom_operands::CustomOperand;
pub use match_class::{
    MatchClass, MatchClassId, MatchClassKind, MatchClasses, RegisterMatchClass, UserClass,
};
pub use matchable::{
    AsmOperand, FeatureListId, Matchable, MatchableSource, Matchables, ResultOperand, Tie,
};
pub use matchable_order::are_ambiguous;
pub use mnemonic_alias::{MnemonicAlias, MnemonicAliases};
pub use parser::{AsmParser, AsmVariant, TokenCharacters};
pub use texts::{AsmTexts, TextId};

use crate::assembler_features::AssemblerFeatures;
use crate::inst_alias::InstAliasReader;
use crate::instructions::Instructions;
use crate::instructions::operands::InstructionOperands;
use crate::record_views::asm_syntax::TokenAliasRecord;
use crate::registers::{DescribedClasses, RegisterClasses, Registers};
use crate::target::target;

use matchable_order::RowOrder;
use operand_references::OperandReferences;
use source::SourceReader;

/// The parser, and the instructions, that a matcher is built for.
#[derive(Clone, Copy, Default, Debug)]
pub struct MatcherOptions<'o> {
    /// The number of the parser in the target's list.
    pub parser: usize,
    /// Only instructions are matched whose names begin with this.
    pub prefix: &'o str,
}

/// The tables with which an assembler matches instructions.
#[doc(alias = "AsmMatcherInfo")]
#[derive(Debug)]
pub struct AsmMatcher {
    /// The parser, with the variants of the language.
    pub parser: AsmParser,
    /// The texts of tokens, mnemonics and operand names.
    pub texts: AsmTexts,
    /// The classes of operands.
    pub classes: MatchClasses,
    /// The rows in the order in which they are tried.
    pub rows: Matchables,
    /// The operands that methods of the target parse.
    pub custom_operands: Vec<CustomOperand>,
}

impl AsmMatcher {
    /// Builds it.
    ///
    /// # Errors
    /// If instructions, aliases or classes of operands are invalid.
    pub fn build(
        store: &RecordStore,
        options: MatcherOptions<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<AsmMatcher, AnalysisError> {
        let parser = AsmParser::read(target(store)?, options.parser)?;
        let features: &AssemblerFeatures = store.analysis(diagnostics)?;
        let instructions: &Instructions = store.analysis(diagnostics)?;
        let operands: &InstructionOperands = store.analysis(diagnostics)?;
        let registers: &Registers = store.analysis(diagnostics)?;
        let described: &DescribedClasses = store.analysis(diagnostics)?;
        let aliases = InstAliasReader { instructions, operands, registers, classes: described };
        let source =
            SourceReader { store, parser: &parser, aliases, features, prefix: options.prefix };

        let mut texts = AsmTexts::default();
        // To infer classes of registers takes about as long as to read instructions, so both are done
        // at once. What is wrong with registers is reported first.
        let infer = || store.analysis::<RegisterClasses>(&mut Diagnostics::new()).is_ok();
        let drafts = if store.records_reads() || !HAS_THREADS {
            infer();
            source.read(&mut texts)
        } else {
            thread::scope(|scope| {
                scope.spawn(infer);
                source.read(&mut texts)
            })
        };
        let register_classes: &RegisterClasses = store.analysis(diagnostics)?;
        let drafts = drafts?;
        let mut classes = MatchClasses::default();
        let named = &drafts.named_registers;
        register_sets::add_register_sets(&mut classes, store, registers, register_classes, named)?;
        classes.add_by_hw_mode(store, store.analysis(diagnostics)?);
        user_classes::add_user_classes(&mut classes, store, diagnostics)?;
        let checks_ties = !parser.reports_near_misses;
        let references = OperandReferences::new(
            store,
            instructions,
            operands,
            &mut texts,
            &mut classes,
            checks_ties,
        );
        let mut rows = references.resolve(drafts)?;
        add_token_aliases(&mut classes, &mut texts, store)?;
        classes.sort(store)?;
        let order = RowOrder::new(store, instructions, &parser, &texts, &rows, &classes)?;
        let order = order.sorted();
        rows.reorder(&order);
        let custom_operands =
            custom_operands::custom_operands(&rows, &classes, parser.parses_all_operands);
        Ok(AsmMatcher { parser, texts, classes, rows, custom_operands })
    }
}

/// Reads records of class `TokenAlias`: `FromToken` also matches wherever `ToToken` is expected.
fn add_token_aliases(
    classes: &mut MatchClasses,
    texts: &mut AsmTexts,
    store: &RecordStore,
) -> Result<(), FieldError> {
    for alias in TokenAliasRecord::all(store)? {
        let from = texts.add(alias.from_token()?);
        let from_class = classes.token(from, texts);
        let to = texts.add(alias.to_token()?);
        let to_class = classes.token(to, texts);
        if from_class == to_class {
            let message = "error: Destination value identical to source value.";
            let error = FieldError::new(Code::AsmAliases, *alias, message);
            return Err(error.label_field(*alias, "ToToken"));
        }
        classes.classes[from_class].super_classes.push(to_class);
    }
    Ok(())
}

impl Matchables {
    /// Puts the rows into an order, which lists their current indices.
    fn reorder(&mut self, order: &[u32]) {
        let mut rows: Vec<Option<Matchable>> =
            std::mem::take(&mut self.rows).into_iter().map(Some).collect();
        self.rows = order.iter().filter_map(|&index| rows[index as usize].take()).collect();
    }
}
