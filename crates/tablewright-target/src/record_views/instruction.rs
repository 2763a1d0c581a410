//! Instructions, their operands, and the target (`Target.td`).

use tablewright_records::{Bits, Dag, FieldError, Record, RecordView, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::asm_syntax::{
    AsmOperandClassRecord, AsmParserRecord, AsmParserVariantRecord, AsmWriterRecord,
};
use super::register::RegisterRecord;
use super::schedule::SchedReadWriteRecord;
use super::subtarget::PredicateRecord;

record_views! {
    /// A target. A description has exactly one target.
    pub struct TargetRecord<'s>("Target") {
        /// Settings for all instructions.
        pub instruction_set: InstrInfoRecord<'s> = "InstructionSet",
        /// Whether registers can be renamed after allocation: a bit, or a number before LLVM 23.
        pub allow_register_renaming_value: ValueId = "AllowRegisterRenaming" else ValueId::FALSE,
        /// Whether the units in each register must have consecutive numbers.
        pub registers_are_intervals: bool = "RegistersAreIntervals" else false,
        /// Assembly parsers.
        pub assembly_parsers: Vec<AsmParserRecord<'s>> = "AssemblyParsers",
        /// Assembly language variants that the parsers read.
        pub assembly_parser_variants: Vec<AsmParserVariantRecord<'s>> = "AssemblyParserVariants",
        /// Assembly printers.
        pub assembly_writers: Vec<AsmWriterRecord<'s>> = "AssemblyWriters",
    }

    /// A target whose `AllowRegisterRenaming` is a number (before LLVM 23).
    pub struct AllowsRenamingByNumber<'s>("Target") {
        /// Zero if registers cannot be renamed.
        pub number: i64 = "AllowRegisterRenaming",
    }

    /// Settings for all instructions in a target.
    pub struct InstrInfoRecord<'s>("InstrInfo") {
        /// Whether flags are guessed if neither the record nor a pattern sets them.
        pub guess_instruction_properties: bool = "guessInstructionProperties",
        /// Whether the bits in all encodings are written in memory order, the first byte first.
        pub is_little_endian_encoding: bool = "isLittleEndianEncoding" else false,
        /// Whether encoding fields may refer to operands by position (LLVM 15 and 16).
        pub use_deprecated_positionally_encoded_operands: Option<bool>
            = "useDeprecatedPositionallyEncodedOperands" else None,
        /// Whether fields that refer to operands by position skip named operands.
        pub no_named_positionally_encoded_operands: Option<bool>
            = "noNamedPositionallyEncodedOperands" else None,
    }

    /// An instruction.
    pub struct InstructionRecord<'s>("Instruction") {
        /// Enumerator namespace; `TargetOpcode` for instructions common to all targets.
        pub namespace: &'s str = "Namespace",
        /// Whether GlobalISel checks only sizes and shapes in operand types (LLVM 23 and later).
        pub gisel_match_generic_types: bool = "GISelMatchGenericTypes" else false,
        /// Encoding size in bytes.
        pub size: i64 = "Size",
        /// Whether the instruction has no encoding because it is expanded before emission.
        pub is_pseudo: bool = "isPseudo",
        /// Whether assembler and disassembler ignore the instruction.
        pub is_code_gen_only: bool = "isCodeGenOnly",
        /// Whether only the assembler uses the instruction.
        pub is_asm_parser_only: bool = "isAsmParserOnly",
        /// Selection patterns.
        pub pattern: ValueId = "Pattern",
        /// Whether target code expands the instruction after selection.
        pub uses_custom_inserter: bool = "usesCustomInserter",
        /// Relative code size, to choose between instructions.
        pub code_size: i64 = "CodeSize",
        /// Whether the instruction needs no scheduling information.
        pub has_no_scheduling_info: bool = "hasNoSchedulingInfo" else false,
        /// Whether the selected instruction inherits the deactivation symbol from the matched node.
        pub supports_deactivation_symbol: bool = "supportsDeactivationSymbol" else false,
        /// Operands that the instruction defines.
        pub out_operand_list: Dag<'s> = "OutOperandList",
        /// Operands that the instruction uses.
        pub in_operand_list: Dag<'s> = "InOperandList",
        /// Operand constraints: tied operands, and operands that are written before all inputs are read.
        pub constraints: &'s str = "Constraints",
        /// Names of operands that are not encoded; LLVM 22 dropped the field.
        pub disable_encoding: &'s str = "DisableEncoding" else "",
        /// Assembly syntax.
        pub asm_string: &'s str = "AsmString",
        /// Assembly variant name; LLVM 3.7 and before do not have the field.
        pub asm_variant_name: Option<&'s str> = "AsmVariantName",
        /// Function that builds the instruction from parsed operands; empty if the matcher builds it.
        pub asm_match_converter: Symbol = "AsmMatchConverter",
        /// Operands that an assembly short form writes only once.
        pub two_operand_alias_constraint: Option<&'s str> = "TwoOperandAliasConstraint",
        /// Whether the assembly matcher tries the instruction in definition order.
        pub has_position_order: bool = "HasPositionOrder" else false,
        /// Conditions for the use of the instruction. `InstAlias` has the field, too.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates",
        /// Registers that the instruction uses implicitly.
        pub uses: Vec<RegisterRecord<'s>> = "Uses",
        /// Value id for `Uses`: many instructions share the same value.
        pub uses_value: ValueId = "Uses",
        /// Registers that the instruction defines implicitly.
        pub defs: Vec<RegisterRecord<'s>> = "Defs",
        /// Value id for `Defs`: many instructions share the same value.
        pub defs_value: ValueId = "Defs",
        /// Whether target code finds operands by name; older releases do not have the field.
        pub use_named_operand_table: bool = "UseNamedOperandTable" else false,
        /// Whether target code finds operands by their declared index; older releases do not have the field.
        pub use_logical_operand_mappings: bool = "UseLogicalOperandMappings" else false,
        /// Flag bits with target-specific meaning.
        pub ts_flags: Bits<'s> = "TSFlags",
        /// Whether variadic operands are definitions.
        pub variadic_ops_are_defs: bool = "variadicOpsAreDefs",
        /// Whether the instruction reads memory; `?` if unset.
        pub may_load: Option<bool> = "mayLoad",
        /// Whether the instruction writes memory; `?` if unset.
        pub may_store: Option<bool> = "mayStore",
        /// Method that modifies the finished encoding.
        pub post_encoder_method: Option<Symbol> = "PostEncoderMethod",
        /// Value id for `Predicates`: many instructions share the same value.
        pub predicates_value: ValueId = "Predicates",
        /// Scheduling writes and reads for the operands, in any order.
        pub sched_rw: Vec<SchedReadWriteRecord<'s>> = "SchedRW",
        /// Value id for `SchedRW`: many instructions share the same value; `?` if unset.
        pub sched_rw_value: ValueId = "SchedRW",
        /// Itinerary class.
        pub itinerary: Record<'s> = "Itinerary",
        /// Value id for `Itinerary`.
        pub itinerary_value: ValueId = "Itinerary",
    }

    /// A generic GlobalISel instruction, common to all targets.
    pub struct GenericInstructionRecord<'s>("GenericInstruction"): InstructionRecord {
        /// Type for variadic operands; `?` if unset.
        pub variadic_ops_type: Option<OperandRecord<'s>> = "variadicOpsType",
    }

    /// Superclass for instructions that a feature deprecates.
    pub struct DeprecatedRecord<'s>("Deprecated") {
        /// The feature.
        pub deprecated_feature_mask: ValueId = "DeprecatedFeatureMask",
    }

    /// Superclass for instructions whose deprecation a function decides.
    pub struct ComplexDeprecationPredicateRecord<'s>("ComplexDeprecationPredicate") {
        /// Function name, without the common prefix and suffix.
        pub complex_deprecation_predicate: &'s str = "ComplexDeprecationPredicate",
    }

    /// The target-specific form of a standard pseudo-instruction (LLVM 22 and later). The record does not add
    /// an instruction.
    pub struct SpecializedPseudoRecord<'s>("TargetSpecializedStandardPseudoInstruction"): InstructionRecord {
        /// The standard pseudo-instruction.
        pub instruction: InstructionRecord<'s> = "Instruction",
    }

    /// An operand other than a plain register.
    pub struct OperandRecord<'s>("Operand") {
        /// Value type, as a record.
        pub type_record: Record<'s> = "Type",
        /// Namespace for the operand type enumerator.
        pub operand_namespace: &'s str = "OperandNamespace" else "MCOI",
        /// Operand type enumerator.
        pub operand_type: &'s str = "OperandType" else "OPERAND_UNKNOWN",
        /// Method that prints the operand.
        pub print_method: &'s str = "PrintMethod" else "printOperand",
        /// Method that encodes the operand.
        pub encoder_method: Option<Symbol> = "EncoderMethod",
        /// Value type, or a list of value types.
        pub ty: ValueId = "Type",
        /// C++ condition for a machine operand to be printed in an alias.
        pub mc_operand_predicate: Option<&'s str> = "MCOperandPredicate",
        /// Dag with the operand's parts.
        pub mi_operand_info: Dag<'s> = "MIOperandInfo",
        /// Operand class for the assembly parser.
        pub parser_match_class: AsmOperandClassRecord<'s> = "ParserMatchClass",
    }

    /// A register operand.
    pub struct RegisterOperandRecord<'s>("RegisterOperand") {
        /// Register that GlobalISel uses for zero.
        pub gi_zero_register: Option<Record<'s>> = "GIZeroRegister" else None,
        /// Register class.
        pub reg_class: Record<'s> = "RegClass",
        /// Operand class for the assembly parser. If the value is not an operand class, the operand is parsed
        /// like any register in the register class.
        pub parser_match_class: ValueId = "ParserMatchClass" else ValueId::UNSET,
        /// Namespace for the operand type enumerator.
        pub operand_namespace: &'s str = "OperandNamespace" else "MCOI",
        /// Operand type enumerator.
        pub operand_type: &'s str = "OperandType" else "OPERAND_REGISTER",
        /// Method that prints the operand.
        pub print_method: &'s str = "PrintMethod" else "printOperand",
        /// Method that encodes the operand.
        pub encoder_method: Option<Symbol> = "EncoderMethod",
    }
}

impl TargetRecord<'_> {
    /// Whether registers can be renamed after allocation.
    ///
    /// # Errors
    /// If the field is neither a bit nor a number.
    pub fn allow_register_renaming(self) -> Result<bool, FieldError> {
        match self.allow_register_renaming_value()? {
            ValueId::FALSE => Ok(false),
            ValueId::TRUE => Ok(true),
            _ => AllowsRenamingByNumber::new(*self).number().map(|number| number != 0),
        }
    }
}
