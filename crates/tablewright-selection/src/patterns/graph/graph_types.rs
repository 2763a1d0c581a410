//! The value types of a description in one hardware mode.

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, FieldError, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_target::hw_modes::{HwModeId, HwModes};
use tablewright_target::record_views::instruction::RegisterOperandRecord;
use tablewright_target::registers::{DescribedClasses, RegisterClassLike, RegistersByHwMode};
use tablewright_target::value_types::{ValueType, ValueTypes};

use crate::patterns::{PatternsToMatch, TypeSetId};

/// The value types of a description in one hardware mode.
pub struct GraphTypes<'s> {
    store: &'s RecordStore,
    types: &'s ValueTypes,
    hw_modes: &'s HwModes,
    classes: &'s DescribedClasses,
    by_hw_mode: &'s RegistersByHwMode,
    mode: HwModeId,
    /// The type of chains and blocks.
    pub other: ValueType,
    /// The type of pointers. `None` if patterns have no address.
    pub pointer: Option<ValueType>,
    /// `iPTR`, for which patterns accept the type of pointers.
    pub any_pointer: ValueType,
}

impl<'s> GraphTypes<'s> {
    /// Reads the types of a mode. Pointers have the type that most patterns have for the address of a load or store,
    /// else for an addition.
    ///
    /// # Errors
    /// Errors from the analyses.
    pub fn new(
        store: &'s RecordStore,
        patterns: &PatternsToMatch,
        mode: HwModeId,
        diagnostics: &mut Diagnostics,
    ) -> Result<GraphTypes<'s>, AnalysisError> {
        Ok(GraphTypes {
            store,
            types: store.analysis(diagnostics)?,
            hw_modes: store.analysis(diagnostics)?,
            classes: store.analysis(diagnostics)?,
            by_hw_mode: store.analysis(diagnostics)?,
            mode,
            other: patterns.other_type(),
            pointer: common_type(store, patterns, mode, &[("ISD::LOAD", 0), ("ISD::STORE", 1)])
                .or_else(|| common_type(store, patterns, mode, &[("ISD::ADD", 0)])),
            any_pointer: patterns.pointer_type(),
        })
    }

    /// Returns the records.
    pub fn store(&self) -> &'s RecordStore {
        self.store
    }

    /// Returns the mode.
    pub fn mode(&self) -> HwModeId {
        self.mode
    }

    /// Returns the type for a record: a value type, a register class, or an operand that is a register.
    ///
    /// # Errors
    /// If a field of the record is invalid.
    pub fn for_record(&self, record: RecordId) -> Result<Option<ValueType>, FieldError> {
        let described = self.store.record(record);
        if let Some(ty) = self.types.by_hw_mode(described, self.hw_modes)? {
            return Ok(ty.get(self.mode));
        }
        let class = match RegisterOperandRecord::from_record(described) {
            Some(operand) => operand.reg_class()?,
            None => described,
        };
        let Some(class) = RegisterClassLike::from_record(class) else { return Ok(None) };
        let Some(class) = class.in_mode(self.mode, self.by_hw_mode) else { return Ok(None) };
        let class = self.classes.for_record(class);
        Ok(class.and_then(|class| class.value_types.first()?.get(self.mode)))
    }

    /// Returns the only type of a set. `iPTR` is the type of pointers.
    pub fn for_set(&self, patterns: &PatternsToMatch, set: TypeSetId) -> Option<ValueType> {
        let ty = in_mode(patterns, set, self.mode)?;
        if ty == self.any_pointer { self.pointer } else { Some(ty) }
    }

    /// Returns the type with a name such as `i32`.
    pub fn named(&self, name: &str) -> Option<ValueType> {
        let record = self.store.find_record(name)?;
        let by_mode = self.types.by_hw_mode(self.store.record(record), self.hw_modes).ok()??;
        by_mode.get(self.mode)
    }

    /// Returns a type's name.
    pub fn name(&self, ty: ValueType) -> &'s str {
        self.types.name(self.store, ty).unwrap_or("?")
    }

    /// Returns a type's size in bits.
    pub fn bits(&self, ty: ValueType) -> u32 {
        u32::try_from(self.types.size(ty)).unwrap_or(0)
    }

    /// Whether a type is a scalar integer.
    pub fn is_integer(&self, ty: ValueType) -> bool {
        let digits = self.name(ty).strip_prefix('i');
        digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Returns the integer type with this number of bits.
    pub fn integer(&self, bits: u32) -> Option<ValueType> {
        self.named(&format!("i{bits}"))
    }

    /// Whether there are registers of exactly the size of a type, which hold it.
    pub fn has_register(&self, ty: ValueType) -> bool {
        let bits = self.bits(ty);
        self.classes.by_name().iter().any(|class| {
            class.sizes.get(self.mode).register == bits
                && class.value_types.iter().any(|held| held.get(self.mode) == Some(ty))
        })
    }
}

/// Returns the only type of a set in a mode.
fn in_mode(patterns: &PatternsToMatch, set: TypeSetId, mode: HwModeId) -> Option<ValueType> {
    let types = patterns.types_by_mode(set)?;
    let find = |mode| types.iter().find(|choice| choice.0 == mode);
    find(mode).or_else(|| find(HwModeId::DEFAULT)).map(|choice| choice.1)
}

/// Returns the integer type that most patterns have for an operand of certain nodes. Of two equally frequent types,
/// returns the smaller.
fn common_type(
    store: &RecordStore,
    patterns: &PatternsToMatch,
    mode: HwModeId,
    operands: &[(&str, usize)],
) -> Option<ValueType> {
    let forest = patterns.forest();
    let mut counts: FxHashMap<ValueType, usize> = FxHashMap::default();
    for pattern in &patterns.list {
        if pattern.mode.is_some_and(|of_pattern| of_pattern != mode) {
            continue;
        }
        let mut pending = vec![pattern.source];
        while let Some(node) = pending.pop() {
            pending.extend(forest.children(node));
            let Some(id) = forest.operation(node).sd_node() else { continue };
            let opcode = store.str(patterns.sd_node(id).opcode);
            let Some(&(_, index)) = operands.iter().find(|(own, _)| *own == opcode) else {
                continue;
            };
            let Some(&operand) = forest.children(node).get(index) else { continue };
            let Some(&set) = forest.types(operand).first() else { continue };
            if let Some(ty) = in_mode(patterns, set, mode)
                && patterns.is_integer(ty)
                && !patterns.is_vector(ty)
            {
                *counts.entry(ty).or_default() += 1;
            }
        }
    }
    let key = |&(ty, count): &(ValueType, usize)| (count, std::cmp::Reverse(ty));
    counts.into_iter().max_by_key(key).map(|(ty, _)| ty)
}
