//! Code generation tables: register classes with types, sizes and relations, and register costs.

use tablewright_index::IndexVec;
use tablewright_target::registers::{RegisterClass, RegisterClassId, RegisterId};
use tablewright_text::{CppWriter, append, line, text_block};

use super::mc_desc::unit_intervals;
use super::{
    composition, dwarf, emit_hex_words, emit_lane_mask, pressure, saved_registers, storage_type,
    sub_register_classes,
};
use crate::register_info::model::{AltOrders, RegisterInfo, RegisterInfoLayout};
use crate::support::qualified_name::Qualified;

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("namespace llvm {\n\n");
    let target = info.target;
    match &info.codegen_classes.storage {
        None => line!(w, "extern const MCRegisterClass {target}MCRegisterClasses[];"),
        Some(storage) => {
            let ty = storage_type(info, storage);
            line!(w, "extern const {ty} {target}MCRegisterClassStorage;");
        }
    }
    emit_type_lists(info, w);
    emit_sub_reg_indices(info, w);
    emit_class_infos(info, w);
    match &info.codegen_classes.storage {
        None => {
            emit_sub_class_masks(info, w);
            emit_super_reg_indices(info, w);
            emit_super_classes(info, w);
            emit_alt_orders(info, w);
            emit_class_instances(info, w);
        }
        Some(_) => emit_alt_orders(info, w),
    }
    emit_costs(info, w);
    if let Some(tables) = &info.index_tables {
        composition::emit(info, &tables.composition, w);
        sub_register_classes::emit(info, &tables.sub_registers, w);
    }
    pressure::emit(info, w);
    if info.codegen_classes.storage.is_some() {
        emit_order_switch(info, w);
    }
    if let Some(base_classes) = &info.base_classes {
        emit_class_map(info, "base", "getPhysRegBaseClass", &base_classes.of_register, w);
    }
    if let Some(storage) = &info.codegen_classes.storage {
        emit_class_map(info, "minimal", "getMinimalPhysRegClass", &storage.minimal, w);
    }
    emit_constructor(info, w);
    saved_registers::emit(info, w);
    emit_frame_lowering(info, w);
}

fn emit_type_lists(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    line!(w, "\nstatic const MVT::SimpleValueType {}VTLists[] = {{", table_prefix(info));
    w.sequence_table(&info.codegen_classes.types, "MVT::Other", |w, ty| {
        write!(w, "MVT::{}", ty.name);
    });
    line!(w, "}};");
}

fn emit_sub_reg_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let indices = info.analyses.indices;
    // The quote that begins a name is written after the name before, so the list ends in an empty
    // string.
    match &info.codegen_classes.storage {
        None => {
            w.raw("\nstatic const char *SubRegIndexNameTable[] = { \"");
            for (_, index) in indices.iter() {
                w.raw(&index.name);
                w.raw("\", \"");
            }
            w.raw("\" };\n\n");
        }
        Some(_) => emit_index_names(info, w),
    }
    let prefix = table_prefix(info);
    let ranges = "TargetRegisterInfo::SubRegCoveredBits";
    line!(w, "static const {ranges} {prefix}SubRegIdxRangeTable[] = {{");
    let unknown = indices.range_width.unknown();
    for mode in &info.codegen_classes.modes {
        // Index numbers begin at 1: the first row for each mode means no index.
        line!(w, "  {{ {unknown}, {unknown} }},");
        for (_, index) in indices.iter() {
            let range = index.ranges[mode.id];
            let (offset, size) = (range.offset.unwrap_or(unknown), range.size.unwrap_or(unknown));
            line!(w, "  {{ {offset}, {size} }},\t// {}", index.name);
        }
    }
    text_block!(
        w,
        "
        }};


        static const LaneBitmask {prefix}SubRegIndexLaneMaskTable[] = {{
          LaneBitmask::getAll(),
        "
    );
    for (i, index) in indices.iter() {
        w.raw("  ");
        emit_lane_mask(w, info.analyses.lanes.for_index(i));
        line!(w, ", // {}", index.name);
    }
    w.raw(" };\n\n\n");
}

