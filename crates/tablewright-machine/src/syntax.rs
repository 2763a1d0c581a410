//! Shapes for the C++ methods that descriptions name: the part of operand syntax that is not in a
//! description.
//!
//! A [`TargetSyntax`] has rows. A [`CodecRow`] describes a `DecoderMethod` and its inverse, the
//! encoder. A [`TextRow`] describes a `PrintMethod` and its inverse, the parser. Many methods share
//! a shape, for example "signed number times a scale".

use crate::neighbour_syntax::Neighbours;
use crate::relative::RelativeRow;
use crate::relocation::{ElfTarget, RelocationRow, RequiredFeature};
use crate::text::{CustomParse, CustomPrint, InsnCheck, NumberText};

pub use crate::encoder_syntax::EncoderSyntax;
pub use crate::operand_code::{CodeContext, LiteralPlace, OperandCode, OperandCodes};
pub use crate::subtarget_syntax::{SubtargetSyntax, TripleRow};
pub use crate::table_syntax::{TableChoice, TableOrder, TableRow, TableWord};

/// The syntax of a target, as far as its description names methods.
#[derive(Clone, Copy, Debug)]
pub struct TargetSyntax {
    /// The `Target` record's name.
    pub target: &'static str,
    /// Processors and features.
    pub subtarget: SubtargetSyntax,
    /// Instruction words.
    pub words: WordSyntax,
    /// Register names.
    pub registers: RegisterSyntax,
    /// Whether printers show the long instruction for a short one, and assemblers choose short
    /// instructions (`CompressPat`).
    pub is_compressed: bool,
    /// Operands with fewer values in some subtargets.
    pub operand_limits: &'static [OperandLimit],
    /// Decoder methods.
    pub codecs: &'static [CodecRow],
    /// Operands without a decoder method.
    pub operands: &'static [OperandFieldShape],
    /// Facts for the printer.
    pub printer: PrinterSyntax,
    /// Operands without bits in the encoding.
    pub constants: &'static [ConstantRow],
    /// Facts for the assembler.
    pub assembler: AssemblerSyntax,
    /// The rows' functions, as source for generated crates.
    pub source: TargetSource,
}

/// Instruction words: their bytes, and how they differ from the description.
#[derive(Clone, Copy, Debug)]
pub struct WordSyntax {
    /// Byte order of instructions.
    pub byte_order: ByteOrder,
    /// Sizes in bytes of an instruction's fields, the highest field first. The last size repeats.
    /// Empty for a single field.
    pub fields: &'static [usize],
    /// Selects the decoder tables for the lowest bits of a word; `None` for all tables.
    pub select_tables: Option<fn(u64) -> TableChoice>,
    /// Bits that are different from the description.
    pub encoding_bits: &'static [EncodingBitRow],
    /// Bits of operands that the description leaves to a C++ method.
    pub operand_bits: &'static [OperandBitsRow],
    /// Words that a decoder method decodes as another instruction.
    pub replacements: &'static [ReplacementRow],
    /// Instructions that decoders accept in subtargets without them.
    pub accepted: &'static [AcceptedRow],
    /// Words that are not instructions although an encoding matches. Receives a word and its
    /// number of bits.
    pub refuses: Option<fn(u128, u32) -> bool>,
    /// Facts for the encoder.
    pub encoder: EncoderSyntax,
    /// The effect of the words beside a word.
    pub neighbours: Neighbours,
    /// Bytes after encodings.
    pub tails: &'static [TailRow],
    /// Order of decoder tables.
    pub tables: TableOrder,
}

/// Facts for the printer.
#[derive(Clone, Copy, Debug)]
pub struct PrinterSyntax {
    /// Whether printers show aliases.
    pub prints_aliases: bool,
    /// Assembly strings of aliases that are printed although their records exclude them.
    pub printed_aliases: &'static [&'static str],
    /// Aliases for instructions with certain operands, before those in the description.
    pub fixed_aliases: &'static [FixedAlias],
    /// Prints a whole instruction if it returns `Some`, for aliases that are not in the description.
    pub print_alias: Option<CustomPrint>,
    /// Prints the words before an instruction.
    pub print_prefixes: Option<CustomPrint>,
    /// Instruction fields that printing functions read.
    pub fields: &'static [&'static str],
    /// Operands that are printed as a part of the mnemonic.
    pub conditions: &'static [MnemonicConditionRow],
    /// Printer methods.
    pub texts: &'static [TextRow],
    /// Printers of other variants of the assembly language.
    pub variants: &'static [PrinterVariant],
}

