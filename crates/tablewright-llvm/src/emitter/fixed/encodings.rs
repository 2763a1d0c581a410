//! Fixed-length encodings: the fixed bits, and the bits into which each operand is merged.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tablewright_backend::Failure;
use tablewright_records::{Feature, Field, FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::{self, Diagnostic, Diagnostics, Severity, Subject};
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::{Interner, Symbol};
use tablewright_target::hw_modes::HwModeId;
use tablewright_target::instructions::InstructionId;
use tablewright_target::instructions::encoding::{
    EncodingBits, EncodingRecords, FieldRun, NamedRun, PositionalOperands, are_little_endian,
};
use tablewright_target::instructions::operands::{operand_names_text, similar_operand};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::instruction::InstructionRecord;

use super::operand_of_field::FieldOperands;
use crate::emitter::source::{EncoderSource, OpcodeRange};
use crate::support::unsigned_width::UnsignedWidth;

pub(super) struct FixedEncodings<'s> {
    symbols: &'s Interner,
    pub(super) target: &'s str,
    /// Length of the longest encoding in bits.
    pub(super) width: u32,
    /// Tables for the fixed bits. The default mode's table is first.
    pub(super) tables: Vec<FixedTable<'s>>,
    /// Whether encodings differ by mode.
    pub(super) has_modes: bool,
    pub(super) opcode_range: OpcodeRange,
    /// First opcode with an encoding.
    pub(super) first_supported: usize,
    pub(super) opcodes: Vec<QualifiedName<'s>>,
    pub(super) groups: Vec<MergeGroup<'s>>,
    pub(super) programs: Vec<Program>,
    words: Vec<u64>,
    /// Rows that all tables share; `None` if each table has the words of its instructions.
    pub(super) shared: Option<SharedRows>,
}

/// The different encodings of all tables, and which of them each table has.
pub(super) struct SharedRows {
    /// The words of each encoding, lowest first.
    pub(super) rows: Vec<Vec<u64>>,
    /// The row of each instruction, for each table.
    pub(super) indices: Vec<Vec<usize>>,
}

impl SharedRows {
    /// Returns the type of a row's index.
    pub(super) fn width(&self) -> UnsignedWidth {
        UnsignedWidth::new(self.rows.len().saturating_sub(1))
    }
}

/// The fixed bits of each instruction's encoding.
pub(super) struct FixedTable<'s> {
    /// The mode; `None` for the default mode.
    pub(super) mode: Option<&'s str>,
    pub(super) instructions: Vec<KnownBits<'s>>,
}

#[derive(Clone, Copy)]
pub(super) struct KnownBits<'s> {
    /// The instruction, if it is encoded in any mode.
    pub(super) name: Option<&'s str>,
    /// Start and number of the encoding's words, if the instruction is encoded in this table.
    words: (u32, u32),
}

/// Instructions with the same code to merge operands into their encodings.
pub(super) struct MergeGroup<'s> {
    /// Opcode indices.
    pub(super) opcodes: Vec<u32>,
    pub(super) code: FixedCode<'s>,
}

/// The operand merge in each mode, as program indices.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum FixedCode<'s> {
    Universal(u32),
    ByMode(Vec<ModeCode<'s>>),
}

/// The operand merge in a mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ModeCode<'s> {
    /// The mode number.
    pub(super) mode: usize,
    /// The table name; `None` for the default mode.
    pub(super) table: Option<&'s str>,
    /// The program index.
    pub(super) program: u32,
}

/// The merge of operands into an encoding.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(super) struct Program {
    pub(super) steps: Vec<MergeStep>,
    runs: Vec<FieldRun>,
    /// The method that gets the finished encoding (`PostEncoderMethod`); it may be empty.
    pub(super) post_encoder: Option<Symbol>,
}

/// The merge steps for an operand.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct MergeStep {
    pub(super) name: Symbol,
    /// Index among the machine operands.
    pub(super) mi_operand: u32,
    /// Encoder method. Empty or `None` for the default method.
    pub(super) encoder: Option<Symbol>,
    /// The range of runs in the program that receive the operand's bits.
    runs: Range<usize>,
}

impl Program {
    /// Returns the runs for an operand's bits, highest first; at least one.
    pub(super) fn runs(&self, step: &MergeStep) -> &[FieldRun] {
        &self.runs[step.runs.clone()]
    }
}

/// An encoding in a single mode: its words, as in [`KnownBits`], and its program index.
#[derive(Clone, Copy)]
struct FixedWidthEncoding {
    mode: HwModeId,
    words: (u32, u32),
    program: u32,
}