fn emit_class_infos(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let ty = "TargetRegisterInfo::RegClassInfo";
    line!(w, "\nstatic const {ty} {}RegClassInfos[] = {{", table_prefix(info));
    for mode in &info.codegen_classes.modes {
        line!(w, "  // Mode = {} ({})", mode.id.index(), mode.name);
        for ((_, class), in_mode) in info.analyses.classes.iter().zip(&mode.classes) {
            let (size, types) = (in_mode.size, in_mode.types);
            line!(
                w,
                "  {{ {}, {}, {}, /*VTLists+*/{types} }},    // {}",
                size.register,
                size.spill,
                size.spill_alignment,
                class.name
            );
        }
    }
    w.raw("};\n");
    match info.layout {
        RegisterInfoLayout::OneFile => {
            let none = "static const TargetRegisterClass *const NullRegClasses[] = { nullptr };";
            line!(w, "\n{none}\n");
        }
        RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => {}
    }
}

/// Writes the sub-classes of each class, and the classes that have its registers as sub-registers.
fn emit_sub_class_masks(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let count = info.analyses.classes.len();
    for (_, class) in info.analyses.classes.iter() {
        write!(w, "static const uint32_t {}SubClassMask[] = {{\n  ", class.name);
        emit_hex_words(w, class.sub_classes.words32(count));
        for (index, classes) in &class.super_reg_classes {
            w.raw("\n  ");
            emit_hex_words(w, classes.words32(count));
            w.raw("// ");
            w.raw(info.analyses.indices.name(*index));
        }
        w.raw("\n};\n\n");
    }
}

fn emit_super_reg_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    line!(w, "static const uint16_t SuperRegIdxSeqs[] = {{");
    let sequences = &info.codegen_classes.super_reg_indices;
    w.sequence_table(sequences, "0", |w, index| write!(w, "{index}"));
    w.raw("};\n\n");
}

fn emit_super_classes(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let with_super_classes =
        info.analyses.classes.iter().filter(|(_, class)| !class.super_classes.is_empty());
    for (_, class) in with_super_classes {
        let name = &class.name;
        match info.layout {
            RegisterInfoLayout::OneFile => {
                line!(w, "static const TargetRegisterClass *const {name}Superclasses[] = {{");
                for &super_class in &class.super_classes {
                    line!(w, "  &{}RegClass,", info.class(super_class));
                }
                w.raw("  nullptr\n");
            }
            RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => {
                line!(w, "static unsigned const {name}Superclasses[] = {{");
                for &super_class in &class.super_classes {
                    line!(w, "  {}RegClassID,", info.class(super_class));
                }
            }
        }
        w.raw("};\n\n");
    }
}

fn emit_alt_orders(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    for ((id, class), orders) in info.analyses.classes.iter().zip(&info.codegen_classes.alt_orders)
    {
        if let Some(orders) = orders {
            emit_raw_allocation_order(info, info.class(id), class, orders, w);
        }
    }
}