/// A printer of another variant of the assembly language.
#[derive(Clone, Copy, Debug)]
pub struct PrinterVariant {
    /// The variant's number.
    pub variant: usize,
    /// The text before a register name.
    pub register_prefix: &'static str,
    /// Printer methods.
    pub texts: &'static [TextRow],
}

/// A condition that is printed in the mnemonic, not as an operand: `cmpltps` for `cmpps $1`.
#[derive(Clone, Copy, Debug)]
pub struct MnemonicConditionRow {
    /// The mnemonic before the condition.
    pub prefix: &'static str,
    /// The mnemonics' parts after the condition.
    pub suffixes: &'static [&'static str],
    /// The operand's name in the instruction.
    pub operand: &'static str,
    /// The conditions. For another number the operand is printed.
    pub names: &'static [(i64, &'static str)],
}

/// The text for an instruction with certain operands.
#[derive(Clone, Copy, Debug)]
pub struct FixedAlias {
    /// The instruction's record name.
    pub instruction: &'static str,
    /// The operands.
    pub operands: &'static [FixedOperand],
    /// The text.
    pub text: &'static str,
}

/// An operand in a [`FixedAlias`].
#[derive(Clone, Copy, Debug)]
pub enum FixedOperand {
    /// The register with this record name.
    Register(&'static str),
    /// A number.
    Number(i64),
}

/// Source for functions that rows name.
#[derive(Clone, Copy, Debug)]
pub struct TargetSource {
    /// Rust source; empty for none.
    pub text: &'static str,
    /// The function that selects decoder tables; empty for none.
    pub select_tables: &'static str,
    /// The function that refuses words; empty for none.
    pub refuses: &'static str,
}

impl TargetSource {
    /// No functions.
    pub const NONE: TargetSource = TargetSource { text: "", select_tables: "", refuses: "" };

    /// Whether the source has a function with this name.
    pub fn has(&self, function: &str) -> bool {
        !function.is_empty() && self.text.contains(&format!("fn {function}("))
    }
}

/// Register names, and registers that do not exist.
#[derive(Clone, Copy, Debug)]
pub struct RegisterSyntax {
    /// The alternative name index for printed registers; empty for the registers' own names.
    pub names: &'static str,
    /// The feature without which the registers' own names are printed; empty for none.
    pub names_feature: &'static str,
    /// The text before a register name.
    pub prefix: &'static str,
    /// The text for no register.
    pub none: &'static str,
    /// The field with a register's encoding; empty for `HWEncoding`.
    pub encoding: &'static str,
    /// Whether the last register in a class counts if several have the same encoding.
    pub prefers_last: bool,
    /// Registers that some features remove.
    pub limits: &'static [RegisterLimit],
    /// Returns a further name that an assembler reads for a register's name.
    pub other_name: fn(&str) -> Option<String>,
    /// Printed names, each with a further name that an assembler reads.
    pub further_names: &'static [(&'static str, &'static str)],
    /// Whether a number is the register with this encoding in the operand's class.
    pub reads_numbers: bool,
    /// The printed name of a register that means no register in classes without it; empty for none.
    pub absent: &'static str,
}

/// Facts for the assembler.
#[derive(Clone, Copy, Debug)]
pub struct AssemblerSyntax {
    /// Comment characters.
    pub comment: &'static str,
    /// Instructions that are replaced by others.
    pub expansions: &'static [ExpansionRow],
    /// Refuses instructions with an encoding.
    pub check: Option<InsnCheck>,
    /// Operands with unsigned fields, for which an assembler also reads negative numbers.
    pub signless_operands: &'static [&'static str],
    /// Address operands for which a register name is not a symbol.
    pub unnamed_addresses: &'static [&'static str],
    /// Functions of addresses: `%lo(x)`.
    pub modifiers: &'static [ModifierRow],
    /// Instructions without an effect, longest first, which fill gaps in code.
    pub nops: &'static [&'static [u8]],
    /// Whether a negative number with 32 bits may be written without its sign. Receives a test for
    /// features by record name.
    pub wraps_numbers: fn(RequiredFeature<'_>) -> bool,
    /// Size of `.word` in bytes.
    pub word_bytes: usize,
    /// Operands with a distance to an address.
    pub relatives: &'static [RelativeRow],
    /// Relocations for symbols in operands and data.
    pub relocations: &'static [RelocationRow],
    /// The ELF machine number, and further facts for object files.
    pub elf: Option<ElfTarget>,
}

