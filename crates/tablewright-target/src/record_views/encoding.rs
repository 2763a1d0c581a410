//! Instruction encodings and decoder methods (`Target.td`, `WebAssemblyInstrFormats.td`).

use tablewright_records::{Bits, Record, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::asm_syntax::AsmOperandClassRecord;
use super::instruction::InstructionRecord;
use super::subtarget::PredicateRecord;

record_views! {
    /// An encoding: an instruction, or an instruction's encoding in a hardware mode. In older releases the
    /// fields belong to `Instruction`, because they do not have the class.
    pub struct InstructionEncodingRecord<'s>("InstructionEncoding") {
        /// Encoding size in bytes.
        pub size: i64 = "Size",
        /// Decoder table in which the encoding is decoded.
        pub decoder_namespace: &'s str = "DecoderNamespace",
        /// Method that decodes all operands; empty if each operand is decoded separately.
        pub decoder_method: &'s str = "DecoderMethod",
        /// Whether no other encoding is tried if `DecoderMethod` fails.
        pub has_complete_decoder: bool = "hasCompleteDecoder",
        /// Encoding bits, for fixed-length encodings.
        pub inst: Bits<'s> = "Inst",
        /// Bits that may differ from `Inst`, with a soft failure.
        pub soft_fail: Option<Bits<'s>> = "SoftFail" else None,
        /// Conditions for the availability of the encoding.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates",
        /// Value id for `Predicates`: many encodings share the same value.
        pub predicates_value: ValueId = "Predicates",
    }

    /// An additional encoding for an instruction.
    pub struct AdditionalEncodingRecord<'s>("AdditionalEncoding"): InstructionEncodingRecord {
        /// The instruction.
        pub alias_of: InstructionRecord<'s> = "AliasOf",
    }

    /// A record that can be an operand. In older releases the fields belong to `Operand`, `RegisterClass` and
    /// `RegisterOperand`, because they do not have the class.
    pub struct DagOperandRecord<'s>("DAGOperand") {
        /// Method that decodes the operand; if empty, it is derived from the operand's class.
        pub decoder_method: Option<Symbol> = "DecoderMethod" else None,
        /// Whether no other encoding is tried if the method fails.
        pub has_complete_decoder: Option<bool> = "hasCompleteDecoder" else None,
        /// Operand class for the assembly parser.
        pub parser_match_class: AsmOperandClassRecord<'s> = "ParserMatchClass",
    }

    /// A WebAssembly instruction.
    pub struct WebAssemblyInstRecord<'s>("WebAssemblyInst") {
        /// Whether the operands are on the stack.
        pub stack_based: bool = "StackBased",
        /// Whether the instruction is preferred over other instructions with the same opcode.
        pub is_canonical: bool = "IsCanonical",
    }
}

impl<'s> WebAssemblyInstRecord<'s> {
    /// The text of `StackBased`, which was a text in older releases.
    pub fn stack_based_text(self) -> Option<&'s str> {
        self.optional_string("StackBased").ok().flatten()
    }
}

impl InstructionEncodingRecord<'_> {
    /// Whether it has bits.
    pub fn has_inst(self) -> bool {
        Record::from(self).has_field("Inst")
    }
}