/// Writes the function that selects a class's order.
fn emit_raw_allocation_order(
    info: &RegisterInfo<'_>,
    qualified_name: Qualified<'_>,
    class: &RegisterClass,
    orders: &AltOrders<'_>,
    w: &mut CppWriter,
) {
    let (name, target, select) = (&class.name, info.target, orders.select);
    let (parameter, argument) = match info.layout {
        RegisterInfoLayout::OneFile => ("const MachineFunction &MF", "MF"),
        RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => {
            ("const MachineFunction &MF, bool Rev", "MF, Rev")
        }
    };
    line!(w, "\nstatic inline unsigned {name}AltOrderSelect({parameter}) {{{select}}}\n");
    let class_parameter = match info.layout {
        RegisterInfoLayout::OneFile | RegisterInfoLayout::FiveFiles => "",
        RegisterInfoLayout::OneStorage => "const TargetRegisterClass &RC, ",
    };
    write!(w, "static ArrayRef<MCPhysReg> {name}GetRawAllocationOrder({class_parameter}");
    line!(w, "{parameter}) {{");
    for (number, order) in (1..).zip(orders.orders) {
        // C++ lacks empty arrays; an empty `ArrayRef` replaces them below.
        if order.is_empty() {
            continue;
        }
        write!(w, "  static const MCPhysReg AltOrder{number}[] = {{ ");
        let mut separator = "";
        for &register in order {
            w.raw(separator);
            append!(w, info.register(register));
            separator = ", ";
        }
        line!(w, " }};");
    }
    match info.layout {
        RegisterInfoLayout::OneFile | RegisterInfoLayout::FiveFiles => {
            write!(w, "  const MCRegisterClass &MCR = {target}MCRegisterClasses[");
            line!(w, "{qualified_name}RegClassID];\n  const ArrayRef<MCPhysReg> Order[] = {{");
            w.raw("    ArrayRef(MCR.begin(), MCR.getNumRegs()");
        }
        RegisterInfoLayout::OneStorage => {
            line!(w, "  const ArrayRef<MCPhysReg> Order[] = {{");
            w.raw("    RC.getRegisters(");
        }
    }
    for (number, order) in (1..).zip(orders.orders) {
        if order.is_empty() {
            w.raw("),\n    ArrayRef<MCPhysReg>(");
        } else {
            write!(w, "),\n    ArrayRef(AltOrder{number}");
        }
    }
    w.raw(")\n");
    text_block!(
        w,
        "
          }};
          const unsigned Select = {name}AltOrderSelect({argument});
          assert(Select < {});
          return Order[Select];
        }}
        ",
        orders.count()
    );
}

fn emit_class_instances(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let namespace = info.names.classes_namespace;
    line!(w, "\nnamespace {namespace} {{   // Register class instances");
    let classes = info.analyses.classes.iter();
    let tables = &info.codegen_classes;
    for (((i, class), super_reg_indices), alt_orders) in
        classes.zip(&tables.super_reg_indices_of).zip(&tables.alt_orders)
    {
        let (name, properties) = (&class.name, &class.properties);
        line!(w, "  extern const TargetRegisterClass {name}RegClass = {{");
        line!(w, "    &{}MCRegisterClasses[{name}RegClassID],", info.target);
        line!(w, "    {name}SubClassMask,\n    SuperRegIdxSeqs + {super_reg_indices},");
        w.raw("    ");
        emit_lane_mask(w, info.analyses.lanes.for_class(i));
        line!(w, ",\n    {},", properties.allocation_priority);
        line!(w, "    {},", properties.global_priority);
        line!(w, "    0x{:02x}, /* TSFlags */", properties.ts_flags);
        line!(w, "    {}, /* HasDisjunctSubRegs */", class.has_disjunct_sub_regs);
        line!(w, "    {}, /* CoveredBySubRegs */", class.covered_by_sub_regs);
        match (info.layout, class.super_classes.len()) {
            (RegisterInfoLayout::OneFile, 0) => line!(w, "    NullRegClasses,"),
            (RegisterInfoLayout::OneFile, _) => line!(w, "    {name}Superclasses,"),
            (RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage, 0) => {
                line!(w, "    nullptr, 0,")
            }
            (RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage, count) => {
                line!(w, "    {name}Superclasses,  {count},")
            }
        }
        match alt_orders {
            None => line!(w, "    nullptr"),
            Some(_) => line!(w, "    {name}GetRawAllocationOrder"),
        }
        w.raw("  };\n\n");
    }
    text_block!(
        w,
        "
        }} // end namespace {namespace}

        namespace {{
          const TargetRegisterClass *const RegisterClasses[] = {{
        "
    );
    for name in &info.names.classes {
        line!(w, "    &{name}RegClass,");
    }
    w.raw("  };\n} // end anonymous namespace\n");
}

fn emit_costs(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let prefix = table_prefix(info);
    line!(w, "\nstatic const uint8_t {prefix}CostPerUseTable[] = {{ ");
    for cost in &info.costs.table {
        write!(w, "{cost}, ");
    }
    line!(w, "}};\n\n\nstatic const bool {prefix}InAllocatableClassTable[] = {{ ");
    w.raw("false, ");
    for &is_allocatable in &info.costs.is_allocatable {
        w.raw(if is_allocatable { "true, " } else { "false, " });
    }
    text_block!(
        w,
        "
        }};


        static const TargetRegisterInfoDesc {}RegInfoDesc = {{ // Extra Descriptors
        {prefix}CostPerUseTable, {}, {prefix}InAllocatableClassTable}};

        ",
        info.target,
        info.costs.models,
    );
}