impl TargetSyntax {
    /// Syntax for a target without rows.
    pub const PLAIN: TargetSyntax = TargetSyntax {
        target: "",
        subtarget: SubtargetSyntax::PLAIN,
        words: WordSyntax::PLAIN,
        registers: RegisterSyntax::PLAIN,
        is_compressed: false,
        operand_limits: &[],
        codecs: &[],
        operands: &[],
        printer: PrinterSyntax::PLAIN,
        constants: &[],
        assembler: AssemblerSyntax::PLAIN,
        source: TargetSource::NONE,
    };
}

impl TargetSyntax {
    /// Returns the syntax for a variant of the assembly language.
    pub(crate) fn for_variant(mut self, variant: usize) -> TargetSyntax {
        let mut variants = self.printer.variants.iter();
        if let Some(other) = variants.find(|other| other.variant == variant) {
            self.registers.prefix = other.register_prefix;
            self.printer.texts = other.texts;
        }
        self
    }
}

impl WordSyntax {
    /// Little-endian words as in the description.
    pub const PLAIN: WordSyntax = WordSyntax {
        byte_order: ByteOrder::Little,
        fields: &[],
        select_tables: None,
        encoding_bits: &[],
        operand_bits: &[],
        replacements: &[],
        accepted: &[],
        refuses: None,
        encoder: EncoderSyntax::PLAIN,
        neighbours: Neighbours::None,
        tails: &[],
        tables: TableOrder::ShortestFirst(&[]),
    };
}

impl PrinterSyntax {
    /// Aliases are printed, and no method has a row.
    pub const PLAIN: PrinterSyntax = PrinterSyntax {
        prints_aliases: true,
        printed_aliases: &[],
        fixed_aliases: &[],
        print_alias: None,
        print_prefixes: None,
        fields: &[],
        conditions: &[],
        texts: &[],
        variants: &[],
    };
}

impl RegisterSyntax {
    /// The registers' own names.
    pub const PLAIN: RegisterSyntax = RegisterSyntax {
        names: "",
        names_feature: "",
        prefix: "",
        none: "",
        encoding: "",
        prefers_last: false,
        limits: &[],
        other_name: |_| None,
        further_names: &[],
        reads_numbers: false,
        absent: "",
    };
}

impl AssemblerSyntax {
    /// An assembler without relocations and replaced instructions.
    pub const PLAIN: AssemblerSyntax = AssemblerSyntax {
        comment: "#",
        expansions: &[],
        check: None,
        signless_operands: &[],
        unnamed_addresses: &[],
        modifiers: &[],
        nops: &[],
        wraps_numbers: |_| false,
        word_bytes: 4,
        relatives: &[],
        relocations: &[],
        elf: None,
    };
}

/// The byte order in an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteOrder {
    /// The lowest byte is first.
    Little,
    /// The highest byte is first.
    Big,
}

/// A bit of encodings that the description leaves to a C++ method.
#[derive(Clone, Copy, Debug)]
pub struct EncodingBitRow {
    /// The instruction's decoder method.
    pub method: &'static str,
    /// The bit.
    pub bit: u32,
    /// Whether it is set.
    pub is_set: bool,
}

/// Bits for an operand, instead of the field in the encoding. Several rows are joined, the lowest bits first.
#[derive(Clone, Copy, Debug)]
pub struct OperandBitsRow {
    /// The instruction's decoder method.
    pub method: &'static str,
    /// The operand's name in the instruction.
    pub operand: &'static str,
    /// The lowest bit.
    pub low: u32,
    /// The bit count.
    pub width: u32,
}

/// Words that a decoder method decodes as another instruction than the description.
#[derive(Clone, Copy, Debug)]
pub struct ReplacementRow {
    /// The decoder method.
    pub method: &'static str,
    /// The bits that distinguish the words.
    pub mask: u64,
    /// Their values.
    pub value: u64,
    /// The other instruction's record name.
    pub instruction: &'static str,
}

