//! Decoding contexts for opcodes: combinations of prefixes that distinguish instructions.
//!
//! Out: all [`X86Context`]s in the order of the decoder's enum; the relation "covers", by which an
//! instruction also occurs in other contexts; and the context for each combination of prefixes
//! ([`Attributes`]).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{Feature, Release};

define_index! {
    /// A context. Its index is its value in the decoder's enum.
    pub struct ContextId;
}

/// A combination of prefixes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct X86Context {
    /// The enumerator name.
    pub name: String,
    /// Priority: instructions in contexts with a higher rank win.
    pub rank: u8,
    /// The components of the name.
    pub key: ContextKey,
}

/// The distinguishing properties of a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ContextKey {
    /// Legacy prefixes.
    Legacy(Legacy),
    /// A VEX or EVEX prefix.
    Vector(Vector),
}

/// Contexts without VEX and EVEX. Variant names follow the enumerators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the prefixes are the names")]
pub enum Legacy {
    Plain,
    Bit64,
    OpSize,
    AdSize,
    OpSizeAdSize,
    Xd,
    Xs,
    XdOpSize,
    XsOpSize,
    XdAdSize,
    XsAdSize,
    Bit64RexW,
    Bit64RexWAdSize,
    Bit64OpSize,
    Bit64AdSize,
    Bit64OpSizeAdSize,
    Bit64Xd,
    Bit64Xs,
    Bit64XdOpSize,
    Bit64XsOpSize,
    Bit64XdAdSize,
    Bit64XsAdSize,
    Bit64RexWXs,
    Bit64RexWXd,
    Bit64RexWOpSize,
    Bit64Rex2,
    Bit64Rex2RexW,
}

/// The fields of a VEX or EVEX prefix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Vector {
    /// Whether it is EVEX.
    pub is_evex: bool,
    /// The mandatory prefix in its fields.
    pub prefix: Mandatory,
    /// The W bit.
    pub w: bool,
    /// The vector length: 128, 256 or 512 bits.
    pub length: Length,
    /// The masking of elements.
    pub mask: Mask,
    /// The B bit: broadcast, rounding, or a new destination.
    pub b: bool,
    /// The NF bit: flags are unchanged.
    pub nf: bool,
    /// Whether an address-size prefix precedes it.
    pub ad_size: bool,
    /// The U bit next to B, ignored by releases before 22.
    pub u: bool,
}

/// A prefix that is part of the opcode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the prefixes are the names")]
pub enum Mandatory {
    None,
    Xs,
    Xd,
    OpSize,
}

/// A vector length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the bits are the names")]
pub enum Length {
    None,
    L,
    L2,
}

/// The masking of vector elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the bits are the names")]
pub enum Mask {
    None,
    K,
    Kz,
}

impl Vector {
    /// Returns a VEX or EVEX prefix with default fields.
    pub const fn plain(is_evex: bool) -> Vector {
        Vector {
            is_evex,
            prefix: Mandatory::None,
            w: false,
            length: Length::None,
            mask: Mask::None,
            b: false,
            nf: false,
            ad_size: false,
            u: false,
        }
    }

    fn name(self) -> String {
        let length = match self.length {
            Length::None => "",
            Length::L => "_L",
            Length::L2 => "_L2",
        };
        let prefix = match self.prefix {
            Mandatory::None => "",
            Mandatory::Xs => "_XS",
            Mandatory::Xd => "_XD",
            Mandatory::OpSize => "_OPSIZE",
        };
        let mask = match self.mask {
            Mask::None => "",
            Mask::K => "_K",
            Mask::Kz => "_KZ",
        };
        let flag = |is_set: bool, name: &'static str| if is_set { name } else { "" };
        let vex = if self.is_evex { "IC_EVEX" } else { "IC_VEX" };
        [
            vex,
            length,
            flag(self.w, "_W"),
            prefix,
            mask,
            flag(self.b, "_B"),
            flag(self.nf, "_NF"),
            flag(self.ad_size, "_ADSIZE"),
            flag(self.u, "_U"),
        ]
        .concat()
    }

