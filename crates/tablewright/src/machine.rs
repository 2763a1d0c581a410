//! Machine code as text, and text as machine code.

pub use tablewright_machine::{
    ByteOrder, DecodedPacket, DecodedUnit, Insn, InsnOperand, InsnOperands, InsnPrefixes,
    InsnRepeat, Machine, MachineOptions, NotDecoded, PacketInsn, UnknownMethod, WordMatch,
};

/// Assembly: from lines to sections and object files.
pub mod assemble {
    pub use tablewright_machine::assemble::{
        AsmRows, Assembly, AssemblyError, ListingLine, ObjectSection, ObjectSymbol, Relocation,
        SymbolBinding, assemble,
    };

    /// Object files.
    pub mod elf {
        pub use tablewright_machine::assemble::elf::object_file;
    }
}