/// An instruction's encodings.
struct Encoded {
    is_universal: bool,
    encodings: Vec<FixedWidthEncoding>,
}

impl<'s> FixedEncodings<'s> {
    pub(super) fn collect(
        source: &EncoderSource<'s>,
        diagnostics: &mut Diagnostics,
    ) -> Result<FixedEncodings<'s>, Failure> {
        let mut collector = FixedCollector {
            source,
            is_little_endian: are_little_endian(source.target)?,
            positional_operands: PositionalOperands::new(source.target)?,
            width: 0,
            words: Vec::new(),
            programs: Vec::new(),
            program_ids: FxHashMap::default(),
            runs: Vec::new(),
            slot_runs: Vec::new(),
            program: Program::default(),
            diagnostics,
        };
        let mut instructions = source.encoded()?;
        if source.opcode_range == OpcodeRange::Supported {
            instructions.sort_by_key(|instruction| source.instructions.id(instruction.id()));
        }
        let mut encoded = Vec::with_capacity(instructions.len());
        let mut opcodes = Vec::with_capacity(instructions.len());
        for &instruction in &instructions {
            encoded.push(collector.instruction(instruction)?);
            opcodes.push(QualifiedName::from_record(instruction)?);
        }
        // Errors in fields are reported for all instructions before the action fails.
        if collector.diagnostics.has_errors() {
            return Err(Failure::Reported);
        }
        let FixedCollector { width, words, programs, .. } = collector;
        let modes = modes_of(&encoded);
        let mut table_modes = vec![HwModeId::DEFAULT];
        table_modes.extend(modes.iter().filter(|mode| !mode.is_default()));
        let numbers = instructions.iter().filter_map(|it| source.instructions.id(it.id()));
        let first_supported = numbers.min().map_or(0, InstructionId::index);
        let first_row = match source.opcode_range {
            OpcodeRange::All => 0,
            OpcodeRange::Supported => first_supported,
        };
        let mut encodings = FixedEncodings {
            symbols: source.target.store().symbols(),
            target: source.target.name(),
            width,
            tables: table_modes
                .iter()
                .map(|&m| table(source, &instructions, &encoded, m, first_row))
                .collect(),
            has_modes: !modes.is_empty(),
            opcode_range: source.opcode_range,
            first_supported,
            opcodes,
            groups: groups(source, &encoded),
            programs,
            words,
            shared: None,
        };
        let release = source.target.store().release();
        if encodings.is_wide() && release.has(Feature::WideEncodingsAreShared) {
            encodings.shared = Some(encodings.share());
        }
        Ok(encodings)
    }

    /// Collects the different encodings of all tables.
    fn share(&self) -> SharedRows {
        let (mut rows, mut numbers) = (Vec::new(), FxHashMap::default());
        let mut number = |&instruction: &KnownBits<'_>| {
            let words: Vec<u64> = self.words(instruction).collect();
            *numbers.entry(words).or_insert_with_key(|words| {
                rows.push(words.clone());
                rows.len() - 1
            })
        };
        let indices = self
            .tables
            .iter()
            .map(|table| table.instructions.iter().map(&mut number).collect())
            .collect();
        SharedRows { rows, indices }
    }

    /// Returns the text of a name or method. Empty for `None`.
    pub(super) fn text(&self, symbol: impl Into<Option<Symbol>>) -> &'s str {
        symbol.into().map_or("", |symbol| self.symbols.resolve(symbol))
    }

    /// Returns an instruction's words, 64 bits each, the lowest first.
    pub(super) fn words(&self, instruction: KnownBits<'_>) -> impl Iterator<Item = u64> + '_ {
        let (first, count) = (instruction.words.0 as usize, instruction.words.1 as usize);
        let words = self.words[first..first + count].iter().copied();
        // Shorter encodings, and instructions without an encoding, are padded with zeros.
        words.chain(std::iter::repeat(0)).take(self.word_count())
    }

    /// Returns the C++ variable that indexes instructions in tables.
    pub(super) fn row_index(&self) -> &'static str {
        match self.opcode_range {
            OpcodeRange::All => "opcode",
            OpcodeRange::Supported => "TableIndex",
        }
    }

    /// Returns the number of words in an encoding. It is 1 if no instruction is encoded, so that the table is valid
    /// C++.
    pub(super) fn word_count(&self) -> usize {
        self.width.div_ceil(64).max(1) as usize
    }

    /// Whether encodings are too long for a word.
    pub(super) fn is_wide(&self) -> bool {
        self.width > 64
    }
}

