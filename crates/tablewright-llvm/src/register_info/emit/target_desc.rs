//! The tables of code generation: register classes with their types, sizes and relations, and what
//! registers cost.

use std::io;

use tablewright_target::hw_modes::HwModeId;
use tablewright_target::registers::RegisterClass;
use tablewright_target::value_types::ValueType;
use tablewright_text::{CppWriter, SequenceToOffsetTable, SequenceToOffsetTableBuilder, line};

use super::mc_desc::{lane_mask, order};
use super::model::RegisterInfo;
use super::{
    CHUNK, composition, dwarf, hex_words, pressure, saved_registers, sub_register_classes,
};

pub(super) fn emit(
    info: &RegisterInfo<'_>,
    w: &mut CppWriter,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let target = info.target;
    w.file_header("Target Register and Register Classes Information", None);
    w.raw("\n#ifdef GET_REGINFO_TARGET_DESC\n#undef GET_REGINFO_TARGET_DESC\n\n");
    w.raw("namespace llvm {\n\n");
    line!(w, "extern const MCRegisterClass {target}MCRegisterClasses[];");
    let types = type_lists(info);
    line!(w, "\nstatic const MVT::SimpleValueType VTLists[] = {{");
    w.sequence_table(&types, "MVT::Other", |w, &ty| write!(w, "MVT::{}", info.type_name(ty)));
    line!(w, "}};");
    sub_reg_indices(info, w);
    class_infos(info, &types, w);
    let super_reg_indices = sub_class_masks(info, w, out)?;
    super_classes(info, w);
    alt_orders(info, w);
    class_instances(info, &super_reg_indices, w);
    costs(info, w);
    composition::emit(info, w);
    sub_register_classes::emit(info, w, out)?;
    pressure::emit(info, w);
    base_classes(info, w);
    constructor(info, w);
    saved_registers::emit(info, w);
    line!(w, "const {target}FrameLowering *");
    line!(w, "{target}GenRegisterInfo::getFrameLowering(const MachineFunction &MF) {{");
    line!(w, "  return static_cast<const {target}FrameLowering *>(");
    line!(w, "      MF.getSubtarget().getFrameLowering());\n}}\n");
    w.raw("} // end namespace llvm\n\n#endif // GET_REGINFO_TARGET_DESC\n\n");
    Ok(())
}

/// The types of a class in a mode.
fn types_in(class: &RegisterClass, mode: HwModeId) -> Vec<ValueType> {
    class.properties.value_types.iter().filter_map(|ty| ty.get(mode)).collect()
}

fn type_lists(info: &RegisterInfo<'_>) -> SequenceToOffsetTable<ValueType> {
    let mut lists = SequenceToOffsetTableBuilder::new();
    for (mode, _) in info.hw_modes.iter() {
        for (_, class) in info.classes.iter() {
            lists.add(types_in(class, mode));
        }
    }
    lists.layout()
}

fn sub_reg_indices(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    w.raw("\nstatic const char *SubRegIndexNameTable[] = { \"");
    for (_, index) in info.indices.iter() {
        w.raw(&index.name);
        w.raw("\", \"");
    }
    w.raw("\" };\n\n");
    let ranges = "TargetRegisterInfo::SubRegCoveredBits SubRegIdxRangeTable";
    line!(w, "static const {ranges}[] = {{");
    for (mode, _) in info.hw_modes.iter() {
        line!(w, "  {{ {0}, {0} }},", u16::MAX);
        for (_, index) in info.indices.iter() {
            let range = index.ranges[mode.index()];
            line!(w, "  {{ {}, {} }},\t// {}", range.offset, range.size, index.name);
        }
    }
    w.raw("};\n\n\nstatic const LaneBitmask SubRegIndexLaneMaskTable[] = {\n");
    w.raw("  LaneBitmask::getAll(),\n");
    for (i, index) in info.indices.iter() {
        w.raw("  ");
        lane_mask(w, info.lanes.of_index(i));
        line!(w, ", // {}", index.name);
    }
    w.raw(" };\n\n\n");
}

fn class_infos(
    info: &RegisterInfo<'_>,
    types: &SequenceToOffsetTable<ValueType>,
    w: &mut CppWriter,
) {
    line!(w, "\nstatic const TargetRegisterInfo::RegClassInfo RegClassInfos[] = {{");
    for (mode, hw_mode) in info.hw_modes.iter() {
        let name = if mode.is_default() { "Default" } else { &hw_mode.name };
        line!(w, "  // Mode = {} ({name})", mode.index());
        for (_, class) in info.classes.iter() {
            let size = class.sizes.get(mode);
            let list = types.offset(&types_in(class, mode)).expect("it was added");
            line!(
                w,
                "  {{ {}, {}, {}, /*VTLists+*/{list} }},    // {}",
                size.register,
                size.spill,
                size.spill_alignment,
                class.name
            );
        }
    }
    w.raw("};\n\nstatic const TargetRegisterClass *const NullRegClasses[] = { nullptr };\n\n");
}

