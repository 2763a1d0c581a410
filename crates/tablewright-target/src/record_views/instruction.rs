//! Instructions, their operands and the target that has them (`Target.td`).

use tablewright_records::{Bits, Dag, FieldError, Record, RecordView, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::asm_syntax::{
    AsmOperandClassRecord, AsmParserRecord, AsmParserVariantRecord, AsmWriterRecord,
};
use super::register::RegisterRecord;
use super::schedule::SchedReadWriteRecord;
use super::subtarget::PredicateRecord;

record_views! {
    /// A target. A description has one.
    pub struct TargetRecord<'s>("Target") {
        /// What holds of all instructions.
        pub instruction_set: InstrInfoRecord<'s> = "InstructionSet",
        /// Whether registers can be renamed after allocation: a bit, or a number before LLVM 23.
        pub allow_register_renaming_value: ValueId = "AllowRegisterRenaming" else ValueId::FALSE,
        /// Whether the units of each register have to be numbered one after the other.
        pub registers_are_intervals: bool = "RegistersAreIntervals" else false,
        /// The parsers of assembly.
        pub assembly_parsers: Vec<AsmParserRecord<'s>> = "AssemblyParsers",
        /// The variants of the language that parsers read.
        pub assembly_parser_variants: Vec<AsmParserVariantRecord<'s>> = "AssemblyParserVariants",
        /// The printers of assembly.
        pub assembly_writers: Vec<AsmWriterRecord<'s>> = "AssemblyWriters",
    }

    /// A target that says in a number whether registers can be renamed (before LLVM 23).
    pub struct AllowsRenamingByNumber<'s>("Target") {
        /// Zero if they cannot.
        pub number: i64 = "AllowRegisterRenaming",
    }

    /// What holds of all instructions of a target.
    pub struct InstrInfoRecord<'s>("InstrInfo") {
        /// Whether flags that neither a record nor a pattern says are guessed.
        pub guess_instruction_properties: bool = "guessInstructionProperties",
        /// Whether the bits of all encodings are written in the order of memory, the first byte first.
        pub is_little_endian_encoding: bool = "isLittleEndianEncoding" else false,
        /// Whether fields of encodings may stand for operands by position (LLVM 15 and 16).
        pub use_deprecated_positionally_encoded_operands: Option<bool>
            = "useDeprecatedPositionallyEncodedOperands" else None,
        /// Whether named operands are left out where fields stand for operands by position.
        pub no_named_positionally_encoded_operands: Option<bool>
            = "noNamedPositionallyEncodedOperands" else None,
    }

    /// An instruction.
    pub struct InstructionRecord<'s>("Instruction") {
        /// The namespace of its enumerator: `TargetOpcode` for instructions that all targets have.
        pub namespace: &'s str = "Namespace",
        /// Whether GlobalISel checks only sizes and shapes of its operands' types (LLVM 23 and later).
        pub gisel_match_generic_types: bool = "GISelMatchGenericTypes" else false,
        /// How many bytes it has.
        pub size: i64 = "Size",
        /// Whether it has no encoding, since it is replaced before code is written.
        pub is_pseudo: bool = "isPseudo",
        /// Whether assembler and disassembler ignore it.
        pub is_code_gen_only: bool = "isCodeGenOnly",
        /// Whether the assembler alone knows it.
        pub is_asm_parser_only: bool = "isAsmParserOnly",
        /// What it does, for selection.
        pub pattern: ValueId = "Pattern",
        /// Whether it is replaced by the target's own code after selection.
        pub uses_custom_inserter: bool = "usesCustomInserter",
        /// How long its code is, compared with others.
        pub code_size: i64 = "CodeSize",
        /// Whether no schedule of it is asked for.
        pub has_no_scheduling_info: bool = "hasNoSchedulingInfo" else false,
        /// Whether it takes over the deactivation symbol of what it is selected for.
        pub supports_deactivation_symbol: bool = "supportsDeactivationSymbol" else false,
        /// The operands that it defines.
        pub out_operand_list: Dag<'s> = "OutOperandList",
        /// The operands that it uses.
        pub in_operand_list: Dag<'s> = "InOperandList",
        /// Which operands are the same register, and which are written early.
        pub constraints: &'s str = "Constraints",
        /// The names of operands that are not encoded; LLVM 22 dropped the field.
        pub disable_encoding: &'s str = "DisableEncoding" else "",
        /// How it is written in assembly.
        pub asm_string: &'s str = "AsmString",
        /// The name of the variant of assembly that it belongs to; LLVM 3.7 and before have none.
        pub asm_variant_name: Option<&'s str> = "AsmVariantName",
        /// The function that creates it from parsed operands; empty where the matcher does.
        pub asm_match_converter: Symbol = "AsmMatchConverter",
        /// Which operands are one in a short form of its assembly.
        pub two_operand_alias_constraint: Option<&'s str> = "TwoOperandAliasConstraint",
        /// Whether assembly is matched in the order of definition.
        pub has_position_order: bool = "HasPositionOrder" else false,
        /// The conditions under which it can be used. `InstAlias` has the field, too.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates",
        /// Registers that it uses beside its operands.
        pub uses: Vec<RegisterRecord<'s>> = "Uses",
        /// The value of `Uses`: many instructions share one.
        pub uses_value: ValueId = "Uses",
        /// Registers that it defines beside its operands.
        pub defs: Vec<RegisterRecord<'s>> = "Defs",
        /// The value of `Defs`: many instructions share one.
        pub defs_value: ValueId = "Defs",
        /// Whether code finds its operands by their names; older releases lack the field.
        pub use_named_operand_table: bool = "UseNamedOperandTable" else false,
        /// Whether code finds its operands as they are written; older releases lack the field.
        pub use_logical_operand_mappings: bool = "UseLogicalOperandMappings" else false,
        /// Bits that mean what the target decides.
        pub ts_flags: Bits<'s> = "TSFlags",
        /// Whether operands that are not listed are defined.
        pub variadic_ops_are_defs: bool = "variadicOpsAreDefs",
        /// Whether it reads memory; `?` where nothing is said.
        pub may_load: Option<bool> = "mayLoad",
        /// Whether it writes memory; `?` where nothing is said.
        pub may_store: Option<bool> = "mayStore",
        /// A method that changes the encoding at last.
        pub post_encoder_method: Option<Symbol> = "PostEncoderMethod",
        /// The value of `Predicates`: many instructions share one.
        pub predicates_value: ValueId = "Predicates",
        /// What its operands do, writes and reads in any order.
        pub sched_rw: Vec<SchedReadWriteRecord<'s>> = "SchedRW",
        /// The value of `SchedRW`: many instructions share one, and `?` says nothing.
        pub sched_rw_value: ValueId = "SchedRW",
        /// Its itinerary class.
        pub itinerary: Record<'s> = "Itinerary",
        /// The value of `Itinerary`.
        pub itinerary_value: ValueId = "Itinerary",
    }

    /// An instruction of GlobalISel that all targets have.
    pub struct GenericInstructionRecord<'s>("GenericInstruction"): InstructionRecord {
        /// The type of operands that are not listed; `?` where nothing is said.
        pub variadic_ops_type: Option<OperandRecord<'s>> = "variadicOpsType",
    }

    /// What an instruction inherits from if a feature deprecates it.
    pub struct DeprecatedRecord<'s>("Deprecated") {
        /// The feature.
        pub deprecated_feature_mask: ValueId = "DeprecatedFeatureMask",
    }

    /// What an instruction inherits from if a function decides whether it is deprecated.
    pub struct ComplexDeprecationPredicateRecord<'s>("ComplexDeprecationPredicate") {
        /// The name of the function, without what all such functions have around it.
        pub complex_deprecation_predicate: &'s str = "ComplexDeprecationPredicate",
    }

    /// What a standard pseudo-instruction is on the target (LLVM 22 and later). It is no instruction of its
    /// own.
    pub struct SpecializedPseudoRecord<'s>("TargetSpecializedStandardPseudoInstruction"): InstructionRecord {
        /// The instruction of all targets.
        pub instruction: InstructionRecord<'s> = "Instruction",
    }

    /// An operand that is no register.
    pub struct OperandRecord<'s>("Operand") {
        /// The record of the type of its value.
        pub type_record: Record<'s> = "Type",
        /// The namespace of the enumerator of its type.
        pub operand_namespace: &'s str = "OperandNamespace" else "MCOI",
        /// The enumerator of its type.
        pub operand_type: &'s str = "OperandType" else "OPERAND_UNKNOWN",
        /// The method that prints it.
        pub print_method: &'s str = "PrintMethod" else "printOperand",
        /// The method that encodes it.
        pub encoder_method: Option<Symbol> = "EncoderMethod",
        /// The type of its value: one, or a list of them.
        pub ty: ValueId = "Type",
        /// C++ that says whether a machine operand may be printed as one in an alias.
        pub mc_operand_predicate: Option<&'s str> = "MCOperandPredicate",
        /// What it is made of.
        pub mi_operand_info: Dag<'s> = "MIOperandInfo",
        /// How the assembler parses it.
        pub parser_match_class: AsmOperandClassRecord<'s> = "ParserMatchClass",
    }

    /// An operand that is a register.
    pub struct RegisterOperandRecord<'s>("RegisterOperand") {
        /// The register that GlobalISel takes for zero.
        pub gi_zero_register: Option<Record<'s>> = "GIZeroRegister" else None,
        /// The class of the register.
        pub reg_class: Record<'s> = "RegClass",
        /// How the assembler parses it, if not as a register of the class: anything else than a class of
        /// operands is none.
        pub parser_match_class: ValueId = "ParserMatchClass" else ValueId::UNSET,
        /// The namespace of the enumerator of its type.
        pub operand_namespace: &'s str = "OperandNamespace" else "MCOI",
        /// The enumerator of its type.
        pub operand_type: &'s str = "OperandType" else "OPERAND_REGISTER",
        /// The method that prints it.
        pub print_method: &'s str = "PrintMethod" else "printOperand",
        /// The method that encodes it.
        pub encoder_method: Option<Symbol> = "EncoderMethod",
    }
}

impl TargetRecord<'_> {
    /// Whether registers can be renamed after allocation.
    ///
    /// # Errors
    /// Where the field holds neither a bit nor a number.
    pub fn allow_register_renaming(self) -> Result<bool, FieldError> {
        match self.allow_register_renaming_value()? {
            ValueId::FALSE => Ok(false),
            ValueId::TRUE => Ok(true),
            _ => AllowsRenamingByNumber::new(*self).number().map(|number| number != 0),
        }
    }
}