/// Returns the modes with their own encodings, in order.
fn modes_of(encoded: &[Encoded]) -> Vec<HwModeId> {
    let by_mode = encoded.iter().filter(|instruction| !instruction.is_universal);
    let mut modes: Vec<HwModeId> =
        by_mode.flat_map(|instruction| instruction.encodings.iter().map(|e| e.mode)).collect();
    modes.sort_unstable();
    modes.dedup();
    modes
}

/// Returns a mode's table name.
fn table_name<'s>(source: &EncoderSource<'s>, mode: HwModeId) -> Option<&'s str> {
    (!mode.is_default()).then(|| source.modes.get(mode).name.as_str())
}

fn table<'s>(
    source: &EncoderSource<'s>,
    instructions: &[Record<'s>],
    encoded: &[Encoded],
    mode: HwModeId,
    first_row: usize,
) -> FixedTable<'s> {
    let none = KnownBits { name: None, words: (0, 0) };
    let mut known_bits = vec![none; source.instructions.len()];
    for (instruction, Encoded { is_universal, encodings }) in instructions.iter().zip(encoded) {
        // An encoding without modes is in all tables.
        let encoding = encodings.iter().find(|e| *is_universal || e.mode == mode);
        let words = encoding.map_or((0, 0), |encoding| encoding.words);
        // Only generic instructions may lack a number, and these are not encoded.
        if let Some(id) = source.instructions.id(instruction.id()) {
            known_bits[id.index()] = KnownBits { name: Some(instruction.name()), words };
        }
    }
    FixedTable { mode: table_name(source, mode), instructions: known_bits.split_off(first_row) }
}

fn groups<'s>(source: &EncoderSource<'s>, encoded: &[Encoded]) -> Vec<MergeGroup<'s>> {
    let mut groups: Vec<MergeGroup<'s>> = Vec::new();
    let mut index_by_code: FxHashMap<FixedCode<'s>, usize> = FxHashMap::default();
    for (opcode, instruction) in (0u32..).zip(encoded) {
        let code = match instruction.encodings.as_slice() {
            [encoding] if instruction.is_universal => FixedCode::Universal(encoding.program),
            encodings => FixedCode::ByMode(
                encodings
                    .iter()
                    .map(|encoding| ModeCode {
                        mode: encoding.mode.index(),
                        table: table_name(source, encoding.mode),
                        program: encoding.program,
                    })
                    .collect(),
            ),
        };
        let index = *index_by_code.entry(code.clone()).or_insert_with(|| {
            groups.push(MergeGroup { opcodes: Vec::new(), code });
            groups.len() - 1
        });
        groups[index].opcodes.push(opcode);
    }
    groups
}

/// Encoding bits and their field's slot in the record.
struct SlotRun {
    slot: usize,
    run: FieldRun,
}

struct FixedCollector<'a, 's> {
    source: &'a EncoderSource<'s>,
    is_little_endian: bool,
    positional_operands: PositionalOperands,
    width: u32,
    words: Vec<u64>,
    programs: Vec<Program>,
    program_ids: FxHashMap<Program, u32>,
    /// Runs in the current encoding by field name; the allocation is reused.
    runs: Vec<NamedRun>,
    /// The same runs by field slot.
    slot_runs: Vec<SlotRun>,
    /// Program for the current encoding, reused because most programs equal an earlier program.
    program: Program,
    diagnostics: &'a mut Diagnostics,
}