/// An instruction that decoders accept if a feature is enabled, even if the subtarget lacks the instruction.
#[derive(Clone, Copy, Debug)]
pub struct AcceptedRow {
    /// The instruction's record name.
    pub instruction: &'static str,
    /// The feature's record name.
    pub feature: &'static str,
    /// Bits that the decoder ignores.
    pub ignored: u128,
}

/// Bytes after an encoding, which may have the upper bits of an operand.
#[derive(Clone, Copy, Debug)]
pub struct TailRow {
    /// The instruction's record name.
    pub instruction: &'static str,
    /// The byte count.
    pub bytes: usize,
    /// The operand whose upper bits are in the tail.
    pub operand: Option<TailOperand>,
}

/// The upper bits of an operand in a tail.
#[derive(Clone, Copy, Debug)]
pub struct TailOperand {
    /// The machine operand.
    pub index: usize,
    /// The first byte in the tail.
    pub at: usize,
    /// The byte count.
    pub size: usize,
    /// The operand's lowest bit in the tail.
    pub low: u32,
}

/// Registers that do not exist if a feature is enabled, or without another feature.
#[derive(Clone, Copy, Debug)]
pub struct RegisterLimit {
    /// The feature's record name; empty for none.
    pub feature: &'static str,
    /// The record name of a feature without which the registers do not exist; empty for none.
    pub unless: &'static str,
    /// The register class.
    pub class: &'static str,
    /// The first encoding without a register.
    pub from: u64,
    /// Classes whose decoder does not test the feature.
    pub except: &'static [&'static str],
}

/// An operand whose unsigned numbers have fewer bits if a feature is disabled.
#[derive(Clone, Copy, Debug)]
pub struct OperandLimit {
    /// The operand's record name.
    pub operand: &'static str,
    /// The feature's record name.
    pub unless: &'static str,
    /// The bit count.
    pub width: u32,
}

/// A decoder method.
#[derive(Clone, Copy, Debug)]
pub struct CodecRow {
    /// The method's name, without template arguments for all arguments.
    pub method: &'static str,
    /// The conversion between bits and operands.
    pub shape: CodecShape,
}