    /// Returns the context's rank, which grows with its number of requirements: a prefix, W or a length, NF, and the
    /// address size. With both W and a length, the length counts only for VEX.
    fn rank(self) -> u8 {
        let has_length = self.length != Length::None;
        let size = match (self.w, has_length) {
            (false, false) => 0,
            (true, true) if !self.is_evex => 3,
            _ => 2,
        };
        let has_prefix = self.prefix != Mandatory::None;
        1 + size + u8::from(has_prefix) + u8::from(self.nf) + u8::from(self.ad_size)
    }
}

const LEGACY: [(Legacy, &str, u8); 27] = [
    (Legacy::Plain, "IC", 0),
    (Legacy::Bit64, "IC_64BIT", 1),
    (Legacy::OpSize, "IC_OPSIZE", 3),
    (Legacy::AdSize, "IC_ADSIZE", 3),
    (Legacy::OpSizeAdSize, "IC_OPSIZE_ADSIZE", 4),
    (Legacy::Xd, "IC_XD", 2),
    (Legacy::Xs, "IC_XS", 2),
    (Legacy::XdOpSize, "IC_XD_OPSIZE", 3),
    (Legacy::XsOpSize, "IC_XS_OPSIZE", 3),
    (Legacy::XdAdSize, "IC_XD_ADSIZE", 3),
    (Legacy::XsAdSize, "IC_XS_ADSIZE", 3),
    (Legacy::Bit64RexW, "IC_64BIT_REXW", 5),
    (Legacy::Bit64RexWAdSize, "IC_64BIT_REXW_ADSIZE", 6),
    (Legacy::Bit64OpSize, "IC_64BIT_OPSIZE", 3),
    (Legacy::Bit64AdSize, "IC_64BIT_ADSIZE", 3),
    (Legacy::Bit64OpSizeAdSize, "IC_64BIT_OPSIZE_ADSIZE", 4),
    (Legacy::Bit64Xd, "IC_64BIT_XD", 6),
    (Legacy::Bit64Xs, "IC_64BIT_XS", 6),
    (Legacy::Bit64XdOpSize, "IC_64BIT_XD_OPSIZE", 3),
    (Legacy::Bit64XsOpSize, "IC_64BIT_XS_OPSIZE", 3),
    (Legacy::Bit64XdAdSize, "IC_64BIT_XD_ADSIZE", 3),
    (Legacy::Bit64XsAdSize, "IC_64BIT_XS_ADSIZE", 3),
    (Legacy::Bit64RexWXs, "IC_64BIT_REXW_XS", 7),
    (Legacy::Bit64RexWXd, "IC_64BIT_REXW_XD", 7),
    (Legacy::Bit64RexWOpSize, "IC_64BIT_REXW_OPSIZE", 8),
    (Legacy::Bit64Rex2, "IC_64BIT_REX2", 2),
    (Legacy::Bit64Rex2RexW, "IC_64BIT_REX2_REXW", 3),
];

/// The decoder contexts in a release.
#[derive(Debug)]
pub struct Contexts {
    /// All contexts, in order.
    pub all: IndexVec<ContextId, X86Context>,
    ids: FxHashMap<ContextKey, ContextId>,
    /// Whether the decoder reads the U bit in EVEX, and W in REX2.
    reads_u: bool,
}