impl<'s> FixedCollector<'_, 's> {
    fn instruction(&mut self, instruction: Record<'s>) -> Result<Encoded, FieldError> {
        Ok(match EncodingRecords::new(instruction, self.source.modes)? {
            EncodingRecords::Universal(record) => {
                let encoding = self.encoding(instruction, record, HwModeId::DEFAULT)?;
                Encoded { is_universal: true, encodings: vec![encoding] }
            }
            EncodingRecords::ByMode(records) => {
                let mut encodings = Vec::with_capacity(records.len());
                for (mode, record) in records {
                    encodings.push(self.encoding(instruction, record, mode)?);
                }
                Encoded { is_universal: false, encodings }
            }
        })
    }

    /// Reads the encoding of `instruction` in `record`.
    fn encoding(
        &mut self,
        instruction: Record<'s>,
        record: Record<'s>,
        mode: HwModeId,
    ) -> Result<FixedWidthEncoding, FieldError> {
        let bits = EncodingBits::new(record, self.is_little_endian)?;
        self.width = self.width.max(bits.width());
        let first = self.words.len();
        self.runs.clear();
        bits.read(&mut self.words, &mut self.runs);
        let words = (first as u32, (self.words.len() - first) as u32);
        let program = self.program(instruction, record)?;
        Ok(FixedWidthEncoding { mode, words, program })
    }

    /// Returns the program that merges the operands of `instruction` into the runs.
    fn program(&mut self, instruction: Record<'s>, record: Record<'s>) -> Result<u32, FieldError> {
        // Operands are merged in the order in which the fields are declared.
        self.slot_runs.clear();
        // A single lookup for adjacent bits in the same field, the usual case.
        for runs in self.runs.chunk_by(|a, b| a.field == b.field) {
            if let Some(slot) = record.slot_of(runs[0].field) {
                self.slot_runs.extend(runs.iter().map(|named| SlotRun { slot, run: named.run }));
            }
        }
        // The sort is stable: runs in the same field stay in order, the highest first.
        self.slot_runs.sort_by_key(|run| run.slot);
        self.program.steps.clear();
        self.program.runs.clear();
        let errors = self.diagnostics.error_count();
        let mut operands =
            FieldOperands::new(self.source, instruction, record, self.positional_operands);
        for runs in self.slot_runs.chunk_by(|a, b| a.slot == b.slot) {
            let field = record.field_at(runs[0].slot);
            // A `field` without a value is allowed; it is not an operand.
            if field.is_field {
                continue;
            }
            match operands.find(field.name) {
                Ok((mi_operand, encoder)) => {
                    let first = self.program.runs.len();
                    self.program.runs.extend(runs.iter().map(|slot| slot.run));
                    let runs = first..self.program.runs.len();
                    self.program.steps.push(MergeStep {
                        name: field.name,
                        mi_operand,
                        encoder,
                        runs,
                    });
                }
                Err(message) => report(self.diagnostics, instruction, field, message),
            }
        }
        // Reported once for each instruction, after the errors in all its fields.
        if self.diagnostics.error_count() > errors {
            note_record(self.diagnostics, instruction);
        }
        self.program.post_encoder = InstructionRecord::new(instruction).post_encoder_method()?;
        // Most instructions have the same program as an earlier instruction, so only a new program is copied.
        if let Some(&id) = self.program_ids.get(&self.program) {
            return Ok(id);
        }
        let id = self.programs.len() as u32;
        self.programs.push(self.program.clone());
        self.program_ids.insert(self.program.clone(), id);
        Ok(id)
    }
}

fn report(diagnostics: &mut Diagnostics, instruction: Record<'_>, field: Field, message: String) {
    let positions = instruction.positions().iter().copied();
    let mut diagnostic =
        Diagnostic::error_at(diagnostic::Code::EncodedOperands, positions, message);
    let name = instruction.store().str(field.name);
    diagnostic.note(Some(field.pos), format!("the encoding has bits of the field '{name}'"));
    // Some `let` for encoding bits mentions the field.
    let mut subject = Subject::new(instruction.name(), "Inst");
    subject.text = Some(name.to_owned());
    if let Some(similar) = similar_operand(instruction, name) {
        diagnostic.note(None, format!("did you mean '{similar}'?"));
        subject.replacement = Some(similar.to_owned());
    } else {
        let list = operand_list_pos(instruction);
        diagnostic.note(list, operand_names_text(instruction));
        if let Some(only) = operand_without_bits(instruction) {
            let help = format!("only `${only}` lacks bits in the encoding: rename it to `${name}`");
            diagnostic.note(None, help);
        }
    }
    diagnostic.about(subject);
    diagnostics.push(diagnostic);
}

/// Returns the position of the operand list in which an operand name is expected.
fn operand_list_pos(instruction: Record<'_>) -> Option<Pos> {
    let view = InstructionRecord::new(instruction);
    let is_input = view.in_operand_list().is_ok_and(|list| !list.args.is_empty());
    let field = if is_input { "InOperandList" } else { "OutOperandList" };
    instruction.field(field).map(|field| field.pos)
}

/// Returns the operand without a field in the instruction, if there is exactly one.
fn operand_without_bits(instruction: Record<'_>) -> Option<&str> {
    let view = InstructionRecord::new(instruction);
    let lists = [view.out_operand_list(), view.in_operand_list()];
    let names = lists.iter().flatten().flat_map(|list| list.args.iter()).filter_map(|arg| arg.name);
    let mut without = names.filter(|name| instruction.slot_of(*name).is_none());
    let only = without.next()?;
    without.next().is_none().then(|| instruction.store().str(only))
}