/// Returns the prefix for table names.
fn table_prefix<'i>(info: &RegisterInfo<'i>) -> &'i str {
    match info.layout {
        RegisterInfoLayout::OneFile | RegisterInfoLayout::FiveFiles => "",
        RegisterInfoLayout::OneStorage => info.target,
    }
}

/// Writes the sub-register index names as a single string, with offsets.
fn emit_index_names(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    let names = &info.names.index_strings;
    if names.offsets.is_empty() {
        line!(w, "static constexpr char {target}SubRegIndexStrings[] = {{\n  /* dummy */ 0\n}};\n");
    } else {
        let declaration = format!("static constexpr char {target}SubRegIndexStrings[]");
        w.octal_string_literal_table(&declaration, &names.table);
    }
    line!(w, "static constexpr uint32_t {target}SubRegIndexNameOffsets[] = {{");
    w.raw("  ");
    names.offsets.iter().for_each(|offset| write!(w, "{offset}, "));
    w.raw(if names.offsets.is_empty() { "/* dummy */ 0\n};\n\n" } else { "\n};\n\n" });
}

/// Writes the function that chooses an order of a class that has several.
fn emit_order_switch(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let orders = info.analyses.classes.iter().zip(&info.codegen_classes.alt_orders);
    let mut several = orders.filter(|(_, orders)| orders.is_some()).peekable();
    if several.peek().is_none() {
        return;
    }
    write!(w, "ArrayRef<MCPhysReg> {}GenRegisterInfo::getRawAllocationOrder(", info.target);
    line!(w, "const TargetRegisterClass &RC, const MachineFunction &MF, bool Rev) const {{");
    line!(w, "  switch (RC.getID()) {{");
    for ((id, class), _) in several {
        line!(w, "  case {}RegClassID:", info.class(id));
        line!(w, "    return {}GetRawAllocationOrder(RC, MF, Rev);", class.name);
    }
    line!(w, "  }}\n  return RC.getRegisters();\n}}\n");
}

/// Writes a function that maps a register to a class. `kind` selects the class.
fn emit_class_map(
    info: &RegisterInfo<'_>,
    kind: &str,
    function: &str,
    classes: &IndexVec<RegisterId, Option<RegisterClassId>>,
    w: &mut CppWriter,
) {
    text_block!(
        w,
        "

        // Register to {kind} register class mapping


        const TargetRegisterClass *{}GenRegisterInfo::{function}(MCRegister Reg) const {{
          static const uint16_t InvalidRegClassID = UINT16_MAX;

          static const uint16_t Mapping[{}] = {{
            InvalidRegClassID,  // NoRegister
        ",
        info.target,
        info.analyses.registers.len() + 1,
    );
    for ((_, register), &class) in info.analyses.registers.iter().zip(classes) {
        match class {
            Some(class) => line!(w, "    {}RegClassID,  // {}", info.class(class), register.name),
            None => line!(w, "    InvalidRegClassID,  // {}", register.name),
        }
    }
    let (number, class) = match info.layout {
        RegisterInfoLayout::OneFile => ("Reg", "RegisterClasses[RCID]".to_owned()),
        RegisterInfoLayout::FiveFiles => ("Reg.id()", "RegisterClasses[RCID]".to_owned()),
        RegisterInfoLayout::OneStorage => {
            ("Reg.id()", format!("&{}MCRegisterClassStorage.Classes[RCID]", info.target))
        }
    };
    text_block!(
        w,
        "
          }};

          assert(Reg < ArrayRef(Mapping).size());
          unsigned RCID = Mapping[{number}];
          if (RCID == InvalidRegClassID)
            return nullptr;
          return {class};
        }}
        "
    );
}

/// Machine code tables, with their element types.
const MC_TABLES: [(&str, &str, &str); 8] = [
    ("MCRegisterDesc", "RegDesc", "[]"),
    ("int16_t", "RegDiffLists", "[]"),
    ("LaneBitmask", "LaneMaskLists", "[]"),
    ("char", "RegStrings", "[]"),
    ("char", "RegClassStrings", "[]"),
    ("MCPhysReg", "RegUnitRoots", "[][2]"),
    ("uint16_t", "SubRegIdxLists", "[]"),
    ("uint16_t", "RegEncodingTable", "[]"),
];

