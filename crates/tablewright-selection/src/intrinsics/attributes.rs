//! Intrinsic attributes.

use std::cmp::Ordering;

use tablewright_records::{FieldError, Record};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;

/// The attributes for calls to an intrinsic.
#[derive(Clone, Default, Debug)]
pub struct IntrinsicAttributes {
    /// The attributes for the whole call.
    pub function: FunctionAttributes,
    /// Sorted attributes for the result (index 0) and each argument (from index 1 on).
    pub arguments: Vec<Vec<ArgumentAttribute>>,
    /// Whether the first two arguments can be swapped.
    pub is_commutative: bool,
    /// Whether a vector call applies the scalar call to each element.
    pub is_trivially_scalarizable: bool,
    /// Argument formats, in property order.
    pub printed_arguments: Vec<PrintedArgument>,
    /// By argument (the first is 0), the value that an older file lacks; in property order.
    pub default_values: Vec<(u16, i64)>,
    /// The constant argument ranges, in property order.
    pub range_sets: Vec<RangeSet>,
}

/// The values that a constant argument can have.
#[derive(Clone, Debug)]
pub struct RangeSet {
    /// The parameter index, from 0.
    pub param: u16,
    /// Ranges with an inclusive lower bound and an exclusive upper bound, in ascending order with gaps between them.
    pub ranges: Vec<(i64, i64)>,
}

/// The printed format of an argument.
#[derive(Clone, Debug)]
pub struct PrintedArgument {
    /// The argument index, from 0.
    pub index: u16,
    /// Its name.
    pub name: Option<Symbol>,
    /// The function that prints a constant.
    pub printer: Option<Symbol>,
}

impl IntrinsicAttributes {
    /// Whether the argument of parameter `index` has to be a constant.
    pub fn is_immediate_param(&self, index: usize) -> bool {
        let is_immediate =
            |attribute: &ArgumentAttribute| matches!(attribute.kind, ArgumentAttributeKind::ImmArg);
        self.arguments.get(index + 1).is_some_and(|all| all.iter().any(is_immediate))
    }
}

/// Call attributes: a field for each LLVM IR attribute that an intrinsic can have. The field order matches the
/// generated tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct FunctionAttributes {
    /// It may throw an exception.
    pub throws: bool,
    /// It may not be duplicated.
    pub no_duplicate: bool,
    /// Calls may not be merged.
    pub no_merge: bool,
    /// It does not return.
    pub no_return: bool,
    /// It does not call back.
    pub no_callback: bool,
    /// It does not synchronize with other threads.
    pub no_sync: bool,
    /// It frees no memory.
    pub no_free: bool,
    /// It is sure to return.
    pub will_return: bool,
    /// It is rarely called.
    pub cold: bool,
    /// Calls may not be made dependent on more conditions.
    pub convergent: bool,
    /// Additional calls are harmless.
    pub speculatable: bool,
    /// Whether it has effects beyond the other attributes.
    pub has_side_effects: bool,
    /// It minds the floating-point environment.
    pub strict_fp: bool,
    /// Its result is neither `undef` nor poison unless an argument is.
    pub no_create_undef_or_poison: bool,
    /// Its memory accesses.
    pub memory: MemoryEffects,
}

impl FunctionAttributes {
    /// Returns whether any attribute is set.
    pub fn is_worth_saying(&self) -> bool {
        let has_known_effects = self.memory != MemoryEffects::UNKNOWN && !self.has_side_effects;
        let plain = FunctionAttributes {
            throws: true,
            has_side_effects: self.has_side_effects,
            memory: self.memory,
            ..FunctionAttributes::default()
        };
        has_known_effects || *self != plain
    }

    /// Returns the memory effects to print: without memory accesses but with side effects, any access is possible.
    pub fn stated_memory(&self) -> MemoryEffects {
        if self.memory == MemoryEffects::NONE && self.has_side_effects {
            MemoryEffects::UNKNOWN
        } else {
            self.memory
        }
    }
}

