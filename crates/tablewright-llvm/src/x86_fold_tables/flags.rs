//! Flags for a pair: a register instruction and its memory variant.

/// Flags for a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FoldTableFlags {
    /// Whether memory is read. Set only for operand zero, whose memory can be read or written.
    pub(super) is_load: bool,
    /// Memory is written, under the same condition.
    pub(super) is_store: bool,
    /// The instruction with memory cannot be split.
    pub(super) no_reverse: bool,
    /// The instruction with a register cannot be replaced.
    pub(super) no_forward: bool,
    /// The alignment that memory needs, in bytes.
    pub(super) alignment: u8,
    /// Memory element copied to all elements of a vector.
    pub(super) broadcast: Option<FoldTableElement>,
}

/// A vector element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FoldTableElement {
    Word,
    DoubleWord,
    QuadWord,
    Half,
    Single,
    Double,
}

impl FoldTableFlags {
    /// No flag is set.
    pub(super) const NONE: FoldTableFlags = FoldTableFlags {
        is_load: false,
        is_store: false,
        no_reverse: false,
        no_forward: false,
        alignment: 1,
        broadcast: None,
    };
}

impl FoldTableElement {
    /// Returns the element type of the memory operand with this name.
    pub(super) fn from_operand(name: &str) -> Option<FoldTableElement> {
        Some(match name {
            "i16mem" => FoldTableElement::Word,
            "i32mem" => FoldTableElement::DoubleWord,
            "i64mem" => FoldTableElement::QuadWord,
            "f16mem" => FoldTableElement::Half,
            "f32mem" => FoldTableElement::Single,
            "f64mem" => FoldTableElement::Double,
            _ => return None,
        })
    }

    /// Returns the enumerator.
    pub(super) fn enumerator(self) -> &'static str {
        match self {
            FoldTableElement::Word => "TB_BCAST_W",
            FoldTableElement::DoubleWord => "TB_BCAST_D",
            FoldTableElement::QuadWord => "TB_BCAST_Q",
            FoldTableElement::Half => "TB_BCAST_SH",
            FoldTableElement::Single => "TB_BCAST_SS",
            FoldTableElement::Double => "TB_BCAST_SD",
        }
    }
}