/// Prints the instruction with errors, since its fields may come from distant classes.
fn note_record(diagnostics: &mut Diagnostics, instruction: Record<'_>) {
    let mut text = "Dumping record for previous error:\n".to_owned();
    instruction.store().write_record(&mut text, instruction);
    diagnostics.push(Diagnostic::new(Severity::CompatibleNote, None, text.trim_end()));
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;
    use tablewright_test_support::{item, output_of, store_of};

    use crate::emitter::BACKEND;

    const CLASSES: &str = include_str!("../../../../../tests/data/support/instructions.inc");

    fn output(fields: &str) -> String {
        let text = format!(
            "{CLASSES}def Toy : Target;
def simm : Operand {{ let EncoderMethod = \"getSImm\"; }}
def X : Instruction {{ field bits<8> Inst = 0; {fields} }}"
        );
        output_of(&BACKEND, &Options::default(), &store_of(&text))
    }

    /// Checks the statements that encode the operands of the instruction.
    fn check(fields: &str, expected: Expect) {
        expected.assert_eq(&item(&output(fields), "case Toy::X: {"));
    }

    #[test]
    fn an_operand_is_shifted_to_its_bits() {
        check(
            "let InOperandList = (ins GPR:$a, GPR:$b); bits<4> a; bits<4> b; let Inst{7-4} = b; let Inst{3-0} = a;",
            expect![[r#"
                case Toy::X: {
                  // op: a
                  op = getMachineOpValue(MI, MI.getOperand(0), Fixups, STI);
                  op &= UINT64_C(15);
                  Value |= op;
                  // op: b
                  op = getMachineOpValue(MI, MI.getOperand(1), Fixups, STI);
                  op &= UINT64_C(15);
                  op <<= 4;
                  Value |= op;
                  break;
                }
            "#]],
        );
    }

    #[test]
    fn an_operand_in_pieces_is_masked_piece_by_piece() {
        check(
            "let InOperandList = (ins imm:$a); bits<6> a; let Inst{7-5} = a{2-0}; let Inst{2-0} = a{5-3};",
            expect![[r#"
                case Toy::X: {
                  // op: a
                  op = getMachineOpValue(MI, MI.getOperand(0), Fixups, STI);
                  Value |= (op & UINT64_C(7)) << 5;
                  Value |= (op & UINT64_C(56)) >> 3;
                  break;
                }
            "#]],
        );
    }

    #[test]
    fn an_operand_with_a_method_is_encoded_by_it() {
        check(
            "let InOperandList = (ins simm:$a); bits<8> a; let Inst = a;",
            expect![[r#"
            case Toy::X: {
              // op: a
              op = getSImm(MI, 0, Fixups, STI);
              op &= UINT64_C(255);
              Value |= op;
              break;
            }
        "#]],
        );
    }

    #[test]
    fn parts_of_an_operand_are_named_by_the_instruction() {
        check(
            "let InOperandList = (ins (mem $p, $q):$m); bits<4> p; bits<4> q; let Inst{7-4} = q; let Inst{3-0} = p;",
            expect![[r#"
                case Toy::X: {
                  // op: p
                  op = getMachineOpValue(MI, MI.getOperand(0), Fixups, STI);
                  op &= UINT64_C(15);
                  Value |= op;
                  // op: q
                  op = getMachineOpValue(MI, MI.getOperand(1), Fixups, STI);
                  op &= UINT64_C(15);
                  op <<= 4;
                  Value |= op;
                  break;
                }
            "#]],
        );
    }

    #[test]
    fn a_tied_operand_is_encoded_once() {
        check(
            "let OutOperandList = (outs GPR:$d); let InOperandList = (ins GPR:$s);
             let Constraints = \"$s = $d\"; let DisableEncoding = \"$s\";
             bits<4> d; let Inst{3-0} = d;",
            expect![[r#"
                case Toy::X: {
                  // op: d
                  op = getMachineOpValue(MI, MI.getOperand(0), Fixups, STI);
                  op &= UINT64_C(15);
                  Value |= op;
                  break;
                }
            "#]],
        );
    }

    #[test]
    fn a_field_of_the_encoding_is_an_operand() {
        expect![[r#"
            error: No operand named a in record X
        "#]]
        .assert_eq(&output("bits<4> a; let Inst{3-0} = a;"));
    }
}
