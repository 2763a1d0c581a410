//! Registers, their classes and their parts: `Register`, `RegisterClass`, `RegisterTuples`, `SubRegIndex`
//! and what belongs to them (`Target.td`).

use tablewright_records::{Bits, FieldError, Record, RecordId, ValueId, record_views};
use tablewright_syntax::symbol::Symbol;

use super::subtarget::HwModeSelectRecord;
use super::value_type::ValueTypeRecord;

record_views! {
    /// A register of the machine.
    pub struct RegisterRecord<'s>("Register") {
        /// The namespace of its enumerator; it may be empty.
        pub namespace: Symbol = "Namespace",
        /// The name that the assembler has for it.
        pub asm_name: Symbol = "AsmName",
        /// Its other names.
        pub alt_names: Vec<&'s str> = "AltNames" else Vec::new(),
        /// What each of the other names is for.
        pub reg_alt_name_indices: Vec<RegAltNameIndexRecord<'s>> = "RegAltNameIndices" else Vec::new(),
        /// The indices of its sub-registers, in the order of `SubRegs`.
        pub sub_reg_indices: Vec<SubRegIndexRecord<'s>> = "SubRegIndices",
        /// Its sub-registers.
        pub sub_regs: Vec<RegisterRecord<'s>> = "SubRegs",
        /// Registers that it overlaps with and that share no sub-register with it.
        pub aliases: Vec<RegisterRecord<'s>> = "Aliases",
        /// Its number in encodings of instructions.
        pub hw_encoding: Bits<'s> = "HWEncoding",
        /// Its numbers in debug information, a flavour each.
        pub dwarf_numbers: Vec<i64> = "DwarfNumbers",
        /// A register whose numbers in debug information it has, too; anything else stands for none.
        pub dwarf_alias: ValueId = "DwarfAlias" else ValueId::UNSET,
        /// Whether its value is wholly that of its sub-registers.
        pub covered_by_sub_regs: bool = "CoveredBySubRegs",
        /// Whether it is never used and only completes the structure of others.
        pub is_artificial: bool = "isArtificial" else false,
        /// Whether its value never changes.
        pub is_constant: bool = "isConstant" else false,
        /// Registers with lower numbers come first.
        pub position_order: i64 = "PositionOrder" else 0,
        /// A list of costs, by cost model; one integer in LLVM 12 and before.
        pub cost_per_use_value: ValueId = "CostPerUse",
    }

    /// What an alternative name of a register is for.
    pub struct RegAltNameIndexRecord<'s>("RegAltNameIndex") {
        /// What is printed for registers without such a name.
        pub fallback_reg_alt_name_index: Option<RegAltNameIndexRecord<'s>>
            = "FallbackRegAltNameIndex" else None,
    }

    /// Registers that are made from registers of several lists.
    pub struct RegisterTuplesRecord<'s>("RegisterTuples") {
        /// The index of each sub-register, in the order of `SubRegs`.
        pub sub_reg_indices: Vec<RecordId> = "SubRegIndices",
        /// The lists, sets of registers each.
        pub sub_regs: &'s [ValueId] = "SubRegs",
        /// The names of the registers in assembly; none where they have none.
        pub reg_asm_names: Vec<&'s str> = "RegAsmNames" else Vec::new(),
    }

    /// The index of a sub-register: where it lies in a register.
    pub struct SubRegIndexRecord<'s>("SubRegIndex") {
        /// The namespace of its enumerator; LLVM 3.7 has none.
        pub namespace: &'s str = "Namespace" else "",
        /// Size and offset by hardware mode, as records of class `SubRegRange`.
        pub sub_reg_ranges: Option<Record<'s>> = "SubRegRanges" else None,
        /// The two indices that it is composed of; none for an index that is not composed.
        pub composed_of: Vec<SubRegIndexRecord<'s>> = "ComposedOf" else Vec::new(),
        /// The indices that cover it together.
        pub covering_sub_reg_indices: Vec<SubRegIndexRecord<'s>> = "CoveringSubRegIndices" else Vec::new(),
    }

    /// The bits of a register that a sub-register is. `SubRegIndex` has the fields, too.
    pub struct SubRegRangeRecord<'s>("SubRegRange") {
        /// How many bits it has; -1 where that is not known.
        pub size: i64 = "Size" else -1,
        /// The lowest of its bits in the register; -1 where that is not known.
        pub offset: i64 = "Offset" else -1,
    }

    /// The bits that the index of a sub-register states by itself. Records of other classes lack the fields.
    pub struct SubRegIndexRange<'s>("SubRegIndex") {
        /// How many bits it has.
        pub size: i64 = "Size",
        /// The lowest of its bits in the register.
        pub offset: i64 = "Offset",
    }

    /// Registers that instructions take the same way.
    pub struct RegisterClassRecord<'s>("RegisterClass") {
        /// The namespace of its enumerator; it may be empty.
        pub namespace: Symbol = "Namespace",
        /// The types of values that the registers hold.
        pub reg_types: Vec<ValueTypeRecord<'s>> = "RegTypes",
        /// The sizes of registers and of their slots on the stack, by hardware mode.
        pub reg_infos: Option<Record<'s>> = "RegInfos" else None,
        /// The size of a slot on the stack in bits; 0 for that of the first type.
        pub size: i64 = "Size" else 0,
        /// The alignment of a slot on the stack, in bits.
        pub alignment: i64 = "Alignment" else 0,
        /// What copying a register costs; negative where copies are to be avoided.
        pub copy_cost: i64 = "CopyCost" else 1,
        /// The stack that its registers are spilled to, from 0 to 255; LLVM 22 and before have none.
        pub spill_stack_id: i64 = "SpillStackID" else 0,
        /// Whether registers of the class are allocated.
        pub is_allocatable: bool = "isAllocatable" else true,
        /// Other orders of allocation than that of the members, sets of registers each.
        pub alt_orders: &'s [ValueId] = "AltOrders" else &[],
        /// C++ that selects one of the orders.
        pub alt_order_select: &'s str = "AltOrderSelect" else "",
        /// From 0 to 31: classes with higher numbers are allocated first.
        pub allocation_priority: i64 = "AllocationPriority" else 0,
        /// Whether the greedy allocator treats all live ranges of the class as global ones.
        pub global_priority: bool = "GlobalPriority" else false,
        /// Whether there is a set of register pressure for it.
        pub generate_pressure_set: bool = "GeneratePressureSet" else true,
        /// How much a register adds to register pressure; `None` where that follows from its units.
        pub weight: Option<i64> = "Weight" else None,
        /// Its rank among base classes, of which a register belongs to the first; `None` for others.
        pub base_class_order: Option<i64> = "BaseClassOrder" else None,
        /// Bits that mean what the target decides.
        pub ts_flags_bits: Bits<'s> = "TSFlags",
    }

    /// The size of the registers of a class in a hardware mode.
    pub struct RegInfoRecord<'s>("RegInfo") {
        /// The size of a register in bits.
        pub reg_size: i64 = "RegSize",
        /// The size of its slot on the stack in bits.
        pub spill_size: i64 = "SpillSize",
        /// The alignment of the slot in bits.
        pub spill_alignment: i64 = "SpillAlignment",
    }

    /// A choice of registers for GlobalISel: classes between which values are moved for free.
    pub struct RegisterBankRecord<'s>("RegisterBank") {
        /// The name.
        pub bank_name: &'s str = "Name",
        /// The classes that it covers with all of their sub-classes.
        pub register_classes: Vec<RegisterClassRecord<'s>> = "RegisterClasses",
    }

    /// A register class for each of several hardware modes (LLVM 22 and later).
    pub struct RegClassByHwModeRecord<'s>("RegClassByHwMode"): HwModeSelectRecord {
        /// The classes, in the order of the modes.
        pub register_classes: Vec<RegisterClassRecord<'s>> = "Objects",
    }

    /// A register for each of several hardware modes (LLVM 23 and later), as an operand.
    pub struct RegisterByHwModeRecord<'s>("RegisterByHwMode"): HwModeSelectRecord {
        /// The registers, in the order of the modes.
        pub registers: Vec<RegisterRecord<'s>> = "Objects",
        /// The class, or the choice of classes, that the registers belong to.
        pub reg_class: Record<'s> = "RegClass",
    }

    /// An operand whose register class the target decides when it is asked.
    pub struct PointerLikeRegClassRecord<'s>("PointerLikeRegClass") {
        /// The number that the target tells these classes apart by.
        pub reg_class_kind: i64 = "RegClassKind",
    }

    /// Registers that a calling convention preserves.
    pub struct CalleeSavedRegsRecord<'s>("CalleeSavedRegs") {
        /// A dag of registers that are preserved without being saved; anything else stands for none.
        pub other_preserved: ValueId = "OtherPreserved" else ValueId::UNSET,
    }
}

impl<'s> RegisterRecord<'s> {
    /// What using the register costs beyond others of its class, by cost model.
    ///
    /// # Errors
    /// Where `CostPerUse` holds neither a list of integers nor one integer.
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
    /// The lowest eight bits of `TSFlags`, as many as LLVM keeps; 0 in releases that lack the field.
    ///
    /// # Errors
    /// Where `TSFlags` holds no bits.
    pub fn ts_flags(self) -> Result<u8, FieldError> {
        if !self.has_field("TSFlags") {
            return Ok(0);
        }
        let bits = self.ts_flags_bits()?;
        let bit = |(i, bit): (usize, ValueId)| u8::from(bit == ValueId::TRUE) << i;
        Ok(bits.iter().take(8).enumerate().map(bit).sum())
    }
}
