//! Facts about a generated crate. All decisions are made; names are Rust names.

use tablewright_target::decoding::operand_decoder::EncodedField;

use super::conditions::ConditionNumber;
use crate::number::NumberCodec;
use crate::syntax::{ByteOrder, TailOperand};
use crate::text::NumberText;

/// A generated crate.
pub(super) struct CrateModel {
    pub(super) package: PackageModel,
    pub(super) features: FeatureListModel,
    /// Rust expressions, by condition number.
    pub(super) conditions: Vec<ConditionText>,
    pub(super) registers: RegisterListModel,
    pub(super) opcodes: Vec<OpcodeModel>,
    pub(super) layouts: Vec<Vec<PieceModel>>,
    pub(super) decoding: DecodingModel,
    pub(super) numbers: Vec<NumberModel>,
    pub(super) classes: Vec<ClassModel>,
    pub(super) methods: Vec<MethodModel>,
    pub(super) aliases: Vec<AliasGroup>,
    pub(super) replacements: Vec<ReplacementGroup>,
    pub(super) source: SourceModel,
}

/// The functions that the target's rows name.
pub(super) struct SourceModel {
    /// Rust source.
    pub(super) text: String,
    /// The records of operands, if a function reads them.
    pub(super) operand_records: Vec<OperandRecordModel>,
}

/// An operand record with its operands in instructions.
pub(super) struct OperandRecordModel {
    pub(super) record: String,
    /// Instructions and operand numbers.
    pub(super) operands: Vec<(String, usize)>,
}

/// The package.
pub(super) struct PackageModel {
    pub(super) name: String,
    /// The name in Rust code.
    pub(super) library: String,
    /// The `Target` record.
    pub(super) target: String,
    pub(super) has_march: bool,
}

/// A condition as Rust code.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ConditionText {
    Never,
    Always,
    Has(String),
    Not(Box<ConditionText>),
    All(Vec<ConditionText>),
    Any(Vec<ConditionText>),
}

/// Features and processors.
pub(super) struct FeatureListModel {
    pub(super) features: Vec<FeatureModel>,
    pub(super) processors: Vec<ProcessorModel>,
    /// Names and the processors that they select.
    pub(super) processor_aliases: Vec<(String, String)>,
    /// The features of the target's default processor.
    pub(super) default: Vec<String>,
}

pub(super) struct FeatureModel {
    pub(super) variant: String,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) implies: Vec<String>,
}

pub(super) struct ProcessorModel {
    pub(super) name: String,
    pub(super) features: Vec<String>,
}

/// Registers.
pub(super) struct RegisterListModel {
    pub(super) registers: Vec<RegisterModel>,
    pub(super) prefix: String,
    /// The text for an absent register.
    pub(super) absent: String,
    /// Conditions with the registers whose names differ.
    pub(super) variants: Vec<(ConditionNumber, Vec<(String, String)>)>,
}

pub(super) struct RegisterModel {
    pub(super) variant: String,
    pub(super) printed: String,
}

/// An instruction and its text.
pub(super) struct OpcodeModel {
    pub(super) variant: String,
    /// The name in the description.
    pub(super) name: String,
    pub(super) plan: PlanModel,
}

/// The text of an instruction.
#[derive(Clone)]
pub(super) struct PlanModel {
    pub(super) lead: String,
    /// An index into the layouts.
    pub(super) layout: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum PieceModel {
    Text(String),
    Operand(usize),
    /// A printer method, for the operands from the first operand on.
    Method(usize, usize),
}

/// Tables, operand formats and conversions.
pub(super) struct DecodingModel {
    pub(super) byte_order: ByteOrder,
    pub(super) fields: Vec<usize>,
    /// The smallest size in bytes.
    pub(super) unit: usize,
    pub(super) tables: Vec<TableModel>,
    pub(super) formats: Vec<FormatModel>,
    pub(super) codecs: Vec<CodecModel>,
    pub(super) lists: Vec<RegisterTable>,
    pub(super) max_operands: usize,
    pub(super) tails: Vec<TailModel>,
    /// The function that selects tables; empty for none.
    pub(super) select_tables: String,
    /// The function that refuses words; empty for none.
    pub(super) refuses: String,
}

/// Bytes after an instruction's encodings.
pub(super) struct TailModel {
    pub(super) opcode: String,
    pub(super) bytes: usize,
    pub(super) operand: Option<TailOperand>,
}

/// Encodings with a common decision tree.
pub(super) struct TableModel {
    pub(super) module: String,
    pub(super) namespace: String,
    pub(super) width: u32,
    pub(super) condition: ConditionNumber,
    pub(super) needs: Vec<ConditionNumber>,
    /// A field with six bits, and the values of the field that encodings have.
    pub(super) low: u32,
    pub(super) values: u64,
    pub(super) encodings: Vec<EncodingModel>,
    /// Functions of the tree; the root is the last.
    pub(super) functions: Vec<TreeFunction>,
}

pub(super) struct EncodingModel {
    pub(super) name: String,
    pub(super) opcode: String,
    pub(super) mask: u64,
    pub(super) value: u64,
    pub(super) size: usize,
    pub(super) condition: ConditionNumber,
    pub(super) checked: ConditionNumber,
    pub(super) format: usize,
}

pub(super) struct TreeFunction {
    pub(super) name: String,
    pub(super) body: Vec<TreeStep>,
}

/// A step of a decision tree. After a step without a result follows the next step.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TreeStep {
    /// An attempt with an encoding.
    Try(String),
    /// A part of the tree that has a function.
    Call(String),
    Switch {
        low: u32,
        width: u32,
        cases: Vec<TreeCase>,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct TreeCase {
    pub(super) values: Vec<u64>,
    pub(super) body: Vec<TreeStep>,
}

/// The operands of some encodings.
pub(super) struct FormatModel {
    pub(super) steps: Vec<FormatStep>,
    /// Instructions with the format.
    pub(super) users: Vec<String>,
}

/// The operands in some bits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FormatStep {
    pub(super) initial: u64,
    pub(super) fields: Vec<EncodedField>,
    /// The function that converts the bits; empty for none.
    pub(super) function: String,
    pub(super) operands: Vec<FormatOperand>,
    pub(super) is_complete: bool,
}

/// An operand in some of the bits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FormatOperand {
    /// The lowest bit and the width; `None` for all bits.
    pub(super) part: Option<(u32, u32)>,
    pub(super) codec: usize,
    /// Whether all bits are valid.
    pub(super) is_total: bool,
}