fn emit_constructor_of_tables(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let (target, classes) = (info.target, info.analyses.classes.len());
    text_block!(
        w,
        "
        {target}GenRegisterInfo::
        {target}GenRegisterInfo(unsigned RA, unsigned DwarfFlavour, unsigned EHFlavour,
              unsigned PC, unsigned HwMode)
          : TargetRegisterInfo(&{target}RegInfoDesc, RegisterClasses, RegisterClasses+{classes},
                     SubRegIndexNameTable, SubRegIdxRangeTable, SubRegIndexLaneMaskTable,
        "
    );
    w.raw("             ");
    emit_lane_mask(w, info.analyses.lanes.covering);
    line!(w, ", RegClassInfos, VTLists, HwMode) {{");
    text_block!(
        w,
        "
          InitMCRegisterInfo({target}RegDesc, {}, RA, PC,
                             {target}MCRegisterClasses, {classes},
                             {target}RegUnitRoots,
                             {},
                             {target}RegDiffLists,
                             {target}LaneMaskLists,
                             {target}RegStrings,
                             {target}RegClassStrings,
                             {target}SubRegIdxLists,
                             {},
                             {target}RegEncodingTable);

        ",
        info.analyses.registers.len() + 1,
        info.analyses.sub_registers.units.len(),
        info.analyses.indices.len() + 1,
    );
}

fn emit_constructor_of_storage(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let (target, classes) = (info.target, info.analyses.classes.len());
    text_block!(
        w,
        "
        {target}GenRegisterInfo::
        {target}GenRegisterInfo(unsigned RA, unsigned DwarfFlavour, unsigned EHFlavour,
            unsigned PC, unsigned HwMode)
          : TargetRegisterInfo(&{target}RegInfoDesc,
              {target}SubRegIndexStrings, {target}SubRegIndexNameOffsets,
              {target}SubRegIdxRangeTable, {target}SubRegIndexLaneMaskTable,
        "
    );
    w.raw("  ");
    emit_lane_mask(w, info.analyses.lanes.covering);
    line!(w, ", {target}RegClassInfos, {target}VTLists, HwMode) {{");
    text_block!(
        w,
        "
          InitMCRegisterInfo({target}RegDesc, {}, RA, PC,
            &get{target}MCRegisterClass(0), {classes}, {target}RegUnitRoots, {}, {target}RegDiffLists,
            {target}LaneMaskLists, {target}RegStrings, {target}RegClassStrings, {target}SubRegIdxLists, {},
            {target}RegEncodingTable, {});

        ",
        info.analyses.registers.len() + 1,
        info.analyses.sub_registers.units.len(),
        info.analyses.indices.len() + 1,
        unit_intervals(info),
    );
}

fn emit_constructor(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    for (ty, name, dimensions) in MC_TABLES {
        line!(w, "extern const {ty} {target}{name}{dimensions};");
    }
    if info.mc_desc.unit_intervals.is_some() {
        line!(w, "extern const unsigned {target}RegUnitIntervals[][2];");
    }
    dwarf::emit_declarations(info, w);
    match info.layout {
        RegisterInfoLayout::OneFile | RegisterInfoLayout::FiveFiles => {
            emit_constructor_of_tables(info, w)
        }
        RegisterInfoLayout::OneStorage => emit_constructor_of_storage(info, w),
    }
    dwarf::emit_mapping(info, "", w);
    w.raw("}\n\n");
}

fn emit_frame_lowering(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    text_block!(
        w,
        "
        const {target}FrameLowering *
        {target}GenRegisterInfo::getFrameLowering(const MachineFunction &MF) {{
          return static_cast<const {target}FrameLowering *>(
              MF.getSubtarget().getFrameLowering());
        }}

        "
    );
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;
    use tablewright_test_support::{item, output_of, store_of, td};

    use crate::register_info::BACKEND;

    /// Two registers with a half each. The registers have a class, and the halves have a class.
    const REGISTERS: &str = "
class Target;
def T : Target;
def lo : SubRegIndex<8>;
def L0 : Register<\"l0\">;
def L1 : Register<\"l1\">;
foreach i = 0...1 in def R#i : Register<\"r\"#i> {
  let SubRegs = [!cast<Register>(\"L\"#i)];
  let SubRegIndices = [lo];
}
def Low : RegisterClass<\"T\", [i8], 8, (add L0, L1)>;
def Whole : RegisterClass<\"T\", [i16], 16, (add R0, R1)> { let CopyCost = 3; }
def Some : RegisterClass<\"T\", [i16], 16, (add R1)> { let AllocationPriority = 5; }
";

    /// Checks the item of the part for the code generator whose head contains `head`.
    fn check(head: &str, expected: Expect) {
        let store = store_of(&td::registers(REGISTERS));
        let output = output_of(&BACKEND, &Options::default(), &store);
        let (_, text) =
            output.split_once("#ifdef GET_REGINFO_TARGET_DESC").expect("there is a part");
        expected.assert_eq(&item(text, head));
    }

    #[test]
    fn lists_of_types_end_with_other() {
        check(
            "VTLists[] = {",
            expect![[r#"
            static const MVT::SimpleValueType VTLists[] = {
              /* 0 */ MVT::i8, MVT::Other,
              /* 2 */ MVT::i16, MVT::Other,
            };
        "#]],
        );
    }

    #[test]
    fn a_mask_lists_sub_classes_and_classes_of_sub_registers() {
        check(
            "WholeSubClassMask[] = {",
            expect![[r#"
            static const uint32_t WholeSubClassMask[] = {
              0x00000006, 
            };
        "#]],
        );
        check(
            "LowSubClassMask[] = {",
            expect![[r#"
            static const uint32_t LowSubClassMask[] = {
              0x00000001, 
              0x00000006, // lo
            };
        "#]],
        );
    }

    #[test]
    fn a_class_has_its_super_classes() {
        check(
            "SomeSuperclasses[] = {",
            expect![[r#"
            static const TargetRegisterClass *const SomeSuperclasses[] = {
              &T::WholeRegClass,
              nullptr
            };
        "#]],
        );
    }

    #[test]
    fn classes_have_priorities_and_lanes() {
        check(
            "TargetRegisterClass SomeRegClass = {",
            expect![[r#"
            extern const TargetRegisterClass SomeRegClass = {
              &TMCRegisterClasses[SomeRegClassID],
              SomeSubClassMask,
              SuperRegIdxSeqs + 1,
              LaneBitmask(0x0000000000000001),
              5,
              false,
              0x00, /* TSFlags */
              false, /* HasDisjunctSubRegs */
              false, /* CoveredBySubRegs */
              SomeSuperclasses,
              nullptr
            };
        "#]],
        );
    }

    #[test]
    fn a_sub_class_with_an_index_is_found_in_a_table() {
        check(
            "TGenRegisterInfo::getSubClassWithSubReg(",
            expect![[r#"
            const TargetRegisterClass *TGenRegisterInfo::getSubClassWithSubReg(const TargetRegisterClass *RC, unsigned Idx) const {
              static const uint8_t Table[3][1] = {
                {	// Low
                  0,	// lo
                },
                {	// Whole
                  2,	// lo -> Whole
                },
                {	// Some
                  3,	// lo -> Some
                },
              };
              assert(RC && "Missing regclass");
              if (!Idx) return RC;
              --Idx;
              assert(Idx < 1 && "Bad subreg");
              unsigned TV = Table[RC->getID()][Idx];
              return TV ? getRegClass(TV - 1) : nullptr;
            }
        "#]],
        );
    }

    #[test]
    fn weights_and_limits_are_computed() {
        check(
            "getRegClassWeight(",
            expect![[r#"
            getRegClassWeight(const TargetRegisterClass *RC) const {
              static const RegClassWeight RCWeightTable[] = {
                {1, 2},  	// Low
                {1, 2},  	// Whole
                {1, 1},  	// Some
              };
              return RCWeightTable[RC->getID()];
            }
        "#]],
        );
    }
}