/// Memory effects: two bits (read, write) for each [`MemoryLocation`], in their order. More effects compare first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryEffects(u32);

/// A memory location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryLocation {
    /// Memory that arguments point to.
    ArgMem,
    /// Memory that the program cannot access.
    InaccessibleMem,
    /// The variable `errno`.
    ErrnoMem,
    /// All other memory.
    Other,
    /// Target-specific memory.
    TargetMem0,
    /// Other target-specific memory.
    TargetMem1,
}

impl MemoryLocation {
    /// All, in bit order.
    pub const ALL: [MemoryLocation; 6] = [
        MemoryLocation::ArgMem,
        MemoryLocation::InaccessibleMem,
        MemoryLocation::ErrnoMem,
        MemoryLocation::Other,
        MemoryLocation::TargetMem0,
        MemoryLocation::TargetMem1,
    ];

    /// The locations in releases up to 19.
    pub const FIRST: [MemoryLocation; 3] =
        [MemoryLocation::ArgMem, MemoryLocation::InaccessibleMem, MemoryLocation::Other];

    /// Returns the location for an `IntrinsicMemoryLocation` record.
    pub(super) fn from_record(record: Record<'_>) -> Result<MemoryLocation, FieldError> {
        match record.name() {
            "ArgMem" => Ok(MemoryLocation::ArgMem),
            "InaccessibleMem" => Ok(MemoryLocation::InaccessibleMem),
            "TargetMem0" => Ok(MemoryLocation::TargetMem0),
            "TargetMem1" => Ok(MemoryLocation::TargetMem1),
            name => {
                let message = format!("unknown kind of memory '{name}'");
                Err(FieldError::new(Code::Intrinsics, record, message))
            }
        }
    }
}

impl MemoryEffects {
    /// Any memory may be read and written.
    pub const UNKNOWN: MemoryEffects = MemoryEffects(0b11_11_11_11_11_11);
    /// No memory is accessed.
    pub const NONE: MemoryEffects = MemoryEffects(0);
    /// Memory is only read.
    pub const READ_ONLY: MemoryEffects = MemoryEffects(0b01_01_01_01_01_01);
    /// Memory is only written.
    pub const WRITE_ONLY: MemoryEffects = MemoryEffects(0b10_10_10_10_10_10);
    /// Only memory is accessed that arguments point to.
    pub const ARGUMENT_ONLY: MemoryEffects = MemoryEffects(0b11);
    /// Only memory is read that arguments point to.
    pub const ARGUMENT_READ_ONLY: MemoryEffects = MemoryEffects(0b01);
    /// Only memory is accessed that the program cannot see.
    pub const INACCESSIBLE_ONLY: MemoryEffects = MemoryEffects(0b11_00);
    /// Only memory is accessed that arguments point to, or that the program cannot see.
    pub const INACCESSIBLE_OR_ARGUMENT_ONLY: MemoryEffects = MemoryEffects(0b11_11);

    /// Any memory is written, but only some is read.
    pub fn reading_only(locations: &[MemoryLocation]) -> MemoryEffects {
        let read = locations.iter().map(|&location| 1 << (2 * location as u32));
        MemoryEffects(read.fold(MemoryEffects::WRITE_ONLY.0, |all, bit: u32| all | bit))
    }

    /// Any memory is read, but only some is written.
    pub fn writing_only(locations: &[MemoryLocation]) -> MemoryEffects {
        let written = locations.iter().map(|&location| 2 << (2 * location as u32));
        MemoryEffects(written.fold(MemoryEffects::READ_ONLY.0, |all, bit: u32| all | bit))
    }

    /// Whether memory of a kind may be read, and whether it may be written.
    pub fn at(self, location: MemoryLocation) -> (bool, bool) {
        let bits = self.0 >> (2 * location as u32);
        (bits & 1 != 0, bits & 2 != 0)
    }

    /// The effects that both allow.
    pub fn and(self, other: MemoryEffects) -> MemoryEffects {
        MemoryEffects(self.0 & other.0)
    }

