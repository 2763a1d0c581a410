//! The tables of the machine code layer: registers, with their parts as differences of numbers,
//! and the members of classes.

use std::io;

use tablewright_target::registers::{LaneMask, RegisterClass, RegisterIndex};
use tablewright_text::{CppWriter, SequenceToOffsetTable, SequenceToOffsetTableBuilder, line};

use super::model::RegisterInfo;
use super::{CHUNK, dwarf, hex_words};

/// In the description of a register its first unit takes this many bits; the place of the others
/// among the differences is above them.
const REG_UNIT_BITS: u32 = 12;

/// What the description of a register refers to.
struct Lists {
    sub_regs: Vec<i16>,
    super_regs: Vec<i16>,
    units: Vec<i16>,
    unit_lanes: Vec<LaneMask>,
    sub_reg_indices: Vec<u32>,
}

/// The arrays that the lists of all registers lie in.
struct Tables {
    differences: SequenceToOffsetTable<i16>,
    lanes: SequenceToOffsetTable<LaneMask>,
    sub_reg_indices: SequenceToOffsetTable<u32>,
    names: SequenceToOffsetTable<u8>,
    rows: Vec<Row>,
}

/// The description of a register: places in the arrays.
struct Row {
    name: usize,
    sub_regs: usize,
    super_regs: usize,
    sub_reg_indices: usize,
    units: usize,
    lanes: usize,
}

pub(super) fn emit(
    info: &RegisterInfo<'_>,
    w: &mut CppWriter,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    w.file_header("MC Register Information", None);
    w.raw("\n#ifdef GET_REGINFO_MC_DESC\n#undef GET_REGINFO_MC_DESC\n\n");
    w.raw("namespace llvm {\n\n");
    registers(info, &tables(info), w);
    classes(info, w, out)?;
    dwarf::tables(info, w);
    encodings(info, w);
    init(info, w);
    w.raw("} // end namespace llvm\n\n#endif // GET_REGINFO_MC_DESC\n\n");
    Ok(())
}

/// The numbers of registers, each as the difference to the one before.
fn differences(start: u32, numbers: impl Iterator<Item = u32>) -> Vec<i16> {
    let mut last = start;
    numbers
        .map(|number| {
            let difference = number.wrapping_sub(last) as i16;
            last = number;
            difference
        })
        .collect()
}

fn tables(info: &RegisterInfo<'_>) -> Tables {
    let lists = lists(info);
    let mut differences = SequenceToOffsetTableBuilder::new();
    let mut lanes = SequenceToOffsetTableBuilder::new();
    let mut sub_reg_indices = SequenceToOffsetTableBuilder::new();
    let mut names = SequenceToOffsetTableBuilder::new();
    names.add(Vec::new());
    for ((_, register), list) in info.registers.iter().zip(&lists) {
        for differing in [&list.sub_regs, &list.super_regs, &list.units] {
            differences.add(differing.clone());
        }
        lanes.add(list.unit_lanes.clone());
        sub_reg_indices.add(list.sub_reg_indices.clone());
        names.add(register.name.as_bytes().to_vec());
    }
    let (differences, lanes) = (differences.layout(), lanes.layout());
    let (sub_reg_indices, names) = (sub_reg_indices.layout(), names.layout());
    let rows = info.registers.iter().zip(&lists).map(|((i, register), list)| {
        let of = |differing: &[i16]| differences.offset(differing).expect("it was added");
        let first_unit = info.sub_registers.units(i).first().map_or(0, |unit| unit.index());
        Row {
            name: names.offset(register.name.as_bytes()).expect("it was added"),
            sub_regs: of(&list.sub_regs),
            super_regs: of(&list.super_regs),
            sub_reg_indices: sub_reg_indices.offset(&list.sub_reg_indices).expect("it was added"),
            units: of(&list.units) << REG_UNIT_BITS | first_unit,
            lanes: lanes.offset(&list.unit_lanes).expect("it was added"),
        }
    });
    let rows = rows.collect();
    Tables { differences, lanes, sub_reg_indices, names, rows }
}

fn lists(info: &RegisterInfo<'_>) -> Vec<Lists> {
    let sub_registers = info.sub_registers;
    let mut pre_order: Vec<RegisterIndex> = Vec::new();
    let mut is_in_list = vec![false; info.registers.len()];
    let mut index_of = vec![0; info.registers.len()];
    let lists = info.registers.indices().map(|register| {
        sub_registers.pre_order(info.registers, register, &mut pre_order, &mut is_in_list);
        for &(index, sub_reg) in sub_registers.of(register) {
            index_of[sub_reg.index()] = index.number();
        }
        let numbers = |list: &[RegisterIndex]| {
            differences(register.number(), list.iter().map(|register| register.number()))
        };
        let units: Vec<u32> =
            sub_registers.units(register).iter().map(|unit| unit.index() as u32).collect();
        let lists = Lists {
            sub_regs: numbers(&pre_order),
            super_regs: numbers(sub_registers.super_regs(register)),
            units: match units[..] {
                [first, ref others @ ..] => differences(first, others.iter().copied()),
                [] => Vec::new(),
            },
            unit_lanes: info.lanes.of_units(register).to_vec(),
            sub_reg_indices: pre_order.iter().map(|sub_reg| index_of[sub_reg.index()]).collect(),
        };
        for sub_reg in pre_order.drain(..) {
            is_in_list[sub_reg.index()] = false;
        }
        lists
    });
    lists.collect()
}

pub(super) fn lane_mask(w: &mut CppWriter, mask: LaneMask) {
    write!(w, "LaneBitmask(0x{:016X})", mask.0);
}