impl Contexts {
    /// Returns the contexts for a release.
    pub fn for_release(release: Release) -> &'static Contexts {
        static WITHOUT_U: LazyLock<Contexts> = LazyLock::new(|| Contexts::new(false));
        static WITH_U: LazyLock<Contexts> = LazyLock::new(|| Contexts::new(true));
        if release.has(Feature::X86DecoderReadsEvexU) { &WITH_U } else { &WITHOUT_U }
    }

    fn new(reads_u: bool) -> Contexts {
        let legacy = LEGACY.iter().filter(|(legacy, ..)| legacy.is_known(reads_u));
        let legacy = legacy.map(|&(legacy, name, rank)| X86Context {
            name: name.to_owned(),
            rank,
            key: ContextKey::Legacy(legacy),
        });
        let vector = vectors(reads_u).into_iter().map(|vector| X86Context {
            name: vector.name(),
            rank: vector.rank(),
            key: ContextKey::Vector(vector),
        });
        let all: IndexVec<ContextId, X86Context> =
            IndexVec::from_raw(legacy.chain(vector).collect());
        let ids = all.iter_enumerated().map(|(id, context)| (context.key, id)).collect();
        Contexts { all, ids, reads_u }
    }

    /// Returns the context with this key.
    pub fn id(&self, key: ContextKey) -> Option<ContextId> {
        self.ids.get(&key).copied()
    }

    /// Iterates over the contexts for each attribute set, in set order.
    pub fn by_attributes(&self) -> impl ExactSizeIterator<Item = Option<&X86Context>> {
        self.ids_of_attributes().map(|id| id.map(|id| &self.all[id]))
    }

    /// Iterates over the context ids for each attribute set, in set order.
    pub fn ids_of_attributes(&self) -> impl ExactSizeIterator<Item = Option<ContextId>> {
        let end = if self.reads_u { Attributes::EVEX_U << 1 } else { Attributes::EVEX_U };
        (0..end).map(|attributes| self.id(Attributes(attributes).context(self.reads_u)))
    }

    /// Whether an instruction in `context` also occurs in `other`.
    pub fn covers(&self, context: ContextKey, other: ContextKey, ignored: Ignored) -> bool {
        match (context, other) {
            (ContextKey::Legacy(context), ContextKey::Legacy(other)) => {
                self.legacy_covers(context, other, ignored.prefix, ignored.is_address64)
            }
            (ContextKey::Vector(context), ContextKey::Vector(other)) => {
                // In EVEX, an operand-size prefix next to W has no effect if no instruction has
                // both.
                let bare = Vector { w: true, b: other.b, ..Vector::plain(true) };
                let is_w_op_size = other == Vector { prefix: Mandatory::OpSize, ..bare };
                vector_covers(context, other, ignored)
                    || (self.reads_u && is_w_op_size && vector_covers(context, bare, ignored))
            }
            _ => false,
        }
    }

    fn legacy_covers(
        &self,
        context: Legacy,
        other: Legacy,
        ignores_prefix: bool,
        is_address64: bool,
    ) -> bool {
        if context == other {
            return true;
        }
        for &(upper, lower, condition) in &COVERS {
            let applies = match condition {
                ContextCondition::Always => true,
                ContextCondition::PrefixIgnored => ignores_prefix,
                ContextCondition::NotAddress64 => !is_address64,
                ContextCondition::URead => self.reads_u,
            };
            if upper != context || !applies {
                continue;
            }
            // Further steps ignore prefixes, except after the step from `Plain` to `Bit64`: 64-bit
            // mode has separate contexts for prefixes.
            let ignores_prefix = upper != Legacy::Plain || lower != Legacy::Bit64;
            if self.legacy_covers(lower, other, ignores_prefix, false) {
                return true;
            }
        }
        false
    }
}

/// Returns the VEX contexts, followed by the EVEX contexts by mask and B, and the contexts with U.
fn vectors(reads_u: bool) -> Vec<Vector> {
    let masks = [
        (Mask::None, false),
        (Mask::K, false),
        (Mask::None, true),
        (Mask::K, true),
        (Mask::Kz, true),
        (Mask::Kz, false),
    ];
    let mut all = Vec::new();
    block(Vector::plain(false), &[Length::None, Length::L], &mut all);
    for (mask, b) in masks {
        let first = Vector { mask, b, ..Vector::plain(true) };
        block(first, &[Length::None, Length::L, Length::L2], &mut all);
    }
    if reads_u {
        for mask in [Mask::None, Mask::K, Mask::Kz] {
            let first = Vector { mask, b: true, u: true, ..Vector::plain(true) };
            block(first, &[Length::None], &mut all);
        }
    }
    all
}

