//! Assembly: parsers, printers, classes of operands and aliases (`Target.td`).

use tablewright_records::{Dag, ValueId, record_views};

use super::subtarget::PredicateRecord;

record_views! {
    /// A parser of assembly.
    pub struct AsmParserRecord<'s>("AsmParser") {
        /// The name of its class, without that of the target.
        pub asm_parser_class_name: &'s str = "AsmParserClassName",
        /// A method that is called for each instruction that matched.
        pub asm_parser_inst_cleanup: Option<&'s str> = "AsmParserInstCleanup",
        /// The method that parses operands of classes with a parser.
        pub operand_parser_method: Option<&'s str> = "OperandParserMethod",
        /// Whether the first token of each instruction is its mnemonic.
        pub has_mnemonic_first: bool = "HasMnemonicFirst" else true,
        /// Whether the parser is told all rows that nearly matched.
        pub report_multiple_near_misses: bool = "ReportMultipleNearMisses" else false,
        /// Whether shorter encodings are tried first.
        pub prefer_smaller_instructions: bool = "PreferSmallerInstructions" else false,
        /// Whether a method of the target parses every operand.
        pub call_custom_parser_for_all_operands: bool = "CallCustomParserForAllOperands" else false,
    }

    /// A variant of the language that a parser reads.
    pub struct AsmParserVariantRecord<'s>("AsmParserVariant") {
        /// The number by which assembly strings are divided.
        pub variant: i64 = "Variant",
        /// The name that instructions and aliases can ask for.
        pub variant_name: &'s str = "Name",
        /// What begins a comment; nothing does if it is empty.
        pub comment_delimiter: &'s str = "CommentDelimiter",
        /// What begins the name of a register.
        pub register_prefix: &'s str = "RegisterPrefix",
        /// Characters that are tokens by themselves.
        pub tokenizing_characters: &'s str = "TokenizingCharacters",
        /// Characters between tokens.
        pub separator_characters: &'s str = "SeparatorCharacters",
        /// Characters that begin a token.
        pub break_characters: &'s str = "BreakCharacters",
    }

    /// A printer of assembly.
    pub struct AsmWriterRecord<'s>("AsmWriter") {
        /// The name of its class, without that of the target.
        pub asm_writer_class_name: &'s str = "AsmWriterClassName",
        /// Whether its methods are passed the subtarget, as a number.
        pub pass_subtarget: i64 = "PassSubtarget" else 0,
        /// The number by which assembly strings are divided.
        pub variant: i64 = "Variant",
    }

    /// A class of operands as the assembler parses them. What a string field without a string stands
    /// for follows from the name.
    pub struct AsmOperandClassRecord<'s>("AsmOperandClass") {
        /// The name, from which those of methods follow.
        pub class_name: &'s str = "Name",
        /// The classes that contain it.
        pub super_classes: &'s [ValueId] = "SuperClasses",
        /// The method that says whether an operand matches.
        pub predicate_method: ValueId = "PredicateMethod" else ValueId::UNSET,
        /// The method that adds an operand to an instruction.
        pub render_method: ValueId = "RenderMethod" else ValueId::UNSET,
        /// The method that parses such an operand, if the target has one.
        pub parser_method: ValueId = "ParserMethod" else ValueId::UNSET,
        /// The method that creates the operand where an instruction leaves it out.
        pub default_method: ValueId = "DefaultMethod" else ValueId::UNSET,
        /// Whether an instruction may leave it out: a bit.
        pub is_optional: ValueId = "IsOptional" else ValueId::UNSET,
        /// What the matcher returns for an operand that does not match. `RegisterClass` has the field, too.
        pub diagnostic_type: ValueId = "DiagnosticType" else ValueId::UNSET,
        /// What the user is told then. `RegisterClass` has the field, too.
        pub diagnostic_string: ValueId = "DiagnosticString" else ValueId::UNSET,
    }

    /// A token that stands for another.
    pub struct TokenAliasRecord<'s>("TokenAlias") {
        /// The token.
        pub from_token: &'s str = "FromToken",
        /// What it stands for.
        pub to_token: &'s str = "ToToken",
    }

    /// A mnemonic that stands for another.
    pub struct MnemonicAliasRecord<'s>("MnemonicAlias") {
        /// The mnemonic.
        pub from_mnemonic: &'s str = "FromMnemonic",
        /// What it stands for.
        pub to_mnemonic: &'s str = "ToMnemonic",
        /// The variant of assembly that it belongs to.
        pub asm_variant_name: Option<&'s str> = "AsmVariantName",
        /// The conditions under which it can be used.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates",
    }

    /// Other assembly for an instruction.
    pub struct InstAliasRecord<'s>("InstAlias") {
        /// The instruction with its operands.
        pub result_inst: Dag<'s> = "ResultInst",
        /// The value of `ResultInst`.
        pub result_inst_value: ValueId = "ResultInst",
        /// The conditions under which it can be used.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates",
        /// How it is written.
        pub asm_string: &'s str = "AsmString",
        /// Printers try aliases with higher numbers first, and those with 0 never.
        pub emit_priority: i64 = "EmitPriority",
        /// The variant of assembly that it belongs to; releases before LLVM 6 have none.
        pub asm_variant_name: Option<&'s str> = "AsmVariantName",
        /// Whether the instruction's function creates it from parsed operands, if it has one.
        pub use_inst_asm_match_converter: bool = "UseInstAsmMatchConverter" else true,
    }
}
