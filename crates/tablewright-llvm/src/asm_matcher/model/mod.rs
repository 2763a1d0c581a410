//! The model of an assembly matcher: its names, tables and numbers.

mod class_tables;
mod conversions;
mod feature_sets;
mod mnemonic_cases;
mod register_names;
mod row_table;

use tablewright_backend::{Failure, Job};
use tablewright_index::IndexVec;
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_target::assembler_features::AssemblerFeatures;
use tablewright_target::assembly::{
    AsmMatcher, MatchClass, MatchClassId, MatcherOptions, MnemonicAliases, RegisterMatchClass,
    ResultOperand,
};
use tablewright_target::instructions::Instructions;
use tablewright_target::record_views::asm_syntax::AsmParserRecord;
use tablewright_target::record_views::register::RegisterByHwModeRecord;
use tablewright_target::record_views::subtarget::PredicateRecord;
use tablewright_target::registers::{Registers, check_register_by_hw_mode};
use tablewright_target::target::target;

use super::{ASM_PARSER_NUMBER, MATCH_PREFIX};
use crate::support::feature_bits::{FeatureBit, feature_bits};
pub(super) use class_tables::{ClassTables, MatchedRegisterClass};
pub(super) use conversions::{ConversionEntry, Conversions, Handler, OmittedOperands};
pub(super) use feature_sets::FeatureSets;
pub(super) use mnemonic_cases::{MnemonicCase, MnemonicCases};
pub(super) use register_names::RegisterMatchers;
pub(super) use row_table::RowTable;

/// A target's assembly matcher.
pub(super) struct AsmMatcherModel<'s> {
    pub(super) names: AsmMatcherNames<'s>,
    pub(super) matcher: AsmMatcher,
    /// Enumerator by operand class.
    pub(super) class_names: IndexVec<MatchClassId, String>,
    pub(super) class_lookup: ClassLookup,
    /// The names of the diagnostics for operands that do not match, in byte order.
    pub(super) diagnostic_types: Vec<String>,
    pub(super) features: Vec<FeatureBit<'s>>,
    /// User-visible text by feature.
    pub(super) feature_texts: Vec<&'s str>,
    pub(super) feature_sets: FeatureSets,
    pub(super) registers: RegisterMatchers<'s>,
    /// Mnemonic cases. `None` without mnemonic aliases.
    pub(super) mnemonics: Option<MnemonicCases>,
    pub(super) conversions: Conversions,
    pub(super) rows: RowTable,
}

/// Lookup methods for register classes and their superclasses.
pub(super) enum ClassLookup {
    /// By `switch`. The registers that are in a class, with their namespaces, and the class.
    Switches(Vec<(String, MatchClassId)>),
    /// By tables. The functions are passed the subtarget.
    Tables(ClassTables),
}

impl ClassLookup {
    /// Returns the register classes for a function that finds them, in releases with the function.
    pub(super) fn register_classes(&self) -> Option<&[MatchedRegisterClass]> {
        match self {
            ClassLookup::Switches(_) => None,
            ClassLookup::Tables(tables) => tables.register_classes.as_deref(),
        }
    }
}

/// Names for the target and the functions that the parser calls.
pub(super) struct AsmMatcherNames<'s> {
    /// Input name.
    pub(super) input: &'s str,
    pub(super) target: &'s str,
    /// C++ parser class.
    pub(super) parser: String,
    /// Instruction namespace.
    pub(super) namespace: &'s str,
    /// Parser method called for each matched instruction; may be empty.
    pub(super) cleanup: &'s str,
    /// The parser's method that parses an operand of a class.
    pub(super) operand_parser: &'s str,
}

