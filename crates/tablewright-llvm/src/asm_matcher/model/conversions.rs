//! The conversion table: converts a matched row's operands to instruction operands.
//!
//! Rows with equal conversions share a signature, and therefore a row in the conversion table. A table entry consists
//! of a conversion kind and the row operand to convert.

use std::collections::BTreeMap;
use tablewright_target::qualified_name::QualifiedName;

use rustc_hash::FxHashMap;
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_target::assembly::{
    AsmMatcher, MatchClass, MatchClassId, MatchClassKind, Matchable, ResultOperand, Tie,
};
use tablewright_target::record_views::register::RegisterByHwModeRecord;
use tablewright_text::TextSink;

use super::identifier;
use crate::support::qualified_name::Qualified;
use crate::support::register_by_hw_mode::{chooser, mode_of};

/// The conversion table and the code for each conversion kind.
pub(crate) struct Conversions {
    /// Ties used by any row, by key.
    pub(crate) ties: BTreeMap<TieKey, String>,
    /// Conversion kind enumerators.
    pub(crate) kinds: Vec<String>,
    /// The code for each kind, except the three built-in kinds.
    pub(crate) handlers: Vec<Handler>,
    /// The signatures with their entries.
    pub(crate) signatures: Vec<(String, Vec<ConversionEntry>)>,
    /// Signature index for each row.
    pub(crate) of_rows: Vec<u32>,
    /// Number of elements in a table row.
    pub(crate) width: usize,
    /// Numbering for omitted operands.
    pub(crate) omitted: OmittedOperands,
}

/// The numbering for omitted operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OmittedOperands {
    /// By row class, without counting the mnemonic; operand numbers are one higher.
    ByClass,
    /// By operand, with the mnemonic as the first; class indices are one lower.
    AfterMnemonic,
    /// By operand, with class indices equal to operand numbers.
    ByOperand,
}

impl Conversions {
    /// Returns the integer type for the table: bytes, unless there are more kinds or ties than a byte can represent.
    /// The reference crashes in this case.
    pub(crate) fn number_type(&self) -> &'static str {
        match self.kinds.len().max(self.ties.len()) {
            0..=256 => "uint8_t",
            257..=0x10000 => "uint16_t",
            _ => "uint32_t",
        }
    }
}

/// Tied operands as bytes: the copied result (255 for none) and two row operands.
type TieKey = [u8; 3];

/// A conversion table entry.
#[derive(Clone, Copy)]
pub(crate) enum ConversionEntry {
    /// A conversion kind, and the row operand to convert.
    Operand { kind: u32, operand: u8 },
    /// A tie.
    Tied(TieKey),
    /// A method of the target converts the whole instruction.
    Whole { kind: u32 },
}

/// The code for a conversion kind.
pub(crate) enum Handler {
    /// A method of the target converts the whole instruction.
    Whole { name: String, method: String },
    /// An operand method adds the operand.
    Rendered(Rendered),
    /// Adds a number.
    Imm { name: String, value: i64 },
    /// Adds a register, written as a C++ expression.
    Reg { name: String, register: String },
}

/// A conversion by an operand's render method.
pub(crate) struct Rendered {
    pub(crate) name: String,
    pub(crate) method: String,
    /// Method that returns the operand if it is omitted in the source.
    pub(crate) default_method: Option<String>,
    pub(crate) mi_operand_count: u32,
    pub(crate) is_register: bool,
}

/// Number of elements in the conversion row for a whole instruction.
const WIDTH_OF_WHOLE: usize = 3;
const REGISTER_METHOD: &str = "addRegOperands";

/// Returns whether a class's operands are tokens or registers in a class that is the same in all hardware modes: all
/// such operands have the same conversion.
fn is_fixed(class: &MatchClass) -> bool {
    match class.kind {
        MatchClassKind::Token | MatchClassKind::Registers(_) => true,
        MatchClassKind::RegistersByHwMode(_) | MatchClassKind::User(_) => false,
    }
}

impl Conversions {
    pub(super) fn collect(
        store: &RecordStore,
        matcher: &AsmMatcher,
    ) -> Result<Conversions, FieldError> {
        let mut collector = ConversionCollector::new(store, matcher);
        for row in matcher.rows.rows() {
            let signature = match row.converter {
                Some(method) => collector.whole(store.str(method)),
                None => collector.row(row)?,
            };
            collector.found.of_rows.push(signature);
        }
        Ok(collector.found)
    }
}

