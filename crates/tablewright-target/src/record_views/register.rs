//! Registers, register classes and sub-registers: `Register`, `RegisterClass`, `RegisterTuples`, `SubRegIndex`
//! and related classes (`Target.td`).

use tablewright_records::{Bits, FieldError, Record, RecordId, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::subtarget::HwModeSelectRecord;
use super::value_type::ValueTypeRecord;

record_views! {
    /// A machine register.
    pub struct RegisterRecord<'s>("Register") {
        /// Enumerator namespace; may be empty.
        pub namespace: Symbol = "Namespace",
        /// Assembly name.
        pub asm_name: Symbol = "AsmName",
        /// Alternative names.
        pub alt_names: Vec<&'s str> = "AltNames" else Vec::new(),
        /// Naming scheme for each alternative name.
        pub reg_alt_name_indices: Vec<RegAltNameIndexRecord<'s>> = "RegAltNameIndices" else Vec::new(),
        /// Sub-register indices, in the order of `SubRegs`.
        pub sub_reg_indices: Vec<SubRegIndexRecord<'s>> = "SubRegIndices",
        /// Sub-registers.
        pub sub_regs: Vec<RegisterRecord<'s>> = "SubRegs",
        /// Overlapping registers without a common sub-register.
        pub aliases: Vec<RegisterRecord<'s>> = "Aliases",
        /// Number in instruction encodings.
        pub hw_encoding: Bits<'s> = "HWEncoding",
        /// Debug information numbers, one for each DWARF flavor.
        pub dwarf_numbers: Vec<i64> = "DwarfNumbers",
        /// Register whose debug information numbers this register shares; ignored if the value is not a
        /// register.
        pub dwarf_alias: ValueId = "DwarfAlias" else ValueId::UNSET,
        /// Whether the sub-registers together cover the whole register.
        pub covered_by_sub_regs: bool = "CoveredBySubRegs",
        /// Whether the register is never used, and only completes the sub-register structure.
        pub is_artificial: bool = "isArtificial" else false,
        /// Whether the register's value never changes.
        pub is_constant: bool = "isConstant" else false,
        /// Sort key: registers with lower numbers come first.
        pub position_order: i64 = "PositionOrder" else 0,
        /// Cost list, by cost model; a single integer in LLVM 12 and before.
        pub cost_per_use_value: ValueId = "CostPerUse",
    }

    /// A naming scheme for alternative register names.
    pub struct RegAltNameIndexRecord<'s>("RegAltNameIndex") {
        /// Scheme to print registers without a name in this scheme.
        pub fallback_reg_alt_name_index: Option<RegAltNameIndexRecord<'s>>
            = "FallbackRegAltNameIndex" else None,
    }

    /// Registers that are combined from several register lists.
    pub struct RegisterTuplesRecord<'s>("RegisterTuples") {
        /// Index for each sub-register, in the order of `SubRegs`.
        pub sub_reg_indices: Vec<RecordId> = "SubRegIndices",
        /// Register sets, one for each sub-register.
        pub sub_regs: &'s [ValueId] = "SubRegs",
        /// Assembly names; may be empty.
        pub reg_asm_names: Vec<&'s str> = "RegAsmNames" else Vec::new(),
    }

    /// A sub-register index: the position in the containing register.
    pub struct SubRegIndexRecord<'s>("SubRegIndex") {
        /// Enumerator namespace; LLVM 3.7 does not have the field.
        pub namespace: &'s str = "Namespace" else "",
        /// Size and offset by hardware mode, as `SubRegRange` records.
        pub sub_reg_ranges: Option<Record<'s>> = "SubRegRanges" else None,
        /// The two indices from which this index is composed; empty if not composed.
        pub composed_of: Vec<SubRegIndexRecord<'s>> = "ComposedOf" else Vec::new(),
        /// Indices that together cover this index.
        pub covering_sub_reg_indices: Vec<SubRegIndexRecord<'s>> = "CoveringSubRegIndices" else Vec::new(),
    }

    /// The bit range that a sub-register occupies. `SubRegIndex` has the fields, too.
    pub struct SubRegRangeRecord<'s>("SubRegRange") {
        /// Size in bits; -1 if unknown.
        pub size: i64 = "Size" else -1,
        /// Lowest bit in the containing register; -1 if unknown.
        pub offset: i64 = "Offset" else -1,
    }

    /// The bit range in a sub-register index itself. Records from other classes do not have the fields.
    pub struct SubRegIndexRange<'s>("SubRegIndex") {
        /// Size in bits.
        pub size: i64 = "Size",
        /// Lowest bit in the containing register.
        pub offset: i64 = "Offset",
    }

    /// Registers that are interchangeable as instruction operands.
    pub struct RegisterClassRecord<'s>("RegisterClass") {
        /// Enumerator namespace; may be empty.
        pub namespace: Symbol = "Namespace",
        /// Value types that the registers can hold.
        pub reg_types: Vec<ValueTypeRecord<'s>> = "RegTypes",
        /// Register and spill slot sizes by hardware mode.
        pub reg_infos: Option<Record<'s>> = "RegInfos" else None,
        /// Spill slot size in bits; 0 for the size of the first type.
        pub size: i64 = "Size" else 0,
        /// Spill slot alignment in bits.
        pub alignment: i64 = "Alignment" else 0,
        /// Cost of a register copy; negative if copies must be avoided.
        pub copy_cost: i64 = "CopyCost" else 1,
        /// Stack to which the registers are spilled, from 0 to 255; LLVM 22 and before do not have the field.
        pub spill_stack_id: i64 = "SpillStackID" else 0,
        /// Whether the register allocator uses the class.
        pub is_allocatable: bool = "isAllocatable" else true,
        /// Alternative allocation orders, each a register set.
        pub alt_orders: &'s [ValueId] = "AltOrders" else &[],
        /// C++ code that selects an allocation order.
        pub alt_order_select: &'s str = "AltOrderSelect" else "",
        /// Priority from 0 to 31: classes with higher numbers are allocated first.
        pub allocation_priority: i64 = "AllocationPriority" else 0,
        /// Whether the greedy allocator treats all live ranges in the class as global.
        pub global_priority: bool = "GlobalPriority" else false,
        /// Whether the class has a register pressure set.
        pub generate_pressure_set: bool = "GeneratePressureSet" else true,
        /// Register pressure added by each register; `None` if it is computed from the register units.
        pub weight: Option<i64> = "Weight" else None,
        /// Rank as a base class: a register's base class is the lowest-ranked class that contains it. `None`
        /// for other classes.
        pub base_class_order: Option<i64> = "BaseClassOrder" else None,
        /// Flag bits with target-specific meaning.
        pub ts_flags_bits: Bits<'s> = "TSFlags",
    }

    /// Register and spill slot sizes for a register class in a hardware mode.
    pub struct RegInfoRecord<'s>("RegInfo") {
        /// Register size in bits.
        pub reg_size: i64 = "RegSize",
        /// Spill slot size in bits.
        pub spill_size: i64 = "SpillSize",
        /// Spill slot alignment in bits.
        pub spill_alignment: i64 = "SpillAlignment",
    }

    /// A GlobalISel register bank: register classes between which copies are cheap.
    pub struct RegisterBankRecord<'s>("RegisterBank") {
        /// Bank name.
        pub bank_name: &'s str = "Name",
        /// Classes in the bank; all their sub-classes are included.
        pub register_classes: Vec<RegisterClassRecord<'s>> = "RegisterClasses",
    }

    /// A register class for each of several hardware modes (LLVM 22 and later).
    pub struct RegClassByHwModeRecord<'s>("RegClassByHwMode"): HwModeSelectRecord {
        /// Classes, in the order of the modes.
        pub register_classes: Vec<RegisterClassRecord<'s>> = "Objects",
    }

    /// A register for each of several hardware modes, as an operand (LLVM 23 and later).
    pub struct RegisterByHwModeRecord<'s>("RegisterByHwMode"): HwModeSelectRecord {
        /// Registers, in the order of the modes.
        pub registers: Vec<RegisterRecord<'s>> = "Objects",
        /// Class, or class by hardware mode, that contains the registers.
        pub reg_class: Record<'s> = "RegClass",
    }

    /// An operand whose register class is selected by a target hook.
    pub struct PointerLikeRegClassRecord<'s>("PointerLikeRegClass") {
        /// Argument for the target hook.
        pub reg_class_kind: i64 = "RegClassKind",
    }

    /// Registers that a calling convention preserves.
    pub struct CalleeSavedRegsRecord<'s>("CalleeSavedRegs") {
        /// Dag with registers that are preserved but not saved; ignored if the value is not a dag.
        pub other_preserved: ValueId = "OtherPreserved" else ValueId::UNSET,
    }
}

impl<'s> RegisterRecord<'s> {
    /// Returns the additional cost for each use, compared with other registers in the class, by
    /// cost model.
    ///
    /// # Errors
    /// If `CostPerUse` is neither a list of integers nor an integer.
    pub fn cost_per_use(self) -> Result<Vec<i64>, FieldError> {
        if !self.has_field("CostPerUse") {
            return Ok(Vec::new());
        }
        match self.store().value(self.cost_per_use_value()?).as_int() {
            Some(cost) => Ok(vec![cost]),
            None => self.list_of_ints("CostPerUse"),
        }
    }
}

impl RegisterClassRecord<'_> {
    /// Returns the lowest eight bits in `TSFlags`, because LLVM keeps only these; 0 in releases
    /// without the field.
    ///
    /// # Errors
    /// If `TSFlags` is not a `bits` value.
    pub fn ts_flags(self) -> Result<u8, FieldError> {
        if !self.has_field("TSFlags") {
            return Ok(0);
        }
        let bits = self.ts_flags_bits()?;
        let bit = |(i, bit): (usize, ValueId)| u8::from(bit == ValueId::TRUE) << i;
        Ok(bits.iter().take(8).enumerate().map(bit).sum())
    }
}