impl<'s> AsmMatcherModel<'s> {
    /// Builds the model.
    ///
    /// # Errors
    ///
    /// If the assembly language description is invalid.
    pub(super) fn collect(job: &mut Job<'s>) -> Result<AsmMatcherModel<'s>, Failure> {
        let store = job.store;
        let prefix = job.options.text(&MATCH_PREFIX).to_owned();
        let options = MatcherOptions {
            parser: job.options.number(&ASM_PARSER_NUMBER) as usize,
            prefix: &prefix,
        };
        let matcher = AsmMatcher::build(store, options, job.diagnostics)?;
        let registers: &Registers = job.analysis()?;
        let all_features: &AssemblerFeatures = job.analysis()?;
        let instructions: &Instructions = job.analysis()?;
        let names = AsmMatcherNames::collect(store, &matcher, instructions)?;
        let features = feature_bits(store, all_features, names.target);
        let feature_texts = feature_texts(store, &features)?;
        let register_matchers = RegisterMatchers::collect(store, &matcher, registers)?;
        let mnemonics = if prefix.is_empty() {
            MnemonicAliases::read(store, &matcher.parser, all_features, job.diagnostics)?
        } else {
            // `--match-prefix` selects instructions for inspection: aliases are left out.
            None
        };
        let feature_sets = FeatureSets::collect(store, &matcher.rows);
        check_registers_by_hw_mode(job, &matcher)?;
        let conversions = Conversions::collect(store, &matcher)?;
        let shared = (&feature_sets, &conversions);
        let class_names = matcher.classes.enumerators();
        let class_lookup = if store.release().has(Feature::MatchClassesAreTables) {
            let mut tables = ClassTables::new(store, &matcher, &class_names, registers);
            let modes = (job.analysis()?, job.analysis()?);
            tables.add_modes(store, &matcher, &class_names, modes);
            if store.release().has(Feature::MatchersRemapClasses) {
                tables.add_register_classes(store, &matcher, &class_names)?;
            }
            ClassLookup::Tables(tables)
        } else {
            ClassLookup::Switches(register_classes(store, &matcher, registers))
        };
        Ok(AsmMatcherModel {
            class_names,
            class_lookup,
            diagnostic_types: diagnostic_types(&matcher),
            feature_texts,
            registers: register_matchers,
            mnemonics: mnemonics.map(|aliases| MnemonicCases::new(store, aliases)),
            rows: RowTable::collect(store, &matcher, shared, instructions),
            conversions,
            feature_sets,
            features,
            names,
            matcher,
        })
    }

    /// Returns the enumerator for an operand class.
    pub(super) fn class_name(&self, class: MatchClassId) -> &str {
        &self.class_names[class]
    }

    /// Iterates over all classes of operands in order, with their enumerators.
    pub(super) fn classes(&self) -> impl Iterator<Item = (&str, MatchClassId, &MatchClass)> {
        let classes = self.matcher.classes.in_order();
        classes.map(|(id, class)| (self.class_name(id), id, class))
    }

    /// Whether any operand class has optional operands.
    pub(super) fn has_optional_operands(&self) -> bool {
        self.matcher.classes.in_order().any(|(_, class)| class.is_optional())
    }
}

impl<'s> AsmMatcherNames<'s> {
    fn collect(
        store: &'s RecordStore,
        matcher: &AsmMatcher,
        instructions: &Instructions,
    ) -> Result<AsmMatcherNames<'s>, Failure> {
        let target = target(store)?.name();
        let parser = AsmParserRecord::new(store.record(matcher.parser.record));
        let operand_parser = match parser.operand_parser_method()?.unwrap_or_default() {
            "" => "tryCustomParseOperand",
            method => method,
        };
        Ok(AsmMatcherNames {
            input: store.input_name(),
            target,
            parser: format!("{target}{}", parser.asm_parser_class_name()?),
            namespace: instructions.namespace(store)?.unwrap_or_default(),
            cleanup: parser.asm_parser_inst_cleanup()?.unwrap_or_default(),
            operand_parser,
        })
    }
}

fn feature_texts<'s>(
    store: &'s RecordStore,
    features: &[FeatureBit<'_>],
) -> Result<Vec<&'s str>, FieldError> {
    let text =
        |bit: &FeatureBit<'_>| PredicateRecord::new(store.record(bit.predicate)).predicate_name();
    features.iter().map(text).collect()
}

fn register_classes(
    store: &RecordStore,
    matcher: &AsmMatcher,
    registers: &Registers,
) -> Vec<(String, MatchClassId)> {
    let named = |&RegisterMatchClass { register, class }: &RegisterMatchClass| {
        let namespace = store.str(registers.get(register).namespace);
        (format!("{namespace}::{}", registers.name(register)), class)
    };
    matcher.classes.register_classes().iter().map(named).collect()
}

fn diagnostic_types(matcher: &AsmMatcher) -> Vec<String> {
    let types = matcher.classes.in_order().map(|(_, class)| &class.diagnostic_type);
    let mut types: Vec<String> = types.filter(|ty| !ty.is_empty()).cloned().collect();
    types.sort_unstable();
    types.dedup();
    types
}

trait Enumerators {
    fn enumerators(&self) -> IndexVec<MatchClassId, String>;
}

impl Enumerators for tablewright_target::assembly::MatchClasses {
    fn enumerators(&self) -> IndexVec<MatchClassId, String> {
        let mut names = IndexVec::from_elem_n(String::new(), self.len());
        for (id, class) in self.in_order() {
            names[id] = if class.is_token() {
                format!("MCK_{}", identifier(&class.name))
            } else {
                format!("MCK_{}", class.name)
            };
        }
        names
    }
}

/// Text as a part of a C++ identifier. Some characters have names, the others have numbers.
fn identifier(text: &str) -> String {
    let mut identifier = String::with_capacity(text.len());
    for &byte in tablewright_text::byte_escape::unescape(text).iter() {
        let name = match byte {
            b'*' => "_STAR_",
            b'%' => "_PCT_",
            b':' => "_COLON_",
            b'!' => "_EXCLAIM_",
            b'.' => "_DOT_",
            b'<' => "_LT_",
            b'>' => "_GT_",
            b'-' => "_MINUS_",
            b'#' => "_HASH_",
            _ if byte.is_ascii_alphanumeric() => {
                identifier.push(char::from(byte));
                continue;
            }
            _ => {
                // `char` is signed on the reference's host.
                identifier.push_str(&format!("_{}_", byte as i8 as u32));
                continue;
            }
        };
        identifier.push_str(name);
    }
    identifier
}

/// Checks the registers that depend on the hardware mode and are operands of rows.
fn check_registers_by_hw_mode(job: &mut Job<'_>, matcher: &AsmMatcher) -> Result<(), Failure> {
    for row in matcher.rows.rows() {
        for &result in matcher.rows.results(row) {
            if let ResultOperand::RegByHwMode(record) = result {
                let register = RegisterByHwModeRecord::new(job.store.record(record));
                check_register_by_hw_mode(job.store, job.diagnostics, register)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn characters_of_tokens_have_names_or_numbers() {
        assert_eq!(identifier(".w!"), "_DOT_w_EXCLAIM_");
        assert_eq!(identifier("a_1"), "a_95_1");
        assert_eq!(identifier("é"), "_4294967235__4294967209_");
    }
}