struct ConversionCollector<'a> {
    store: &'a RecordStore,
    matcher: &'a AsmMatcher,
    found: Conversions,
    kind_by_name: FxHashMap<String, usize>,
    signature_by_name: FxHashMap<String, u32>,
    /// Number of parsed operands before the operands in a row.
    first_operand: u32,
    /// Signature by conversion parts, since many rows have the same conversion.
    signature_by_parts: FxHashMap<Vec<ConversionPart>, u32>,
    /// Conversion kind by operand class; the key for registers is `None`.
    kind_by_class: FxHashMap<Option<MatchClassId>, u32>,
    entries: Vec<ConversionEntry>,
    signature: String,
}

/// The key for a single operand's conversion.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ConversionPart {
    /// A row operand with its class; the class for registers is `None`.
    Rendered {
        class: Option<MatchClassId>,
        operand: u32,
        mi_operand_count: u32,
    },
    Other(ResultOperand),
}

impl<'a> ConversionCollector<'a> {
    fn new(store: &'a RecordStore, matcher: &'a AsmMatcher) -> ConversionCollector<'a> {
        let kinds: Vec<String> = ["CVT_Done", "CVT_Reg", "CVT_Tied"].map(str::to_owned).into();
        let names = kinds.iter().cloned().enumerate();
        ConversionCollector {
            store,
            matcher,
            kind_by_name: names.map(|(number, name)| (name, number)).collect(),
            found: Conversions {
                ties: BTreeMap::new(),
                kinds,
                handlers: Vec::new(),
                signatures: Vec::new(),
                of_rows: Vec::with_capacity(matcher.rows.rows().len()),
                width: 2,
                omitted: if !store.release().has(Feature::OmittedOperandsHaveTheirNumbers) {
                    OmittedOperands::ByClass
                } else if matcher.parser.has_mnemonic_first {
                    OmittedOperands::AfterMnemonic
                } else {
                    OmittedOperands::ByOperand
                },
            },
            signature_by_name: FxHashMap::default(),
            first_operand: matcher.parser.first_operand() as u32,
            signature_by_parts: FxHashMap::default(),
            kind_by_class: FxHashMap::default(),
            entries: Vec::new(),
            signature: String::new(),
        }
    }

    /// Returns the signature for rows that a target method converts.
    fn whole(&mut self, method: &str) -> u32 {
        let signature = format!("ConvertCustom_{method}");
        if let Some(&number) = self.signature_by_name.get(&signature) {
            return number;
        }
        let name = format!("CVT_{}", identifier(method));
        let method = method.to_owned();
        let handler = Handler::Whole { name: name.clone(), method };
        if self.store.release().has(Feature::CustomConversionsHaveWidth) {
            self.found.width = self.found.width.max(WIDTH_OF_WHOLE);
        }
        let number = self.found.kinds.len() as u32;
        self.kind_by_name.insert(name.clone(), self.found.kinds.len());
        self.found.kinds.push(name);
        self.found.handlers.push(handler);
        self.signature_of(signature, vec![ConversionEntry::Whole { kind: number }])
    }

    fn signature_of(&mut self, signature: String, entries: Vec<ConversionEntry>) -> u32 {
        let number = self.found.signatures.len() as u32;
        self.signature_by_name.insert(signature.clone(), number);
        self.found.signatures.push((signature, entries));
        number
    }

    /// Returns a row's signature.
    fn row(&mut self, row: &Matchable) -> Result<u32, FieldError> {
        let results = self.matcher.rows.results(row);
        // Each entry takes two bytes, and one byte ends the row.
        self.found.width = self.found.width.max(results.len() * 2 + 1);
        let parts: Vec<ConversionPart> =
            results.iter().map(|&result| self.part(row, result)).collect();
        if let Some(&signature) = self.signature_by_parts.get(&parts) {
            return Ok(signature);
        }
        let signature = self.new_row(row, results)?;
        self.signature_by_parts.insert(parts, signature);
        Ok(signature)
    }

    fn part(&self, row: &Matchable, result: ResultOperand) -> ConversionPart {
        let ResultOperand::Rendered { operand, mi_operand_count } = result else {
            return ConversionPart::Other(result);
        };
        let class = self.matcher.rows.operands(row)[operand as usize].class;
        let class = Some(class).filter(|&class| !is_fixed(self.matcher.classes.get(class)));
        ConversionPart::Rendered { class, operand, mi_operand_count }
    }

    /// Builds the signature for a row whose parts are new.
    fn new_row(&mut self, row: &Matchable, results: &[ResultOperand]) -> Result<u32, FieldError> {
        self.entries.clear();
        self.signature.clear();
        self.signature.push_str("Convert");
        for &result in results {
            match result {
                ResultOperand::Rendered { operand, mi_operand_count } => {
                    self.rendered(row, operand, mi_operand_count);
                }
                ResultOperand::Tied(tie) => self.tied(tie),
                ResultOperand::Imm(value) => self.imm(value),
                ResultOperand::Reg(register) => {
                    let register = register.map(|register| self.store.record(register));
                    self.reg(register)?;
                }
                ResultOperand::RegByHwMode(choice) => {
                    let choice = RegisterByHwModeRecord::new(self.store.record(choice));
                    let register = format!("{}({})", chooser(choice)?, mode_of("STI->"));
                    self.fixed_reg(&format!("reg{}", choice.name()), register);
                }
            }
        }
        if results.is_empty() {
            self.signature.push_str("_NoOperands");
        }
        if let Some(&number) = self.signature_by_name.get(&self.signature) {
            return Ok(number);
        }
        let (signature, entries) = (self.signature.clone(), self.entries.clone());
        Ok(self.signature_of(signature, entries))
    }

    /// Returns a conversion kind's number. A new kind is added with its code.
    fn kind(&mut self, name: String, handler: impl FnOnce(String) -> Handler) -> u32 {
        if let Some(&number) = self.kind_by_name.get(&name) {
            return number as u32;
        }
        let number = self.found.kinds.len();
        self.found.kinds.push(name.clone());
        self.found.handlers.push(handler(name.clone()));
        self.kind_by_name.insert(name, number);
        number as u32
    }

    fn rendered(&mut self, row: &Matchable, operand: u32, mi_operand_count: u32) {
        let id = self.matcher.rows.operands(row)[operand as usize].class;
        let class = self.matcher.classes.get(id);
        let class_name = if is_fixed(class) { "Reg" } else { class.name.as_str() };
        write!(self.signature, "__{class_name}{mi_operand_count}_{operand}");
        // All registers have the same kind.
        let key = Some(id).filter(|_| !is_fixed(class));
        let kind = match self.kind_by_class.get(&key) {
            Some(&kind) => kind,
            None => {
                let kind = self.rendered_kind(class, mi_operand_count);
                self.kind_by_class.insert(key, kind);
                kind
            }
        };
        let operand = (operand + self.first_operand) as u8;
        self.entries.push(ConversionEntry::Operand { kind, operand });
    }

    /// Returns the number of the kind that converts operands in a class.
    fn rendered_kind(&mut self, class: &MatchClass, mi_operand_count: u32) -> u32 {
        let is_register = is_fixed(class);
        let of_registers = if is_register { "Reg" } else { REGISTER_METHOD };
        let method = class.user().map_or(of_registers, |user| user.render_method.as_str());
        let default_method = class.user().filter(|user| user.is_optional);
        let default_method = default_method.map(|user| user.default_method.clone());
        let mut name = format!("CVT_{method}");
        if let Some(default) = &default_method {
            name += &format!("_{default}");
        }
        let method = if is_register { REGISTER_METHOD } else { method };
        let name = identifier(&name);
        let rendered = Rendered {
            name: name.clone(),
            method: method.to_owned(),
            default_method,
            mi_operand_count,
            is_register,
        };
        self.kind(name, |_| Handler::Rendered(rendered))
    }

    fn tied(&mut self, tie: Tie) {
        // All three are bytes. A missing number becomes the greatest number, before operands that rows do not list are
        // counted.
        let byte = |operand: Option<u32>| {
            operand.unwrap_or(u32::MAX).wrapping_add(self.first_operand) as u8
        };
        let [first, second] = tie.operands.map(byte);
        let key = [tie.result.unwrap_or(u32::MAX) as u8, first, second];
        let name = format!("Tie{}_{first}_{second}", key[0]);
        write!(self.signature, "__{name}");
        self.found.ties.insert(key, name);
        self.entries.push(ConversionEntry::Tied(key));
    }

    fn imm(&mut self, value: i64) {
        let name = identifier(&format!("imm_{value}"));
        write!(self.signature, "__{name}");
        let kind = self.kind(format!("CVT_{name}"), |name| Handler::Imm { name, value });
        self.entries.push(ConversionEntry::Operand { kind, operand: 0 });
    }

    fn reg(&mut self, register: Option<tablewright_records::Record<'_>>) -> Result<(), FieldError> {
        let (name, register) = match register {
            None => ("reg0".to_owned(), "0".to_owned()),
            Some(register) => {
                let qualified = Qualified(QualifiedName::from_record(register)?).to_string();
                (format!("reg{}", register.name()), qualified)
            }
        };
        self.fixed_reg(&name, register);
        Ok(())
    }

    /// Adds the conversion for a fixed register, given as a C++ expression.
    fn fixed_reg(&mut self, name: &str, register: String) {
        write!(self.signature, "__{name}");
        let kind = self.kind(format!("CVT_{name}"), |name| Handler::Reg { name, register });
        self.entries.push(ConversionEntry::Operand { kind, operand: 0 });
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::lines;

    use crate::asm_matcher::BACKEND;
    use crate::test_support::output;

    /// Checks the rows of conversions for these instructions and aliases.
    fn check(definitions: &str, expected: Expect) {
        let output = output(&BACKEND, definitions);
        expected.assert_eq(&lines(&output, &["// Convert_", "Convert__", "error:"]));
    }

    #[test]
    fn operands_are_converted_in_the_order_of_the_instruction() {
        check(
            "def ADD : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i)> { let AsmString = \"add $i, $a, $d\"; }",
            expect![[r#"
                Convert__Reg1_2__Reg1_1__Imm1_0,
                // Convert__Reg1_2__Reg1_1__Imm1_0
                { 0 /* add */, Toy::ADD, Convert__Reg1_2__Reg1_1__Imm1_0, AMFBS_None, { MCK_Imm, MCK_GPR, MCK_GPR }, },
            "#]],
        );
    }

    #[test]
    fn a_tied_operand_copies_its_partner() {
        check(
            "def INC : Inst<(outs GPR:$d), (ins GPR:$s)> { let AsmString = \"inc $d\"; let Constraints = \"$d = $s\"; }",
            expect![[r#"
                Convert__Reg1_0__Tie0_1_1,
                // Convert__Reg1_0__Tie0_1_1
                { 0 /* inc */, Toy::INC, Convert__Reg1_0__Tie0_1_1, AMFBS_None, { MCK_GPR }, },
            "#]],
        );
    }

    #[test]
    fn an_alias_sets_registers_and_numbers() {
        check(
            "def ADD : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i)> { let AsmString = \"add $d, $a, $i\"; }
             def : InstAlias<\"mov $d\", (ADD GPR:$d, R0, 3)>;",
            expect![[r#"
                Convert__Reg1_0__Reg1_1__Imm1_2,
                Convert__Reg1_0__regR0__imm_95_3,
                // Convert__Reg1_0__Reg1_1__Imm1_2
                // Convert__Reg1_0__regR0__imm_95_3
                { 0 /* add */, Toy::ADD, Convert__Reg1_0__Reg1_1__Imm1_2, AMFBS_None, { MCK_GPR, MCK_GPR, MCK_Imm }, },
                { 4 /* mov */, Toy::ADD, Convert__Reg1_0__regR0__imm_95_3, AMFBS_None, { MCK_GPR }, },
            "#]],
        );
    }

    #[test]
    fn equal_conversions_share_a_row() {
        check(
            "def ADD : Inst<(outs GPR:$d), (ins GPR:$a)> { let AsmString = \"add $d, $a\"; }
             def SUB : Inst<(outs GPR:$d), (ins GPR:$a)> { let AsmString = \"sub $d, $a\"; }",
            expect![[r#"
                Convert__Reg1_0__Reg1_1,
                // Convert__Reg1_0__Reg1_1
                { 0 /* add */, Toy::ADD, Convert__Reg1_0__Reg1_1, AMFBS_None, { MCK_GPR, MCK_GPR }, },
                { 4 /* sub */, Toy::SUB, Convert__Reg1_0__Reg1_1, AMFBS_None, { MCK_GPR, MCK_GPR }, },
            "#]],
        );
    }
}
