//! Rows for operands whose bits hold the distance to an address.

/// An operand with a distance.
#[derive(Clone, Copy, Debug)]
pub struct RelativeRow {
    /// The operand's record name.
    pub operand: &'static str,
    /// The distance.
    pub distance: RelativeDistance,
    /// The register before the operand, for example the program counter in an address; empty for
    /// any.
    pub register: &'static str,
    /// Bits that tell a symbol from a number.
    pub mark: Option<SymbolMark>,
}

/// Bits that an instruction has if its operand is a symbol. For example, `call 4` of BPF calls the
/// kernel, but `call f` calls a function of the program.
#[derive(Clone, Copy, Debug)]
pub struct SymbolMark {
    /// The byte in the instruction.
    pub byte: usize,
    /// The bits that are set.
    pub bits: u8,
}

/// A distance from an instruction to an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RelativeDistance {
    /// The address from which the distance counts.
    pub origin: DistanceOrigin,
    /// The unit.
    pub unit: DistanceUnit,
}

/// The address from which a distance counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DistanceOrigin {
    /// This number of bytes after the instruction's first byte.
    Start(i64),
    /// This number of bytes after the instruction's last byte.
    End(i64),
    /// The first byte of the operand's field.
    Field,
}

/// The unit of a distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DistanceUnit {
    /// The operand's bits hold a signed number with this many bytes as unit.
    Bits(i64),
    /// The operand's number is in bytes.
    Number,
}