/// A conversion.
pub(super) struct CodecModel {
    pub(super) name: String,
    /// Kinds with their conditions. The last condition is always true.
    pub(super) variants: Vec<(ConditionNumber, CodecKind)>,
}

/// A conversion between bits and a number.
pub(super) struct NumberModel {
    pub(super) name: String,
    pub(super) codec: NumberCodec,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum CodecKind {
    /// A number, by the index of its conversion.
    Number(usize),
    /// A register in a table.
    Register(usize),
    /// A register in a table, or the absent register.
    OptionalRegister(usize),
    /// Operands by bits.
    Listed(Vec<(u64, OperandValue)>),
    Constant(OperandValue),
}

/// A constant operand.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum OperandValue {
    Absent,
    Number(i64),
    Register(String),
}

/// Registers by their bits.
pub(super) struct RegisterTable {
    pub(super) name: String,
    pub(super) registers: Vec<Option<String>>,
}

/// A set of registers with a test function.
pub(super) struct ClassModel {
    pub(super) function: String,
    pub(super) variants: Vec<(ConditionNumber, RegisterSet)>,
}

/// Registers of a class.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum RegisterSet {
    /// The first and last registers of ranges.
    Ranges(Vec<(String, String)>),
    List(Vec<String>),
}

impl Default for RegisterSet {
    fn default() -> RegisterSet {
        RegisterSet::Ranges(Vec::new())
    }
}

/// A printer method.
pub(super) struct MethodModel {
    pub(super) function: String,
    /// The method in the description.
    pub(super) method: String,
    pub(super) kind: MethodKind,
}

pub(super) enum MethodKind {
    Number(NumberText),
    Names {
        lead: String,
        /// The number without text.
        omitted: Option<i64>,
        is_always_omitted: bool,
        names: Vec<NameModel>,
    },
    Letters {
        letters: String,
        none: String,
    },
    OptionalRegister {
        lead: String,
        tail: String,
    },
    /// Pieces with operands that count from the method's first operand.
    Template(Vec<PieceModel>),
    /// A function in the target's source.
    Function(String),
    /// Texts by numbers.
    Listed {
        keys: Vec<isize>,
        texts: Vec<ListedText>,
    },
}

pub(super) struct NameModel {
    pub(super) number: i64,
    pub(super) condition: ConditionNumber,
    pub(super) name: String,
}

/// A text for some operands.
pub(super) struct ListedText {
    pub(super) keys: Vec<i64>,
    pub(super) condition: ConditionNumber,
    pub(super) text: String,
}

/// The aliases of an instruction, in trial order.
pub(super) struct AliasGroup {
    pub(super) opcode: String,
    pub(super) aliases: Vec<AliasModel>,
}

pub(super) struct AliasModel {
    pub(super) condition: ConditionNumber,
    pub(super) tests: Vec<OperandTest>,
    pub(super) plan: PlanModel,
}

/// The long instructions for a short instruction, in trial order.
pub(super) struct ReplacementGroup {
    pub(super) opcode: String,
    pub(super) replacements: Vec<ReplacementModel>,
}

pub(super) struct ReplacementModel {
    pub(super) condition: ConditionNumber,
    pub(super) tests: Vec<OperandTest>,
    pub(super) opcode: String,
    pub(super) operands: Vec<OperandSource>,
}

pub(super) enum OperandSource {
    Operand(usize),
    Value(OperandValue),
}

/// A test on an operand.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum OperandTest {
    Count(usize),
    Is(usize, OperandValue),
    Same(usize, usize),
    /// A register in a class.
    In(usize, usize),
    AnyNumber(usize),
    OneOf(usize, Vec<i64>),
    /// A number that a conversion can encode, by the index of the conversion.
    Fits(usize, usize),
    /// A number that a conversion can encode, or another operand.
    FitsIfNumber(usize, usize),
    /// A number from zero to below a limit, or another operand.
    BelowIfNumber(usize, i64),
}
