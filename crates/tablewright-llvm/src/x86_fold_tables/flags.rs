//! Flags for a pair: a register instruction and its memory variant.

/// Flags for a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Flags {
    /// Memory is read. Only where the operand has the number zero, which can be read or written.
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
    pub(super) broadcast: Option<Element>,
}

/// A vector element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Element {
    Word,
    DoubleWord,
    QuadWord,
    Half,
    Single,
    Double,
}

impl Flags {
    /// No flag is set.
    pub(super) const NONE: Flags = Flags {
        is_load: false,
        is_store: false,
        no_reverse: false,
        no_forward: false,
        alignment: 1,
        broadcast: None,
    };
}

impl Element {
    /// The element that a memory operand of that name is.
    pub(super) fn from_operand(name: &str) -> Option<Element> {
        Some(match name {
            "i16mem" => Element::Word,
            "i32mem" => Element::DoubleWord,
            "i64mem" => Element::QuadWord,
            "f16mem" => Element::Half,
            "f32mem" => Element::Single,
            "f64mem" => Element::Double,
            _ => return None,
        })
    }

    /// The enumerator.
    pub(super) fn enumerator(self) -> &'static str {
        match self {
            Element::Word => "TB_BCAST_W",
            Element::DoubleWord => "TB_BCAST_D",
            Element::QuadWord => "TB_BCAST_Q",
            Element::Half => "TB_BCAST_SH",
            Element::Single => "TB_BCAST_SS",
            Element::Double => "TB_BCAST_SD",
        }
    }
}
