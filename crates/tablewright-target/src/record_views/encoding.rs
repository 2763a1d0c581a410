//! Encodings of instructions, and how they are decoded (`Target.td`, `WebAssemblyInstrFormats.td`).

use tablewright_records::{Bits, Record, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::instruction::InstructionRecord;
use super::subtarget::PredicateRecord;

record_views! {
    /// An encoding: an instruction, or what encodes an instruction in a hardware mode. Older releases have no such
    /// class, and the fields are those of `Instruction`.
    pub struct InstructionEncodingRecord<'s>("InstructionEncoding") {
        /// How many bytes it has.
        pub size: i64 = "Size",
        /// The group of encodings that are decoded together.
        pub decoder_namespace: &'s str = "DecoderNamespace",
        /// The method that decodes all operands; empty where each operand is decoded by its own.
        pub decoder_method: &'s str = "DecoderMethod",
        /// Whether no other encoding has to be tried where `DecoderMethod` fails.
        pub has_complete_decoder: bool = "hasCompleteDecoder",
        /// The bits, where the length of encodings is fixed.
        pub inst: Bits<'s> = "Inst",
        /// Bits that may differ from those of `Inst`, though they should not.
        pub soft_fail: Option<Bits<'s>> = "SoftFail" else None,
        /// The conditions under which it is there.
        pub predicates: Vec<PredicateRecord<'s>> = "Predicates",
        /// The value of `Predicates`: many encodings share one.
        pub predicates_value: ValueId = "Predicates",
    }

    /// A second encoding of an instruction.
    pub struct AdditionalEncodingRecord<'s>("AdditionalEncoding"): InstructionEncodingRecord {
        /// The instruction.
        pub alias_of: InstructionRecord<'s> = "AliasOf",
    }

    /// A record that can be an operand. Older releases have no such class, and `Operand`, `RegisterClass` and
    /// `RegisterOperand` have the fields.
    pub struct DagOperandRecord<'s>("DAGOperand") {
        /// The method that decodes it; empty where its class decides.
        pub decoder_method: Option<Symbol> = "DecoderMethod" else None,
        /// Whether no other encoding has to be tried where the method fails.
        pub has_complete_decoder: Option<bool> = "hasCompleteDecoder" else None,
    }

    /// An instruction of WebAssembly.
    pub struct WebAssemblyInstRecord<'s>("WebAssemblyInst") {
        /// Whether it takes its operands from the stack.
        pub stack_based: bool = "StackBased",
        /// Whether it stands for its opcode where other instructions have the same.
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
