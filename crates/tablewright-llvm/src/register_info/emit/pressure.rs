//! Functions about register pressure.

use tablewright_text::{CppWriter, SequenceToOffsetTable, SequenceToOffsetTableBuilder, line};

use super::model::RegisterInfo;
use super::unsigned_type;

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    class_weights(info, w);
    unit_weights(info, w);
    sets(info, w);
    lists(info, w);
}

fn class_weights(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    line!(w, "/// How heavy each register of a class is, and all of them together.");
    line!(w, "const RegClassWeight &{}GenRegisterInfo::", info.target);
    line!(w, "getRegClassWeight(const TargetRegisterClass *RC) const {{");
    line!(w, "  static const RegClassWeight RCWeightTable[] = {{");
    for ((_, class), weight) in info.classes.iter().zip(&info.pressure.class_weights) {
        line!(w, "    {{{}, {}}},  \t// {}", weight.register as u32, weight.limit, class.name);
    }
    line!(w, "  }};\n  return RCWeightTable[RC->getID()];\n}}\n");
}

fn unit_weights(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let weights = info.weights.native();
    line!(w, "/// How heavy a register unit is.");
    line!(w, "unsigned {}GenRegisterInfo::", info.target);
    line!(w, "getRegUnitWeight(unsigned RegUnit) const {{");
    line!(w, "  assert(RegUnit < {} && \"invalid register unit\");", weights.len());
    if weights.iter().any(|&weight| weight > 1) {
        w.raw("  static const uint8_t RUWeightTable[] = {\n    ");
        for weight in weights {
            write!(w, "{weight}, ");
        }
        w.raw("};\n  return RUWeightTable[RegUnit];\n");
    } else {
        w.raw("  // None is heavier than another.\n  return 1;\n");
    }
    w.raw("}\n\n");
}

fn sets(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let (target, sets) = (info.target, &info.pressure.sets);
    line!(w, "\n// How many pressure sets there are.");
    line!(w, "unsigned {target}GenRegisterInfo::getNumRegPressureSets() const {{");
    line!(w, "  return {};\n}}\n", sets.len());
    line!(w, "// What a pressure set is called.");
    line!(w, "const char *{target}GenRegisterInfo::");
    line!(w, "getRegPressureSetName(unsigned Idx) const {{");
    line!(w, "  static const char *PressureNameTable[] = {{");
    for set in sets {
        line!(w, "    \"{}\",", set.name);
    }
    line!(w, "  }};\n  return PressureNameTable[Idx];\n}}\n");
    line!(w, "// How much a pressure set holds, if no register is reserved.");
    line!(w, "unsigned {target}GenRegisterInfo::");
    line!(w, "getRegPressureSetLimit(const MachineFunction &MF, unsigned Idx) const {{");
    let greatest = sets.iter().map(|set| set.weight).max().unwrap_or(0);
    line!(w, "  static const {} PressureLimitTable[] = {{", unsigned_type(greatest as usize));
    for (i, set) in sets.iter().enumerate() {
        line!(w, "    {},  \t// {i}: {}", set.weight, set.name);
    }
    line!(w, "  }};\n  return PressureLimitTable[Idx];\n}}\n");
}

fn lists(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let target = info.target;
    let mut table = SequenceToOffsetTableBuilder::new();
    for list in &info.pressure.lists {
        table.add(list.clone());
    }
    let table = table.layout();
    line!(w, "/// Lists of pressure sets, each ended by -1.\nstatic const int RCSetsTable[] = {{");
    w.sequence_table(&table, "-1", |w, set| write!(w, "{set}"));
    w.raw("};\n\n");
    line!(w, "/// The pressure sets that a class draws on.");
    line!(w, "const int *{target}GenRegisterInfo::");
    line!(w, "getRegClassPressureSets(const TargetRegisterClass *RC) const {{");
    let of_classes = 0..info.classes.len();
    starts(info, &table, "RCSetStartTable", of_classes, w);
    line!(w, "  return &RCSetsTable[RCSetStartTable[RC->getID()]];\n}}\n");
    line!(w, "/// The pressure sets that a register unit is in.");
    line!(w, "const int *{target}GenRegisterInfo::");
    line!(w, "getRegUnitPressureSets(unsigned RegUnit) const {{");
    let units = info.pressure.list_of_unit.len();
    line!(w, "  assert(RegUnit < {units} && \"invalid register unit\");");
    let of_units = info.pressure.list_of_unit.iter().copied();
    starts(info, &table, "RUSetStartTable", of_units, w);
    line!(w, "  return &RCSetsTable[RUSetStartTable[RegUnit]];\n}}\n");
}

/// Writes a table of where lists begin.
fn starts(
    info: &RegisterInfo<'_>,
    table: &SequenceToOffsetTable<u32>,
    name: &str,
    lists: impl Iterator<Item = usize>,
    w: &mut CppWriter,
) {
    let ty = unsigned_type(table.len().saturating_sub(1));
    write!(w, "  static const {ty} {name}[] = {{\n    ");
    for list in lists {
        let start = table.offset(&info.pressure.lists[list]).expect("it was added");
        write!(w, "{start},");
    }
    w.raw("};\n");
}