/// Writes which classes lie in each class, and which ones have registers of it as sub-registers.
/// Returns where the indices of these begin, by class.
fn sub_class_masks(
    info: &RegisterInfo<'_>,
    w: &mut CppWriter,
    out: &mut dyn io::Write,
) -> io::Result<Vec<usize>> {
    let count = info.classes.len();
    let mut sequences = SequenceToOffsetTableBuilder::new();
    let indices_of = |class: &RegisterClass| -> Vec<u32> {
        class.super_reg_classes.iter().map(|(index, _)| index.number()).collect()
    };
    for (_, class) in info.classes.iter() {
        write!(w, "static const uint32_t {}SubClassMask[] = {{\n  ", class.name);
        hex_words(w, class.sub_classes.words32(count), 32);
        for (index, classes) in &class.super_reg_classes {
            w.raw("\n  ");
            hex_words(w, classes.words32(count), 32);
            w.raw("// ");
            w.raw(info.indices.name(*index));
        }
        w.raw("\n};\n\n");
        sequences.add(indices_of(class));
        if w.pending() > CHUNK {
            w.flush_to(out)?;
        }
    }
    let sequences = sequences.layout();
    line!(w, "static const uint16_t SuperRegIdxSeqs[] = {{");
    w.sequence_table(&sequences, "0", |w, index| write!(w, "{index}"));
    w.raw("};\n\n");
    let of = |class: &RegisterClass| sequences.offset(&indices_of(class)).expect("it was added");
    Ok(info.classes.iter().map(|(_, class)| of(class)).collect())
}

fn super_classes(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    for (_, class) in info.classes.iter().filter(|(_, class)| !class.super_classes.is_empty()) {
        line!(w, "static const TargetRegisterClass *const {}Superclasses[] = {{", class.name);
        for &super_class in &class.super_classes {
            line!(w, "  &{}RegClass,", info.class(super_class));
        }
        w.raw("  nullptr\n};\n\n");
    }
}

fn alt_orders(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    for (i, class) in info.classes.iter() {
        let select = class.properties.alt_order_select(info.store);
        if select.is_empty() {
            continue;
        }
        let name = &class.name;
        let function = "const MachineFunction &MF";
        line!(w, "\nstatic inline unsigned {name}AltOrderSelect({function}) {{{select}}}\n");
        line!(w, "static ArrayRef<MCPhysReg> {name}GetRawAllocationOrder({function}) {{");
        let others = || class.properties.orders.iter().enumerate().skip(1);
        for (number, order) in others().filter(|(_, order)| !order.is_empty()) {
            let names: Vec<&str> = order.iter().map(|&register| info.register(register)).collect();
            let names = names.join(", ");
            line!(w, "  static const MCPhysReg AltOrder{number}[] = {{ {names} }};");
        }
        let (target, id) = (info.target, info.class(i));
        line!(w, "  const MCRegisterClass &MCR = {target}MCRegisterClasses[{id}RegClassID];");
        line!(w, "  const ArrayRef<MCPhysReg> Order[] = {{");
        w.raw("    ArrayRef(MCR.begin(), MCR.getNumRegs()");
        for (number, order) in others() {
            match order.is_empty() {
                true => w.raw("),\n    ArrayRef<MCPhysReg>("),
                false => write!(w, "),\n    ArrayRef(AltOrder{number}"),
            }
        }
        line!(w, ")\n  }};\n  const unsigned Select = {name}AltOrderSelect(MF);");
        let orders = class.properties.orders.len();
        line!(w, "  assert(Select < {orders});\n  return Order[Select];\n}}");
    }
}

fn class_instances(info: &RegisterInfo<'_>, super_reg_indices: &[usize], w: &mut CppWriter) {
    let namespace = info.class_namespace();
    line!(w, "\nnamespace {namespace} {{   // Register class instances");
    for ((i, class), super_reg_indices) in info.classes.iter().zip(super_reg_indices) {
        let (name, properties) = (&class.name, &class.properties);
        line!(w, "  extern const TargetRegisterClass {name}RegClass = {{");
        line!(w, "    &{}MCRegisterClasses[{name}RegClassID],", info.target);
        line!(w, "    {name}SubClassMask,\n    SuperRegIdxSeqs + {super_reg_indices},");
        w.raw("    ");
        lane_mask(w, info.lanes.of_class(i));
        line!(w, ",\n    {},", properties.allocation_priority);
        line!(w, "    {},", properties.global_priority);
        line!(w, "    0x{:02x}, /* TSFlags */", properties.ts_flags);
        line!(w, "    {}, /* HasDisjunctSubRegs */", class.has_disjunct_sub_regs);
        line!(w, "    {}, /* CoveredBySubRegs */", class.covered_by_sub_regs);
        match class.super_classes.is_empty() {
            true => line!(w, "    NullRegClasses,"),
            false => line!(w, "    {name}Superclasses,"),
        }
        match properties.alt_order_select(info.store) {
            "" => line!(w, "    nullptr"),
            _ => line!(w, "    {name}GetRawAllocationOrder"),
        }
        w.raw("  };\n\n");
    }
    line!(w, "}} // end namespace {namespace}");
    w.raw("\nnamespace {\n  const TargetRegisterClass *const RegisterClasses[] = {\n");
    for name in &info.class_names {
        line!(w, "    &{name}RegClass,");
    }
    w.raw("  };\n} // end anonymous namespace\n");
}

