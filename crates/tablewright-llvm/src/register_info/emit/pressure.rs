//! Functions about register pressure.

use tablewright_text::{CppWriter, line, text_block};

use super::unit_type;
use crate::register_info::model::{RegisterInfo, RegisterInfoLayout, Weights};

pub(super) fn emit(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    emit_class_weights(info, w);
    emit_unit_weights(info, w);
    emit_sets(info, w);
    emit_lists(info, w);
}

fn emit_class_weights(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        /// How heavy each register of a class is, and all of them together.
        const RegClassWeight &{}GenRegisterInfo::
        getRegClassWeight(const TargetRegisterClass *RC) const {{
          static const RegClassWeight RCWeightTable[] = {{
        ",
        info.target
    );
    for ((_, class), weight) in info.analyses.classes.iter().zip(&info.pressure.sets.class_weights)
    {
        line!(w, "    {{{}, {}}},  \t// {}", weight.register as u32, weight.limit, class.name);
    }
    line!(w, "  }};\n  return RCWeightTable[RC->getID()];\n}}\n");
}

fn emit_unit_weights(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        /// How heavy a register unit is.
        unsigned {}GenRegisterInfo::
        getRegUnitWeight({} RegUnit) const {{
          assert({} < {} && \"invalid register unit\");
        ",
        info.target,
        unit_type(info),
        unit_number(info),
        info.pressure.weighed_units,
    );
    match info.pressure.unit_weights {
        Weights::Each(weights) => {
            w.raw("  static const uint8_t RUWeightTable[] = {\n    ");
            for weight in weights {
                write!(w, "{weight}, ");
            }
            line!(w, "}};\n  return RUWeightTable[{}];", unit_number(info));
        }
        Weights::Uniform => w.raw("  // None is heavier than another.\n  return 1;\n"),
    }
    w.raw("}\n\n");
}

fn emit_sets(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let (target, sets) = (info.target, &info.pressure.sets.sets);
    text_block!(
        w,
        "

        // How many pressure sets there are.
        unsigned {target}GenRegisterInfo::getNumRegPressureSets() const {{
          return {};
        }}

        // What a pressure set is called.
        const char *{target}GenRegisterInfo::
        getRegPressureSetName(unsigned Idx) const {{
          static const char *PressureNameTable[] = {{
        ",
        sets.len()
    );
    for set in sets {
        line!(w, "    \"{}\",", set.name);
    }
    text_block!(
        w,
        "
          }};
          return PressureNameTable[Idx];
        }}

        // How much a pressure set holds, if no register is reserved.
        unsigned {target}GenRegisterInfo::
        getRegPressureSetLimit(const MachineFunction &MF, unsigned Idx) const {{
          static const {} PressureLimitTable[] = {{
        ",
        info.pressure.limit_width
    );
    for (i, set) in sets.iter().enumerate() {
        line!(w, "    {},  \t// {i}: {}", set.weight, set.name);
    }
    line!(w, "  }};\n  return PressureLimitTable[Idx];\n}}\n");
}

/// Writes the function that returns the largest class of a pressure set.
fn emit_largest_classes(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    let Some(largest) = &info.pressure.largest_classes else { return };
    line!(w, "const TargetRegisterClass *{}GenRegisterInfo::", info.target);
    line!(w, "getLargestRegClassForRegPressureSet(unsigned Idx) const {{");
    line!(w, "  static const {} PSetRegClassTable[] = {{", largest.width);
    for &class in &largest.by_set {
        line!(w, "    {}RegClassID,", info.class(class));
    }
    line!(w, "  }};\n  return getRegClass(PSetRegClassTable[Idx]);\n}}\n");
}

fn emit_lists(info: &RegisterInfo<'_>, w: &mut CppWriter) {
    emit_largest_classes(info, w);
    let target = info.target;
    let lists = &info.pressure.lists;
    line!(w, "/// Lists of pressure sets, each ended by -1.\nstatic const int RCSetsTable[] = {{");
    w.sequence_table(&lists.table, "-1", |w, set| write!(w, "{}", set.index()));
    text_block!(
        w,
        "
        }};

        /// The pressure sets that a class draws on.
        const int *{target}GenRegisterInfo::
        getRegClassPressureSets(const TargetRegisterClass *RC) const {{
          static const {} RCSetStartTable[] = {{
        ",
        lists.offset_width
    );
    emit_starts(&lists.of_classes, w);
    text_block!(
        w,
        "
          return &RCSetsTable[RCSetStartTable[RC->getID()]];
        }}

        /// The pressure sets that a register unit is in.
        const int *{target}GenRegisterInfo::
        getRegUnitPressureSets({} RegUnit) const {{
          assert({} < {} && \"invalid register unit\");
          static const {} RUSetStartTable[] = {{
        ",
        unit_type(info),
        unit_number(info),
        lists.of_units.len(),
        lists.offset_width,
    );
    emit_starts(&lists.of_units, w);
    line!(w, "  return &RCSetsTable[RUSetStartTable[{}]];\n}}\n", unit_number(info));
}

/// Returns the unit number of a function's register unit parameter.
fn unit_number(info: &RegisterInfo<'_>) -> &'static str {
    match info.layout {
        RegisterInfoLayout::OneFile => "RegUnit",
        RegisterInfoLayout::FiveFiles | RegisterInfoLayout::OneStorage => {
            "static_cast<unsigned>(RegUnit)"
        }
    }
}

/// Writes the elements of a table with list offsets.
fn emit_starts(offsets: &[usize], w: &mut CppWriter) {
    w.raw("    ");
    for offset in offsets {
        write!(w, "{offset},");
    }
    w.raw("};\n");
}