/// Adds the contexts that differ from `first` in length, W and prefix.
fn block(first: Vector, lengths: &[Length], all: &mut Vec<Vector>) {
    for &length in lengths {
        for w in [false, true] {
            for prefix in [Mandatory::None, Mandatory::Xs, Mandatory::Xd, Mandatory::OpSize] {
                let context = Vector { length, w, prefix, ..first };
                all.push(context);
                let is_short = context.is_evex && length == Length::None && !context.u;
                let has_mask = context.mask != Mask::None;
                // General-register instructions have neither masks nor lengths; with a prefix, only
                // these received the NF bit.
                let can_keep_flags = match prefix {
                    Mandatory::None => true,
                    Mandatory::OpSize => !w,
                    Mandatory::Xs | Mandatory::Xd => false,
                };
                if is_short && !has_mask && can_keep_flags {
                    all.push(Vector { nf: true, ..context });
                }
                if is_short && !has_mask && !w && !context.b && prefix != Mandatory::None {
                    all.push(Vector { ad_size: true, ..context });
                }
            }
        }
    }
}

/// Properties that an instruction ignores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ignored {
    /// It does not have a mandatory prefix and does not exclude any.
    pub prefix: bool,
    /// The vector length.
    pub length: bool,
    /// The W bit.
    pub w: bool,
    /// It has 64-bit addresses, which a prefix would change.
    pub is_address64: bool,
}

/// The condition under which a context covers another context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ContextCondition {
    Always,
    PrefixIgnored,
    NotAddress64,
    URead,
}

/// The "covers" relation between legacy contexts.
const COVERS: [(Legacy, Legacy, ContextCondition); 33] = [
    (Legacy::Plain, Legacy::Bit64, ContextCondition::Always),
    (Legacy::Plain, Legacy::OpSize, ContextCondition::PrefixIgnored),
    (Legacy::Plain, Legacy::AdSize, ContextCondition::Always),
    (Legacy::Plain, Legacy::Xd, ContextCondition::PrefixIgnored),
    (Legacy::Plain, Legacy::Xs, ContextCondition::PrefixIgnored),
    (Legacy::Bit64, Legacy::Bit64RexW, ContextCondition::Always),
    (Legacy::Bit64, Legacy::Bit64OpSize, ContextCondition::PrefixIgnored),
    (Legacy::Bit64, Legacy::Bit64AdSize, ContextCondition::NotAddress64),
    (Legacy::Bit64, Legacy::Bit64Xd, ContextCondition::PrefixIgnored),
    (Legacy::Bit64, Legacy::Bit64Xs, ContextCondition::PrefixIgnored),
    (Legacy::OpSize, Legacy::Bit64OpSize, ContextCondition::Always),
    (Legacy::OpSize, Legacy::OpSizeAdSize, ContextCondition::Always),
    (Legacy::AdSize, Legacy::OpSizeAdSize, ContextCondition::PrefixIgnored),
    (Legacy::Bit64AdSize, Legacy::Bit64OpSizeAdSize, ContextCondition::PrefixIgnored),
    (Legacy::Xd, Legacy::Bit64Xd, ContextCondition::Always),
    (Legacy::Xs, Legacy::Bit64Xs, ContextCondition::Always),
    (Legacy::XdOpSize, Legacy::Bit64XdOpSize, ContextCondition::Always),
    (Legacy::XsOpSize, Legacy::Bit64XsOpSize, ContextCondition::Always),
    (Legacy::XdAdSize, Legacy::Bit64XdAdSize, ContextCondition::Always),
    (Legacy::XsAdSize, Legacy::Bit64XsAdSize, ContextCondition::Always),
    (Legacy::Bit64RexW, Legacy::Bit64RexWXs, ContextCondition::PrefixIgnored),
    (Legacy::Bit64RexW, Legacy::Bit64RexWXd, ContextCondition::PrefixIgnored),
    (Legacy::Bit64RexW, Legacy::Bit64RexWOpSize, ContextCondition::PrefixIgnored),
    (Legacy::Bit64RexW, Legacy::Bit64RexWAdSize, ContextCondition::NotAddress64),
    (Legacy::Bit64OpSize, Legacy::Bit64RexWOpSize, ContextCondition::Always),
    (Legacy::Bit64OpSize, Legacy::Bit64OpSizeAdSize, ContextCondition::NotAddress64),
    (Legacy::Bit64OpSize, Legacy::Bit64RexWAdSize, ContextCondition::NotAddress64),
    (Legacy::Bit64Xd, Legacy::Bit64RexWXd, ContextCondition::Always),
    (Legacy::Bit64Xd, Legacy::Bit64XdAdSize, ContextCondition::NotAddress64),
    (Legacy::Bit64Xs, Legacy::Bit64RexWXs, ContextCondition::Always),
    (Legacy::Bit64Xs, Legacy::Bit64XsAdSize, ContextCondition::NotAddress64),
    (Legacy::Bit64, Legacy::Bit64Rex2, ContextCondition::URead),
    (Legacy::Bit64Rex2, Legacy::Bit64Rex2RexW, ContextCondition::URead),
];