/// A conversion between bits and operands.
#[derive(Clone, Copy, Debug)]
pub enum CodecShape {
    /// A number.
    Number(NumberShape),
    /// A register in the class with this name.
    Registers(&'static str),
    /// A register in the class with this name; the last one if several have the same encoding.
    LastRegisters(&'static str),
    /// A register by its position in the class with this name.
    Positions(&'static str),
    /// A register by its bits; an empty name for bits without a register.
    RegisterNames(&'static [&'static str]),
    /// A register in the operand's class.
    OperandClass,
    /// A register by its position in the class that is the method's first template argument. The
    /// next arguments are the first position and the register count.
    ClassArgument,
    /// A register in the class with this name; no register for other bits.
    OptionalRegisters(&'static str),
    /// No register for these bits, otherwise a register in the class.
    RegisterOrNone {
        /// The class.
        class: &'static str,
        /// The bits for no register.
        none: u64,
        /// The bits for the register.
        some: u64,
    },
    /// A number for some bits. Other bits are invalid.
    Numbers(&'static [(u64, i64)]),
    /// A register, a number or a literal by its code.
    Codes(OperandCodes),
    /// A shape for other bits. `decode` returns the bits for the shape, or `None` if the bits are
    /// invalid; `encode` is the inverse.
    Mapped {
        /// The name of `decode` in the target's source; empty for none.
        name: &'static str,
        /// Converts encoded bits.
        decode: fn(u64) -> Option<u64>,
        /// Converts the shape's bits.
        encode: fn(u64) -> Option<u64>,
        /// The shape.
        shape: &'static CodecShape,
    },
    /// Several operands, in order.
    Parts(&'static [PartShape]),
    /// A shape if a feature is enabled, otherwise another shape.
    IfFeature {
        /// The feature's record name.
        feature: &'static str,
        /// The shape with the feature.
        then: &'static CodecShape,
        /// The shape without the feature.
        otherwise: &'static CodecShape,
    },
    /// The whole instruction's operands, each from the field with its name. The list has the
    /// operands that are converted in another way than elsewhere.
    ByField(&'static [OperandFieldShape]),
}

/// The conversion of an operand in [`CodecShape::ByField`].
#[derive(Clone, Copy, Debug)]
pub struct OperandFieldShape {
    /// The operand's record name. In [`CodecShape::ByField`] also the operand's name in the instruction.
    pub operand: &'static str,
    /// The conversion.
    pub shape: CodecShape,
}

/// An operand in some bits of a field.
#[derive(Clone, Copy, Debug)]
pub struct PartShape {
    /// The lowest bit.
    pub low: u32,
    /// The bit count.
    pub width: u32,
    /// The conversion.
    pub shape: CodecShape,
}

/// A number in a field.
#[derive(Clone, Copy, Debug)]
pub struct NumberShape {
    /// The sign.
    pub sign: NumberSign,
    /// Left shift of the encoded number.
    pub shift: u32,
    /// Whether the method's second template argument is the shift.
    pub is_shift_argument: bool,
    /// Added to the shifted number.
    pub add: i64,
    /// Whether the method's second template argument is added instead.
    pub is_add_argument: bool,
    /// The bit count that a negative number wraps to; zero if it stays negative.
    pub wrap: u32,
    /// The valid encoded numbers.
    pub valid: Valid,
    /// A limit on the bit count in some subtargets.
    pub limit: Option<WidthLimit>,
}

/// A limit on the bits of a number if a feature is disabled.
#[derive(Clone, Copy, Debug)]
pub struct WidthLimit {
    /// The feature's record name; empty if the limit is always in effect.
    pub unless: &'static str,
    /// The bit count.
    pub width: u32,
}

impl NumberShape {
    /// An unsigned number.
    pub const UNSIGNED: NumberShape = NumberShape {
        sign: NumberSign::None,
        shift: 0,
        is_shift_argument: false,
        add: 0,
        is_add_argument: false,
        wrap: 0,
        valid: Valid::Any,
        limit: None,
    };
    /// A number with a sign in as many bits as the method's first template argument.
    pub const SIGNED: NumberShape =
        NumberShape { sign: NumberSign::Argument, ..NumberShape::UNSIGNED };
}

/// The sign of an encoded number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberSign {
    /// Unsigned.
    None,
    /// The highest of this many bits.
    Bits(u32),
    /// The highest of as many bits as the method's first template argument, before the shift.
    Argument,
    /// The highest of as many bits as the first template argument, after the shift.
    ShiftedArgument,
    /// The highest bit of the field.
    Field,
}

/// The valid encoded numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Valid {
    /// All numbers.
    Any,
    /// All except zero.
    NonZero,
    /// Numbers from a lower limit.
    AtLeast(i64),
    /// Numbers from a lower limit up to an upper limit.
    Between(i64, i64),
    /// Numbers from a lower limit. The upper limit is in effect if the feature is enabled, and the
    /// description has a record with this name.
    AtLeastWith {
        /// The lower limit.
        least: i64,
        /// The upper limit.
        most: i64,
        /// The feature's record name.
        feature: &'static str,
        /// The record's name.
        record: &'static str,
    },
    /// All except zero, and also zero if the description has a record with this name.
    NonZeroWithout(&'static str),
    /// All except these.
    Except(&'static [i64]),
}

/// A constant operand in instructions with a decoder method.
#[derive(Clone, Copy, Debug)]
pub struct ConstantRow {
    /// The instruction's decoder method; empty for any.
    pub method: &'static str,
    /// Prefix for the instruction's name; empty for any name.
    pub instruction: &'static str,
    /// The operand's record name.
    pub operand: &'static str,
    /// The number.
    pub number: i64,
}

/// A function of an address: `%lo(x)`.
#[derive(Clone, Copy, Debug)]
pub struct ModifierRow {
    /// The name without the per cent sign, in lower case.
    pub name: &'static str,
    /// Computes the value for an address.
    pub apply: fn(i64) -> i64,
}

/// An instruction that an assembler replaces by others.
#[derive(Clone, Copy, Debug)]
pub struct ExpansionRow {
    /// The instruction's record name.
    pub instruction: &'static str,
    /// Returns assembly lines. The operands are texts; registers have their printed names.
    pub expand: fn(&ExpansionInput<'_>) -> Option<Vec<String>>,
}

/// A replaced instruction's operands.
pub struct ExpansionInput<'a> {
    /// The operands as text.
    pub operands: &'a [String],
    /// The operands that are numbers.
    pub numbers: &'a [Option<i64>],
    /// A test for features by record name.
    pub has_feature: &'a dyn Fn(&str) -> bool,
    /// A label that no other expansion has, which is at the first line.
    pub label: &'a str,
}

/// A printer method.
#[derive(Clone, Copy, Debug)]
pub struct TextRow {
    /// The method's name, without template arguments for all arguments.
    pub method: &'static str,
    /// The conversion between operands and text.
    pub shape: TextShape,
}

/// A conversion between operands and text.
#[derive(Clone, Copy, Debug)]
pub enum TextShape {
    /// A register name or a decimal number.
    Plain,
    /// A register name or a number.
    Number(NumberText),
    /// A name for each number. Another number is printed as such.
    Names {
        /// The names.
        names: &'static [(i64, &'static str)],
        /// The text before the name, which is absent with the name.
        lead: &'static str,
        /// The number that is not printed.
        omitted: Omitted,
    },
    /// Names for numbers: real numbers and words. An assembler reads a real number in any form, for
    /// example `0x1p-1` for `0.5`.
    RealNames(&'static [(i64, &'static str)]),
    /// A shape with names. An assembler does not read numbers in their place.
    OnlyNames(&'static TextShape),
    /// Names from records.
    RecordNames(RecordNames),
    /// Letters for bits, the highest bit first.
    Letters {
        /// A letter for each bit.
        letters: &'static str,
        /// The text if no bit is set.
        none: &'static str,
    },
    /// A register between two texts; nothing for no register.
    OptionalRegister {
        /// The text before it.
        lead: &'static str,
        /// The text after it.
        tail: &'static str,
    },
    /// Text with operands: `$0` is the method's first operand, `$1` the next.
    Template(&'static str),
    /// Target functions.
    Custom {
        /// Prints the operands.
        print: CustomPrint,
        /// Reads the operands.
        parse: CustomParse,
    },
    /// Target functions. The printing function is in the target's source.
    Shared {
        /// The name of `print` in the target's source.
        name: &'static str,
        /// Prints the operands.
        print: CustomPrint,
        /// Reads the operands.
        parse: CustomParse,
    },
    /// A shape if the description has a record with this name, otherwise another shape.
    IfRecord {
        /// The record's name.
        record: &'static str,
        /// The shape with the record.
        then: &'static TextShape,
        /// The shape without the record.
        otherwise: &'static TextShape,
    },
}

/// A number that is not printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Omitted {
    /// All numbers are printed.
    Never,
    /// This number is left out.
    Always(i64),
    /// This number is left out if aliases are printed.
    WithAliases(i64),
}

/// Names for numbers, from the records of a class.
#[derive(Clone, Copy, Debug)]
pub struct RecordNames {
    /// The class.
    pub class: &'static str,
    /// The field with the number.
    pub value: &'static str,
    /// The field with the printed name.
    pub name: &'static str,
    /// The text before names.
    pub prefix: &'static str,
    /// Fields with further names that an assembler reads.
    pub other_names: &'static [&'static str],
    /// The text for a number without a name; `None` for the decimal number.
    pub unnamed: Option<fn(i64) -> String>,
    /// Whether a record counts in a subtarget.
    pub is_available: fn(&RecordFields<'_>) -> bool,
    /// Whether an assembler also reads the names for other records.
    pub reads_unavailable: bool,
}

/// A record and the enabled features, for [`RecordNames`].
pub struct RecordFields<'a> {
    pub(crate) record: tablewright_records::Record<'a>,
    pub(crate) has_feature: &'a dyn Fn(&str) -> bool,
}

impl RecordFields<'_> {
    /// Returns a field's text; empty without the field.
    pub fn text(&self, field: &str) -> &str {
        self.record.optional_string(field).ok().flatten().unwrap_or_default()
    }

    /// Whether a field holds a set bit.
    pub fn bit(&self, field: &str) -> bool {
        self.record.optional_bit(field).ok().flatten().unwrap_or_default()
    }

    /// Whether the feature with this record name is enabled.
    pub fn has_feature(&self, name: &str) -> bool {
        (self.has_feature)(name)
    }
}
