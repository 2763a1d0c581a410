//! Rows for packets: groups of instructions that are executed together and printed as one text.

/// The packets of a target.
#[derive(Clone, Copy, Debug)]
pub struct PacketSyntax {
    /// The role of a word.
    pub word: fn(u32) -> PacketWord,
    /// The maximal word count.
    pub max_words: usize,
    /// Record name: the instruction that extends the next instruction's constant.
    pub extender: &'static str,
    /// Decoder tables for halves of words.
    pub half_tables: &'static [&'static str],
    /// The decoder table for instructions that need an extender.
    pub extended_table: &'static str,
    /// The text after a packet, by the marks of its first word (1) and its second word (2).
    pub ends: [&'static str; 4],
    /// Operand names for registers that an earlier instruction writes.
    pub new_values: &'static [&'static str],
    /// Operands without bits. A number beside such an operand ignores an extender's bits.
    pub unextended: &'static [&'static str],
    /// The class with the registers that conditions test.
    pub predicates: &'static str,
    /// Functional units with room for an instruction each, as in the processor's itineraries.
    pub slots: &'static [&'static str],
    /// Registers that several instructions may write without an operand for them.
    pub shared: &'static [&'static str],
}

/// The role of a word in a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PacketWord {
    /// An instruction before others.
    Inner {
        /// Whether the word has the mark for the end of a loop.
        ends_loop: bool,
    },
    /// The last instruction.
    Last,
    /// Two short instructions at the packet's end, in printed order, which use the slots 1 and 0.
    Halves([HalfWord; 2]),
    /// Not an instruction.
    Invalid,
}

/// A short instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HalfWord {
    /// The decoder table's namespace.
    pub table: &'static str,
    /// The bits.
    pub bits: u32,
}

impl PacketSyntax {
    /// Whether only packets use the tables in a namespace.
    pub(crate) fn is_apart(&self, namespace: &str) -> bool {
        namespace == self.extended_table || self.half_tables.contains(&namespace)
    }
}