fn vector_covers(context: Vector, other: Vector, ignored: Ignored) -> bool {
    let has_length =
        other.length == context.length || (ignored.length && context.length == Length::None);
    let has_w = other.w == context.w || (ignored.w && !context.w);
    has_length && has_w && Vector { length: context.length, w: context.w, ..other } == context
}

/// A bit set of decoded prefixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attributes(u32);

#[expect(missing_docs, reason = "the prefixes are the names")]
impl Attributes {
    pub const BIT64: u32 = 1;
    pub const XS: u32 = 1 << 1;
    pub const XD: u32 = 1 << 2;
    pub const REX_W: u32 = 1 << 3;
    pub const OP_SIZE: u32 = 1 << 4;
    pub const AD_SIZE: u32 = 1 << 5;
    pub const VEX: u32 = 1 << 6;
    pub const VEX_L: u32 = 1 << 7;
    pub const EVEX: u32 = 1 << 8;
    pub const EVEX_L2: u32 = 1 << 9;
    pub const EVEX_K: u32 = 1 << 10;
    pub const EVEX_KZ: u32 = 1 << 11;
    pub const EVEX_B: u32 = 1 << 12;
    pub const REX2: u32 = 1 << 13;
    pub const EVEX_NF: u32 = 1 << 14;
    pub const EVEX_U: u32 = 1 << 15;
}

impl Attributes {
    fn has(self, attribute: u32) -> bool {
        self.0 & attribute == attribute
    }

    /// Returns the context for these prefixes.
    fn context(self, reads_u: bool) -> ContextKey {
        let is_evex = self.has(Attributes::EVEX);
        let mut vector = Vector { prefix: self.mandatory(), ..Vector::plain(is_evex) };
        if is_evex && self.has(Attributes::AD_SIZE) && vector.prefix != Mandatory::None {
            return ContextKey::Vector(Vector { ad_size: true, ..vector });
        }
        vector.w = self.has(Attributes::REX_W);
        if self.has(Attributes::EVEX_NF) {
            let is_op_size = !vector.w && self.has(Attributes::OP_SIZE);
            let prefix = if is_op_size { Mandatory::OpSize } else { Mandatory::None };
            let b = self.has(Attributes::EVEX_B);
            return ContextKey::Vector(Vector { is_evex: true, prefix, b, nf: true, ..vector });
        }
        if !is_evex && !self.has(Attributes::VEX) && !self.has(Attributes::VEX_L) {
            return ContextKey::Legacy(self.legacy(reads_u));
        }
        // The U bit replaces the length, which then selects the rounding mode.
        let has_u = self.has(Attributes::EVEX_U | Attributes::EVEX_B);
        vector.u = is_evex && has_u;
        if has_u {
            vector.length = Length::None;
        } else if is_evex && self.has(Attributes::EVEX_L2) {
            vector.length = Length::L2;
        } else if self.has(Attributes::VEX_L) {
            vector.length = Length::L;
        }
        if is_evex {
            vector.b = self.has(Attributes::EVEX_B);
            vector.mask = match (self.has(Attributes::EVEX_KZ), self.has(Attributes::EVEX_K)) {
                (true, _) => Mask::Kz,
                (false, true) => Mask::K,
                (false, false) => Mask::None,
            };
        }
        ContextKey::Vector(vector)
    }

    fn mandatory(self) -> Mandatory {
        if self.has(Attributes::OP_SIZE) {
            Mandatory::OpSize
        } else if self.has(Attributes::XD) {
            Mandatory::Xd
        } else if self.has(Attributes::XS) {
            Mandatory::Xs
        } else {
            Mandatory::None
        }
    }