fn registers(info: &RegisterInfo<'_>, tables: &Tables, w: &mut CppWriter) {
    let target = info.target;
    line!(w, "extern const int16_t {target}RegDiffLists[] = {{");
    w.sequence_table(&tables.differences, "0", |w, difference| write!(w, "{difference}"));
    line!(w, "}};\n\nextern const LaneBitmask {target}LaneMaskLists[] = {{");
    w.sequence_table(&tables.lanes, "LaneBitmask::getAll()", |w, &mask| lane_mask(w, mask));
    line!(w, "}};\n\nextern const uint16_t {target}SubRegIdxLists[] = {{");
    w.sequence_table(&tables.sub_reg_indices, "0", |w, index| write!(w, "{index}"));
    w.raw("};\n\n");
    w.string_literal_table(&format!("extern const char {target}RegStrings[]"), &tables.names);
    line!(w, "extern const MCRegisterDesc {target}RegDesc[] = {{ // Descriptors");
    let nameless = tables.names.offset(b"").expect("it was added");
    line!(w, "  {{ {nameless}, 0, 0, 0, 0, 0, 0 }},");
    for ((_, register), row) in info.registers.iter().zip(&tables.rows) {
        let Row { name, sub_regs, super_regs, sub_reg_indices, units, lanes } = row;
        let constant = u8::from(register.is_constant);
        line!(
            w,
            "  {{ {name}, {sub_regs}, {super_regs}, {sub_reg_indices}, {units}, {lanes}, \
             {constant} }},"
        );
    }
    line!(w, "}};\n\nextern const MCPhysReg {target}RegUnitRoots[][2] = {{");
    for unit in &info.sub_registers.units {
        let root = info.register(unit.root);
        match unit.alias {
            Some(alias) => line!(w, "  {{ {root}, {} }},", info.register(alias)),
            None => line!(w, "  {{ {root} }},"),
        }
    }
    w.raw("};\n\n");
}

fn classes(info: &RegisterInfo<'_>, w: &mut CppWriter, out: &mut dyn io::Write) -> io::Result<()> {
    w.raw("namespace {     // Register classes...\n");
    for (_, class) in info.classes.iter() {
        if !order(class).is_empty() {
            members(info, class, w);
        }
        if w.pending() > CHUNK {
            w.flush_to(out)?;
        }
    }
    w.raw("} // end anonymous namespace\n\n");
    let mut names = SequenceToOffsetTableBuilder::new();
    for (_, class) in info.classes.iter() {
        names.add(class.name.as_bytes().to_vec());
    }
    let names = names.layout();
    let target = info.target;
    w.string_literal_table(&format!("extern const char {target}RegClassStrings[]"), &names);
    line!(w, "extern const MCRegisterClass {target}MCRegisterClasses[] = {{");
    for (i, class) in info.classes.iter() {
        let name = names.offset(class.name.as_bytes()).expect("it was added");
        let is_base = info.base_classes.iter().any(|base| std::ptr::eq(*base, class));
        let size = class.sizes.only().map_or(0, |size| size.register);
        let members = order(class).len();
        let (members_name, bits, bits_size) = match members {
            0 => ("nullptr".to_owned(), "nullptr".to_owned(), "0".to_owned()),
            _ => (
                class.name.to_string(),
                format!("{}Bits", class.name),
                format!("sizeof({}Bits)", class.name),
            ),
        };
        let (id, properties) = (info.class(i), &class.properties);
        line!(
            w,
            "  {{ {members_name}, {bits}, {name}, {members}, {bits_size}, {id}RegClassID, \
             {size}, {}, {}, {is_base} }},",
            properties.copy_cost,
            properties.is_allocatable,
        );
    }
    w.raw("};\n\n");
    Ok(())
}

/// The members of a class in the order in which they are allocated.
pub(super) fn order(class: &RegisterClass) -> &[RegisterIndex] {
    class.properties.orders.first().map_or(&[], Vec::as_slice)
}

fn members(info: &RegisterInfo<'_>, class: &RegisterClass, w: &mut CppWriter) {
    let name = &class.name;
    write!(w, "  // {name} Register Class...\n  const MCPhysReg {name}[] = {{\n    ");
    for &register in order(class) {
        w.raw(info.register(register));
        w.raw(", ");
    }
    write!(w, "\n  }};\n\n  // {name} Bit set.\n  const uint8_t {name}Bits[] = {{\n    ");
    let mut bytes =
        vec![0u32; order(class).iter().map(|r| r.number() / 8 + 1).max().unwrap_or(0) as usize];
    for register in order(class) {
        bytes[register.number() as usize / 8] |= 1 << (register.number() % 8);
    }
    hex_words(w, bytes, 8);
    w.raw("\n  };\n\n");
}

fn encodings(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    line!(w, "extern const uint16_t {}RegEncodingTable[] = {{\n  0,", info.target);
    for encoding in &info.encodings {
        line!(w, "  {encoding},");
    }
    line!(w, "}};");
}

fn init(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    line!(
        w,
        "static inline void Init{target}MCRegisterInfo(MCRegisterInfo *RI, unsigned RA, \
         unsigned DwarfFlavour = 0, unsigned EHFlavour = 0, unsigned PC = 0) {{"
    );
    line!(
        w,
        "  RI->InitMCRegisterInfo({target}RegDesc, {}, RA, PC, {target}MCRegisterClasses, {}, \
         {target}RegUnitRoots, {}, {target}RegDiffLists, {target}LaneMaskLists, \
         {target}RegStrings, {target}RegClassStrings, {target}SubRegIdxLists, {},",
        info.registers.len() + 1,
        info.classes.len(),
        info.sub_registers.units.len(),
        info.indices.len() + 1,
    );
    line!(w, "{target}RegEncodingTable);\n");
    dwarf::mapping(info, "RI->", w);
    w.raw("}\n\n");
}
