//! Assembly syntax: parsers, printers, operand classes and aliases (`Target.td`).

use tablewright_records::{Dag, ValueId, record_views};

use super::subtarget::PredicateRecord;

record_views! {
    /// An assembly parser.
    pub struct AsmParserRecord<'s>("AsmParser") {
        /// Class name, without the target name.
        pub asm_parser_class_name: &'s str = "AsmParserClassName",
        /// Method that is called for each matched instruction.
        pub asm_parser_inst_cleanup: Option<&'s str> = "AsmParserInstCleanup",
        /// Method that parses operands whose class has a parser method.
        pub operand_parser_method: Option<&'s str> = "OperandParserMethod",
        /// Whether every instruction starts with its mnemonic.
        pub has_mnemonic_first: bool = "HasMnemonicFirst" else true,
        /// Whether the parser receives all rows that nearly match.
        pub report_multiple_near_misses: bool = "ReportMultipleNearMisses" else false,
        /// Whether shorter encodings are tried first.
        pub prefer_smaller_instructions: bool = "PreferSmallerInstructions" else false,
        /// Whether a target method parses every operand.
        pub call_custom_parser_for_all_operands: bool = "CallCustomParserForAllOperands" else false,
    }

    /// An assembly language variant that a parser reads.
    pub struct AsmParserVariantRecord<'s>("AsmParserVariant") {
        /// Variant number, the index into `{a|b}` alternatives in assembly strings.
        pub variant: i64 = "Variant",
        /// Variant name, by which instructions and aliases select the variant.
        pub variant_name: &'s str = "Name",
        /// Comment delimiter; empty if comments are not recognized.
        pub comment_delimiter: &'s str = "CommentDelimiter",
        /// Register name prefix.
        pub register_prefix: &'s str = "RegisterPrefix",
        /// Characters that form a token on their own.
        pub tokenizing_characters: &'s str = "TokenizingCharacters",
        /// Characters between tokens.
        pub separator_characters: &'s str = "SeparatorCharacters",
        /// Characters that start a token.
        pub break_characters: &'s str = "BreakCharacters",
    }

    /// An assembly printer.
    pub struct AsmWriterRecord<'s>("AsmWriter") {
        /// Class name, without the target name.
        pub asm_writer_class_name: &'s str = "AsmWriterClassName",
        /// Whether its methods receive the subtarget, as a number.
        pub pass_subtarget: i64 = "PassSubtarget" else 0,
        /// Variant number, the index into `{a|b}` alternatives in assembly strings.
        pub variant: i64 = "Variant",
    }

    /// An operand class for the assembly parser. If a string field is unset, its value is derived from the
    /// class name.
    pub struct AsmOperandClassRecord<'s>("AsmOperandClass") {
        /// Class name; default method names contain it.
        pub class_name: &'s str = "Name",
        /// Classes that contain this class.
        pub super_classes: &'s [ValueId] = "SuperClasses",
        /// Method that returns whether an operand matches.
        pub predicate_method: ValueId = "PredicateMethod" else ValueId::UNSET,
        /// Method that adds an operand to an instruction.
        pub render_method: ValueId = "RenderMethod" else ValueId::UNSET,
        /// Custom method that parses the operand.
        pub parser_method: ValueId = "ParserMethod" else ValueId::UNSET,
        /// Method that creates the operand if an instruction omits it.
        pub default_method: ValueId = "DefaultMethod" else ValueId::UNSET,
        /// Whether an instruction may omit the operand, as a bit.
        pub is_optional: ValueId = "IsOptional" else ValueId::UNSET,
        /// Match result for an operand that does not match. `RegisterClass` has the field, too.
        pub diagnostic_type: ValueId = "DiagnosticType" else ValueId::UNSET,
        /// Message for an operand that does not match. `RegisterClass` has the field, too.
        pub diagnostic_string: ValueId = "DiagnosticString" else ValueId::UNSET,
    }

    /// A token replacement.
    pub struct TokenAliasRecord<'s>("TokenAlias") {
        /// The token in the source.
        pub from_token: &'s str = "FromToken",
        /// The replacement.
        pub to_token: &'s str = "ToToken",
    }

    /// A mnemonic replacement.
    pub struct MnemonicAliasRecord<'s>("MnemonicAlias") {
        /// The mnemonic in the source.
        pub from_mnemonic: &'s str = "FromMnemonic",
        /// The replacement.
        pub to_mnemonic: &'s str = "ToMnemonic",
        /// Assembly variant name.
        pub asm_variant_name: Option<&'s str> = "AsmVariantName",
        /// Conditions for the use of the alias.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates",
    }

    /// An alternative assembly syntax for an instruction.
    pub struct InstAliasRecord<'s>("InstAlias") {
        /// The instruction with its operands.
        pub result_inst: Dag<'s> = "ResultInst",
        /// Value id for `ResultInst`.
        pub result_inst_value: ValueId = "ResultInst",
        /// Conditions for the use of the alias.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates",
        /// Assembly syntax.
        pub asm_string: &'s str = "AsmString",
        /// Priority for printers: aliases with higher numbers are tried first; 0 disables printing.
        pub emit_priority: i64 = "EmitPriority",
        /// Assembly variant name; releases before LLVM 6 do not have the field.
        pub asm_variant_name: Option<&'s str> = "AsmVariantName",
        /// Whether the instruction's `AsmMatchConverter`, if any, builds it from parsed operands.
        pub use_inst_asm_match_converter: bool = "UseInstAsmMatchConverter" else true,
    }
}