    fn legacy(self, reads_u: bool) -> Legacy {
        let (order, plain): (&[Legacy], Legacy) = if self.has(Attributes::BIT64) {
            (&LEGACY_64, Legacy::Bit64)
        } else {
            (&LEGACY_32, Legacy::Plain)
        };
        let mut contexts = order.iter().filter(|&&legacy| legacy.is_known(reads_u));
        contexts.find(|legacy| self.has(legacy.attributes())).copied().unwrap_or(plain)
    }
}

/// 32-bit contexts with attributes. The first context whose attributes are all present applies.
const LEGACY_32: [Legacy; 9] = [
    Legacy::XsOpSize,
    Legacy::XdOpSize,
    Legacy::XsAdSize,
    Legacy::XdAdSize,
    Legacy::Xs,
    Legacy::Xd,
    Legacy::OpSizeAdSize,
    Legacy::OpSize,
    Legacy::AdSize,
];

/// 64-bit contexts with attributes, as in [`LEGACY_32`].
const LEGACY_64: [Legacy; 16] = [
    Legacy::Bit64Rex2RexW,
    Legacy::Bit64Rex2,
    Legacy::Bit64RexWXs,
    Legacy::Bit64RexWXd,
    Legacy::Bit64RexWOpSize,
    Legacy::Bit64RexWAdSize,
    Legacy::Bit64XdOpSize,
    Legacy::Bit64XdAdSize,
    Legacy::Bit64XsOpSize,
    Legacy::Bit64XsAdSize,
    Legacy::Bit64Xs,
    Legacy::Bit64Xd,
    Legacy::Bit64OpSizeAdSize,
    Legacy::Bit64OpSize,
    Legacy::Bit64AdSize,
    Legacy::Bit64RexW,
];

impl Legacy {
    /// Whether a decoder has this context.
    fn is_known(self, reads_u: bool) -> bool {
        reads_u || self != Legacy::Bit64Rex2RexW
    }