fn costs(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let models = info.costs.iter().map(Vec::len).max().unwrap_or(0).max(1);
    w.raw("\nstatic const uint8_t CostPerUseTable[] = { \n");
    for model in 0..models {
        w.raw("0, ");
        for costs in &info.costs {
            write!(w, "{}, ", costs.get(model).copied().unwrap_or(0) as u32);
        }
    }
    w.raw("};\n\n\nstatic const bool InAllocatableClassTable[] = { \nfalse, ");
    let mut is_allocatable = vec![false; info.registers.len()];
    for (_, class) in info.classes.iter().filter(|(_, class)| class.properties.is_allocatable) {
        for register in order(class) {
            is_allocatable[register.index()] = true;
        }
    }
    for is_allocatable in is_allocatable {
        w.raw(if is_allocatable { "true, " } else { "false, " });
    }
    let target = info.target;
    w.raw("};\n\n\n");
    line!(w, "static const TargetRegisterInfoDesc {target}RegInfoDesc = {{ // Extra Descriptors");
    line!(w, "CostPerUseTable, {models}, InAllocatableClassTable}};\n");
}

fn base_classes(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    if info.base_classes.is_empty() {
        return;
    }
    w.raw("\n// Register to base register class mapping\n\n\n");
    line!(
        w,
        "const TargetRegisterClass *{}GenRegisterInfo::getPhysRegBaseClass(MCRegister Reg) \
         const {{",
        info.target
    );
    line!(w, "  static const uint16_t InvalidRegClassID = UINT16_MAX;\n");
    line!(w, "  static const uint16_t Mapping[{}] = {{", info.registers.len() + 1);
    line!(w, "    InvalidRegClassID,  // NoRegister");
    let names: Vec<String> =
        info.base_classes.iter().map(|class| class.qualified_name(info.store)).collect();
    for (i, register) in info.registers.iter() {
        match info.base_classes.iter().position(|class| class.contains(i)) {
            Some(at) => line!(w, "    {}RegClassID,  // {}", names[at], register.name),
            None => line!(w, "    InvalidRegClassID,  // {}", register.name),
        }
    }
    line!(w, "  }};\n\n  assert(Reg < ArrayRef(Mapping).size());");
    line!(w, "  unsigned RCID = Mapping[Reg];\n  if (RCID == InvalidRegClassID)");
    line!(w, "    return nullptr;\n  return RegisterClasses[RCID];\n}}");
}

/// The tables of the machine code layer, and the types of their elements.
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

fn constructor(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    for (ty, name, dimensions) in MC_TABLES {
        line!(w, "extern const {ty} {target}{name}{dimensions};");
    }
    dwarf::declarations(info, w);
    line!(w, "{target}GenRegisterInfo::");
    line!(w, "{target}GenRegisterInfo(unsigned RA, unsigned DwarfFlavour, unsigned EHFlavour,");
    line!(w, "      unsigned PC, unsigned HwMode)");
    let classes = info.classes.len();
    line!(
        w,
        "  : TargetRegisterInfo(&{target}RegInfoDesc, RegisterClasses, RegisterClasses+{classes},"
    );
    line!(w, "             SubRegIndexNameTable, SubRegIdxRangeTable, SubRegIndexLaneMaskTable,");
    w.raw("             ");
    lane_mask(w, info.lanes.covering);
    line!(w, ", RegClassInfos, VTLists, HwMode) {{");
    let registers = info.registers.len() + 1;
    line!(w, "  InitMCRegisterInfo({target}RegDesc, {registers}, RA, PC,");
    for argument in [
        format!("{target}MCRegisterClasses, {classes}"),
        format!("{target}RegUnitRoots"),
        info.sub_registers.units.len().to_string(),
        format!("{target}RegDiffLists"),
        format!("{target}LaneMaskLists"),
        format!("{target}RegStrings"),
        format!("{target}RegClassStrings"),
        format!("{target}SubRegIdxLists"),
        (info.indices.len() + 1).to_string(),
    ] {
        line!(w, "                     {argument},");
    }
    line!(w, "                     {target}RegEncodingTable);\n");
    dwarf::mapping(info, "", w);
    w.raw("}\n\n");
}
