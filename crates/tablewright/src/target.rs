//! Machine models: registers, instructions, encodings, schedules and more. Most are an
//! [`Analysis`](crate::Analysis) of the records.

/// The description's `Target` record.
#[allow(clippy::module_inception, reason = "it is the module's name in the layer below")]
pub mod target {
    pub use tablewright_target::target::target;
}

/// Registers, their parts and their classes.
pub mod registers {
    pub use tablewright_target::registers::{
        ByHwMode, CalleeSaved, CalleeSavedRegs, ClassProperties, ClassSet, ClassWeight,
        ComposedIndices, DescribedClass, DescribedClasses, DescribedSubRegIndex, DwarfNumbers,
        LaneMask, LaneMasks, MaskRol, PressureListId, PressureSet, PressureSetId, PressureSets,
        RegUnit, RegUnitId, Register, RegisterBank, RegisterBanks, RegisterClass, RegisterClassId,
        RegisterClasses, RegisterId, RegisterSet, RegisterSize, RegisterSizes, Registers,
        RegistersByHwMode, SubReg, SubRegIndex, SubRegIndexId, SubRegIndices, SubRegRange,
        SubRegisterClasses, SubRegisterShapeId, SubRegisters, UnitWeights,
    };
}

/// Instructions in the order of their numbers, with operands, flags and encodings.
pub mod instructions {
    pub use tablewright_target::instructions::{InstructionId, Instructions};

    /// Instruction text.
    pub mod asm_string {
        pub use tablewright_target::instructions::asm_string::for_variant;
    }

    /// Instruction bits, for instructions with a fixed length.
    pub mod encoding {
        pub use tablewright_target::instructions::encoding::{
            EncodingBit, EncodingBits, EncodingRecords, FieldRun, NamedRun, PositionalOperands,
        };
    }

    /// Flags that instructions set themselves.
    pub mod flags {
        pub use tablewright_target::instructions::flags::{
            ExplicitFlags, FlagSet, INSTRUCTION_FLAGS, InstructionFlag, explicit_flags,
        };
    }

    /// Instruction operands, with their parts and constraints.
    pub mod operands {
        pub use tablewright_target::instructions::operands::{
            InstructionOperands, MiOperand, Operand, OperandClass, OperandConstraint, OperandKind,
            OperandListId, OperandLists, OperandPart, Operands, SubOperand,
        };
    }
}

/// Decisions over encoding bits, for disassemblers.
pub mod decoding {
    /// Bits that an encoding fixes.
    pub mod bit_pattern {
        pub use tablewright_target::decoding::bit_pattern::{BitPattern, BitPatterns, BitRange};
    }

    /// The decision tree that distinguishes encodings.
    pub mod decision_tree {
        pub use tablewright_target::decoding::decision_tree::{
            Acceptance, BitCheck, Decision, DecisionId, DecisionStep, DecisionTree,
        };
    }

    /// Encodings that match a word.
    pub mod decode {
        pub use tablewright_target::decoding::decode::{Match, matches};
    }

    /// Choices for decoders.
    pub mod decoder_options {
        pub use tablewright_target::decoding::decoder_options::{
            DecoderOptions, UniversalEncodings,
        };
    }

    /// Encodings with their instructions and operands.
    pub mod encodings {
        pub use tablewright_target::decoding::encodings::{
            Encoding, EncodingGroup, EncodingId, Encodings,
        };
    }

    /// X86's encodings.
    pub mod x86 {
        /// Bytes as instructions.
        pub mod decode {
            pub use tablewright_target::decoding::x86::decode::{
                X86Decoded, X86Decoder, X86Mode, X86NotDecoded,
            };
        }
    }
}

/// Scheduling classes, and the resources that they need on each processor.
pub mod schedule {
    pub use tablewright_target::schedule::{
        CompleteModels, ProcModelId, ProcResourceId, ReadId, SchedClassId, SchedModels, WriteId,
    };

    /// Instructions that a processor's model describes.
    pub mod coverage {
        pub use tablewright_target::schedule::coverage::{
            CountRange, Coverage, CoveredClass, CoveredInstruction, ModelCoverage,
        };
    }

    /// Processors and their models.
    pub mod proc_model {
        pub use tablewright_target::schedule::proc_model::{ProcModel, ProcModels, Processor};
    }

    /// Instructions that behave alike.
    pub mod sched_class {
        pub use tablewright_target::schedule::sched_class::{
            SchedClass, SchedClasses, SchedTransition,
        };
    }

    /// Latencies and resources for each class on each processor.
    pub mod tables {
        pub use tablewright_target::schedule::tables::{
            ReadAdvanceEntry, SchedClassDesc, SchedTables, WriteLatency,
        };
    }
}

/// Assembler rows.
pub mod assembly {
    pub use tablewright_target::assembly::{
        AsmMatcher, AsmOperand, AsmVariant, MatchClass, MatchClasses, Matchable, MatchableSource,
        Matchables, MatcherOptions, MnemonicAlias, MnemonicAliases,
    };
}

/// Subtarget features.
pub mod subtarget_features {
    pub use tablewright_target::subtarget_features::{SubtargetFeature, SubtargetFeatures};
}

/// Hardware modes.
pub mod hw_modes {
    pub use tablewright_target::hw_modes::{HwMode, HwModeId, HwModes};
}

/// Value types.
pub mod value_types {
    pub use tablewright_target::value_types::{TypeByHwMode, ValueType, ValueTypes};
}