    /// Returns the prefix attributes that the context requires.
    fn attributes(self) -> u32 {
        use Attributes as A;
        match self {
            Legacy::Plain | Legacy::Bit64 => 0,
            Legacy::OpSize | Legacy::Bit64OpSize => A::OP_SIZE,
            Legacy::AdSize | Legacy::Bit64AdSize => A::AD_SIZE,
            Legacy::OpSizeAdSize | Legacy::Bit64OpSizeAdSize => A::OP_SIZE | A::AD_SIZE,
            Legacy::Xd | Legacy::Bit64Xd => A::XD,
            Legacy::Xs | Legacy::Bit64Xs => A::XS,
            Legacy::XdOpSize | Legacy::Bit64XdOpSize => A::XD | A::OP_SIZE,
            Legacy::XsOpSize | Legacy::Bit64XsOpSize => A::XS | A::OP_SIZE,
            Legacy::XdAdSize | Legacy::Bit64XdAdSize => A::XD | A::AD_SIZE,
            Legacy::XsAdSize | Legacy::Bit64XsAdSize => A::XS | A::AD_SIZE,
            Legacy::Bit64RexW => A::REX_W,
            Legacy::Bit64RexWAdSize => A::REX_W | A::AD_SIZE,
            Legacy::Bit64RexWXs => A::REX_W | A::XS,
            Legacy::Bit64RexWXd => A::REX_W | A::XD,
            Legacy::Bit64RexWOpSize => A::REX_W | A::OP_SIZE,
            Legacy::Bit64Rex2 => A::REX2,
            Legacy::Bit64Rex2RexW => A::REX2 | A::REX_W,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Ignored = Ignored { prefix: false, length: false, w: false, is_address64: false };

    /// The contexts of a decoder that does not read the bit U.
    fn contexts() -> &'static Contexts {
        Contexts::for_release(Release::new(19))
    }

    fn named(name: &str) -> ContextKey {
        contexts().all.iter().find(|context| context.name == name).expect("it exists").key
    }

    fn check(context: &str, ignored: Ignored, expected: &str) {
        let covered = contexts().all.iter();
        let covered = covered.filter(|other| contexts().covers(named(context), other.key, ignored));
        let covered: Vec<&str> = covered.map(|context| context.name.as_str()).collect();
        assert_eq!(covered.join(" "), expected);
    }

    #[test]
    fn names_are_unique_and_in_the_order_of_the_enum() {
        let names: Vec<&str> = contexts().all.iter().map(|context| context.name.as_str()).collect();
        assert_eq!(names.len(), 195);
        assert_eq!(
            names[42..53].join(" "),
            "IC_EVEX IC_EVEX_NF IC_EVEX_XS IC_EVEX_XS_ADSIZE IC_EVEX_XD IC_EVEX_XD_ADSIZE \
             IC_EVEX_OPSIZE IC_EVEX_OPSIZE_NF IC_EVEX_OPSIZE_ADSIZE IC_EVEX_W IC_EVEX_W_NF"
        );
        for (id, entry) in contexts().all.iter_enumerated() {
            assert_eq!(contexts().id(entry.key), Some(id));
        }
    }

    #[test]
    fn more_prefixes_rank_higher() {
        let rank = |name| contexts().all[contexts().id(named(name)).expect("it exists")].rank;
        let names = ["IC", "IC_VEX", "IC_VEX_L_W_XS", "IC_EVEX_L_W_XS", "IC_EVEX_OPSIZE_ADSIZE"];
        assert_eq!(names.map(rank), [0, 1, 5, 4, 3]);
    }

    #[test]
    fn an_instruction_is_found_where_prefixes_do_not_matter() {
        check("IC_VEX_XS", NONE, "IC_VEX_XS");
        check("IC_VEX_XS", Ignored { w: true, ..NONE }, "IC_VEX_XS IC_VEX_W_XS");
        check("IC_EVEX_K", Ignored { length: true, ..NONE }, "IC_EVEX_K IC_EVEX_L_K IC_EVEX_L2_K");
        check("IC_64BIT_REXW", NONE, "IC_64BIT_REXW IC_64BIT_REXW_ADSIZE");
        check("IC_64BIT_REXW", Ignored { is_address64: true, ..NONE }, "IC_64BIT_REXW");
        check("IC_XS", NONE, "IC_XS IC_64BIT_XS IC_64BIT_XS_ADSIZE IC_64BIT_REXW_XS");
    }

    #[test]
    fn the_bit_u_takes_the_place_of_the_length() {
        use Attributes as A;
        let contexts = Contexts::for_release(Release::new(22));
        let name = |attributes: u32| {
            let id = contexts.id(Attributes(attributes).context(true)).expect("each has one");
            contexts.all[id].name.as_str()
        };
        assert_eq!(name(A::EVEX | A::EVEX_B | A::EVEX_U | A::VEX_L), "IC_EVEX_B_U");
        assert_eq!(name(A::EVEX | A::EVEX_U | A::VEX_L), "IC_EVEX_L");
        assert_eq!(name(A::BIT64 | A::REX2 | A::REX_W), "IC_64BIT_REX2_REXW");
        assert_eq!(contexts.all.len(), 220);
    }

    #[test]
    fn prefixes_have_a_context() {
        let name = |attributes| {
            let id = contexts().id(Attributes(attributes).context(false)).expect("each has one");
            contexts().all[id].name.as_str()
        };
        use Attributes as A;
        assert_eq!(name(A::BIT64 | A::REX_W | A::XS), "IC_64BIT_REXW_XS");
        assert_eq!(name(A::VEX_L | A::XD | A::OP_SIZE), "IC_VEX_L_OPSIZE");
        assert_eq!(name(A::EVEX | A::EVEX_K | A::EVEX_KZ | A::EVEX_B), "IC_EVEX_KZ_B");
        assert_eq!(name(A::EVEX_NF | A::XS | A::REX_W | A::OP_SIZE), "IC_EVEX_W_NF");
        assert_eq!(name(A::EVEX | A::AD_SIZE | A::XS | A::REX_W), "IC_EVEX_XS_ADSIZE");
        for release in [19, 22] {
            let mut contexts = Contexts::for_release(Release::new(release)).by_attributes();
            assert!(contexts.all(|context| context.is_some()));
        }
    }
}