    /// Whether nothing is written.
    pub fn only_reads(self) -> bool {
        // `WRITE_ONLY` has the write bits for all memory locations.
        self.and(MemoryEffects::WRITE_ONLY) == MemoryEffects::NONE
    }

    /// Whether nothing is read.
    pub fn only_writes(self) -> bool {
        self.and(MemoryEffects::READ_ONLY) == MemoryEffects::NONE
    }

    /// Returns the two bits for each listed location, the first lowest.
    pub fn bits(self, locations: &[MemoryLocation]) -> u32 {
        locations
            .iter()
            .rev()
            .fold(0, |bits, &location| bits << 2 | (self.0 >> (2 * location as u32) & 0b11))
    }
}

impl Default for MemoryEffects {
    fn default() -> MemoryEffects {
        MemoryEffects::UNKNOWN
    }
}

impl Ord for MemoryEffects {
    fn cmp(&self, other: &MemoryEffects) -> Ordering {
        other.0.cmp(&self.0)
    }
}

impl PartialOrd for MemoryEffects {
    fn partial_cmp(&self, other: &MemoryEffects) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An argument or result attribute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ArgumentAttribute {
    /// The kind of attribute.
    pub kind: ArgumentAttributeKind,
    /// The value: bytes for an alignment or dereferenceable memory, the minimum for a range, zero for other kinds.
    pub value: i64,
    /// The end of a range; zero for other kinds.
    pub upper: i64,
}

/// Argument attributes, named as in LLVM's `Attribute`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ArgumentAttributeKind {
    /// No copy of the pointer outlives the call.
    NoCapture,
    /// No other pointer is used to access the memory behind this pointer.
    NoAlias,
    /// The value is neither undefined nor poison.
    NoUndef,
    /// The pointer is not null.
    NonNull,
    /// The call returns this argument.
    Returned,
    /// Memory is only read through the pointer.
    ReadOnly,
    /// Memory is only written through the pointer.
    WriteOnly,
    /// No memory is accessed through the pointer.
    ReadNone,
    /// The argument is a constant.
    ImmArg,
    /// The pointer has this alignment, in bytes.
    Alignment,
    /// This many bytes may be read through the pointer.
    Dereferenceable,
    /// The integer is at least the first number and less than the second number.
    Range,
    /// The object behind the pointer is not freed.
    NoFreeObj,
}

impl ArgumentAttributeKind {
    /// Whether it has a value.
    pub fn has_value(self) -> bool {
        use ArgumentAttributeKind::{Alignment, Dereferenceable};
        matches!(self, Alignment | Dereferenceable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_narrowed() {
        let read = MemoryEffects::UNKNOWN.and(MemoryEffects::READ_ONLY);
        assert!(read.only_reads() && !read.only_writes());
        let read_arguments = read.and(MemoryEffects::ARGUMENT_ONLY);
        assert_eq!(read_arguments.bits(&MemoryLocation::ALL), 1);
        let reads_target = MemoryEffects::reading_only(&[MemoryLocation::TargetMem0]);
        assert_eq!(reads_target.bits(&MemoryLocation::ALL), 2986);
        assert_eq!(reads_target.bits(&MemoryLocation::FIRST), 0b10_10_10);
        assert_eq!(reads_target.and(MemoryEffects::READ_ONLY).bits(&MemoryLocation::ALL), 256);
        assert!(MemoryEffects::NONE.only_reads() && MemoryEffects::NONE.only_writes());
        assert!(read < read_arguments && read_arguments < MemoryEffects::NONE);
    }

    #[test]
    fn the_plainest_call_is_one_that_may_throw() {
        let plain = FunctionAttributes { throws: true, ..FunctionAttributes::default() };
        assert!(!plain.is_worth_saying());
        assert!(FunctionAttributes::default().is_worth_saying());
        let reads = FunctionAttributes { memory: MemoryEffects::READ_ONLY, ..plain };
        assert!(reads.is_worth_saying());
        assert!(!FunctionAttributes { has_side_effects: true, ..reads }.is_worth_saying());
    }
}
