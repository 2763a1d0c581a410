//! AMDGPU numbers that control a wave: counters, messages, hardware registers and delays.

use super::amdgpu_codes::text_generation;
use crate::text::AsmTextContext;

/// Bits of a number.
#[derive(Clone, Copy)]
struct BitField {
    low: u32,
    width: u32,
}

const fn bits(low: u32, width: u32) -> BitField {
    BitField { low, width }
}

impl BitField {
    fn max(self) -> i64 {
        (1 << self.width) - 1
    }

    fn get(self, number: i64) -> i64 {
        number >> self.low & self.max()
    }
}

/// A counter: its name, and its bits from the lowest part on.
struct Counter {
    name: &'static str,
    fields: &'static [BitField],
}

const fn counter(name: &'static str, fields: &'static [BitField]) -> Counter {
    Counter { name, fields }
}

impl Counter {
    fn get(&self, number: i64) -> i64 {
        let mut shift = 0;
        self.fields.iter().fold(0, |value, field| {
            let value = value | field.get(number) << shift;
            shift += field.width;
            value
        })
    }

    fn max(&self) -> i64 {
        self.get(-1)
    }
}

const COUNTERS_8: &[Counter] = &[
    counter("vmcnt", &[bits(0, 4)]),
    counter("expcnt", &[bits(4, 3)]),
    counter("lgkmcnt", &[bits(8, 4)]),
];

const COUNTERS_9: &[Counter] = &[
    counter("vmcnt", &[bits(0, 4), bits(14, 2)]),
    counter("expcnt", &[bits(4, 3)]),
    counter("lgkmcnt", &[bits(8, 4)]),
];

const COUNTERS_10: &[Counter] = &[
    counter("vmcnt", &[bits(0, 4), bits(14, 2)]),
    counter("expcnt", &[bits(4, 3)]),
    counter("lgkmcnt", &[bits(8, 6)]),
];

const COUNTERS_11: &[Counter] = &[
    counter("vmcnt", &[bits(10, 6)]),
    counter("expcnt", &[bits(0, 3)]),
    counter("lgkmcnt", &[bits(4, 6)]),
];

const DEPENDENCY_COUNTERS: &[Counter] = &[
    counter("depctr_hold_cnt", &[bits(7, 1)]),
    counter("depctr_sa_sdst", &[bits(0, 1)]),
    counter("depctr_va_vdst", &[bits(12, 4)]),
    counter("depctr_va_sdst", &[bits(9, 3)]),
    counter("depctr_va_ssrc", &[bits(8, 1)]),
    counter("depctr_va_vcc", &[bits(1, 1)]),
    counter("depctr_vm_vsrc", &[bits(2, 3)]),
];

/// The bits that are not a dependency counter.
const NO_DEPENDENCY_COUNTER: i64 = 0x60;

/// Adds the counters that are not at their maximum, or all counters if all are.
fn push_counters(counters: &[Counter], number: i64, text: &mut String) {
    let is_open = |counter: &&Counter| counter.get(number) != counter.max();
    let has_all = !counters.iter().any(|counter| is_open(&counter));
    let printed = counters.iter().filter(|counter| has_all || is_open(counter));
    let printed: Vec<String> =
        printed.map(|counter| format!("{}({})", counter.name, counter.get(number))).collect();
    text.push_str(&printed.join(" "));
}

/// Prints counters to wait for: `vmcnt(0) lgkmcnt(0)`.
pub(super) fn print_counters(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let counters = match text_generation(context) {
        ..=8 => COUNTERS_8,
        9 => COUNTERS_9,
        10 => COUNTERS_10,
        _ => COUNTERS_11,
    };
    push_counters(counters, context.number()?, text);
    Some(())
}

/// Prints dependency counters. A number with other bits is printed as such.
pub(super) fn print_dependency_counters(
    context: &AsmTextContext<'_>,
    text: &mut String,
) -> Option<()> {
    let number = context.number()?;
    if number & NO_DEPENDENCY_COUNTER != 0 {
        context.push_unsigned_hex(number, text);
    } else {
        push_counters(DEPENDENCY_COUNTERS, number, text);
    }
    Some(())
}

/// A name from the first to the last generation that has it.
struct GenerationName {
    number: i64,
    name: &'static str,
    first: u32,
    last: u32,
}

const fn name(number: i64, name: &'static str, first: u32, last: u32) -> GenerationName {
    GenerationName { number, name, first, last }
}

fn name_of(names: &[GenerationName], number: i64, generation: u32) -> Option<&'static str> {
    let is_own = |row: &&GenerationName| {
        row.number == number && (row.first..=row.last).contains(&generation)
    };
    names.iter().find(is_own).map(|row| row.name)
}

/// A generation later than any other.
const LATEST: u32 = 99;

const MESSAGES: &[GenerationName] = &[
    name(1, "MSG_INTERRUPT", 0, LATEST),
    name(2, "MSG_GS", 0, 10),
    name(3, "MSG_GS_DONE", 0, 10),
    name(4, "MSG_SAVEWAVE", 8, 10),
    name(5, "MSG_STALL_WAVE_GEN", 9, 11),
    name(6, "MSG_HALT_WAVES", 9, 11),
    name(7, "MSG_ORDERED_PS_DONE", 9, 10),
    name(8, "MSG_EARLY_PRIM_DEALLOC", 9, 10),
    name(9, "MSG_GS_ALLOC_REQ", 9, LATEST),
    name(10, "MSG_GET_DOORBELL", 9, 10),
    name(11, "MSG_GET_DDID", 10, 10),
    name(15, "MSG_SYSMSG", 0, 10),
    name(2, "MSG_HS_TESSFACTOR", 11, LATEST),
    name(3, "MSG_DEALLOC_VGPRS", 11, LATEST),
    name(0x80, "MSG_RTN_GET_DOORBELL", 11, LATEST),
    name(0x81, "MSG_RTN_GET_DDID", 11, LATEST),
    name(0x82, "MSG_RTN_GET_TMA", 11, LATEST),
    name(0x83, "MSG_RTN_GET_REALTIME", 11, LATEST),
    name(0x84, "MSG_RTN_SAVE_WAVE", 11, LATEST),
    name(0x85, "MSG_RTN_GET_TBA", 11, LATEST),
    name(0x86, "MSG_RTN_GET_TBA_TO_PC", 11, LATEST),
    name(0x87, "MSG_RTN_GET_SE_AID_ID", 12, LATEST),
];

const GEOMETRY_OPERATIONS: &[&str] = &["GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT"];

const SYSTEM_OPERATIONS: &[GenerationName] = &[
    name(1, "SYSMSG_OP_ECC_ERR_INTERRUPT", 0, LATEST),
    name(2, "SYSMSG_OP_REG_RD", 0, LATEST),
    name(3, "SYSMSG_OP_HOST_TRAP_ACK", 0, 8),
    name(4, "SYSMSG_OP_TTRACE_PC", 0, LATEST),
];

/// Prints a message: `sendmsg(MSG_GS, GS_OP_CUT, 0)`. Fields that a message does not have are printed as numbers, and
/// a number with bits beyond the fields as such.
pub(super) fn print_message(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    let generation = text_generation(context);
    let has_operations = generation < 11;
    let message = if has_operations { number & 15 } else { number & 0xff };
    let (operation, stream) =
        if has_operations { (bits(4, 3).get(number), bits(8, 2).get(number)) } else { (0, 0) };
    let own = name_of(MESSAGES, message, generation);
    let named = own.and_then(|own| match own {
        "MSG_GS" | "MSG_GS_DONE" => {
            let name = *GEOMETRY_OPERATIONS.get(operation as usize)?;
            match (own, operation) {
                ("MSG_GS", 0) => None,
                (_, 0) => (stream == 0).then(|| format!("{own}, {name}")),
                _ => Some(format!("{own}, {name}, {stream}")),
            }
        }
        "MSG_SYSMSG" => {
            let name = name_of(SYSTEM_OPERATIONS, operation, generation)?;
            (stream == 0).then(|| format!("{own}, {name}"))
        }
        _ => (operation == 0 && stream == 0).then(|| own.to_owned()),
    });
    match named {
        Some(named) => text.push_str(&format!("sendmsg({named})")),
        None if message | operation << 4 | stream << 8 == number => {
            text.push_str(&format!("sendmsg({message}, {operation}, {stream})"));
        }
        None => context.push_number(number, text),
    }
    Some(())
}

const HARDWARE_REGISTERS: &[GenerationName] = &[
    name(1, "HW_REG_MODE", 0, LATEST),
    name(2, "HW_REG_STATUS", 0, LATEST),
    name(3, "HW_REG_TRAPSTS", 0, 11),
    name(4, "HW_REG_HW_ID", 0, 9),
    name(4, "HW_REG_STATE_PRIV", 12, LATEST),
    name(5, "HW_REG_GPR_ALLOC", 0, LATEST),
    name(6, "HW_REG_LDS_ALLOC", 0, LATEST),
    name(7, "HW_REG_IB_STS", 0, LATEST),
    name(10, "HW_REG_PERF_SNAPSHOT_DATA", 12, LATEST),
    name(11, "HW_REG_PERF_SNAPSHOT_PC_LO", 12, LATEST),
    name(12, "HW_REG_PERF_SNAPSHOT_PC_HI", 12, LATEST),
    name(15, "HW_REG_SH_MEM_BASES", 9, 11),
    name(15, "HW_REG_PERF_SNAPSHOT_DATA1", 12, LATEST),
    name(16, "HW_REG_TBA_LO", 9, 10),
    name(16, "HW_REG_PERF_SNAPSHOT_DATA2", 12, LATEST),
    name(17, "HW_REG_TBA_HI", 9, 10),
    name(17, "HW_REG_EXCP_FLAG_PRIV", 12, LATEST),
    name(18, "HW_REG_TMA_LO", 9, 10),
    name(18, "HW_REG_PERF_SNAPSHOT_PC_LO", 11, 11),
    name(18, "HW_REG_EXCP_FLAG_USER", 12, LATEST),
    name(19, "HW_REG_TMA_HI", 9, 10),
    name(19, "HW_REG_PERF_SNAPSHOT_PC_HI", 11, 11),
    name(19, "HW_REG_TRAP_CTRL", 12, LATEST),
    name(20, "HW_REG_FLAT_SCR_LO", 10, 11),
    name(20, "HW_REG_SCRATCH_BASE_LO", 12, LATEST),
    name(21, "HW_REG_FLAT_SCR_HI", 10, 11),
    name(21, "HW_REG_SCRATCH_BASE_HI", 12, LATEST),
    name(23, "HW_REG_HW_ID1", 10, LATEST),
    name(24, "HW_REG_HW_ID2", 10, LATEST),
    name(25, "HW_REG_POPS_PACKER", 10, 10),
    name(27, "HW_REG_PERF_SNAPSHOT_DATA", 11, 11),
    name(29, "HW_REG_SHADER_CYCLES", 10, 11),
    name(29, "HW_REG_SHADER_CYCLES_LO", 12, LATEST),
    name(30, "HW_REG_SHADER_CYCLES_HI", 12, LATEST),
    name(31, "HW_REG_DVGPR_ALLOC_LO", 12, LATEST),
    name(32, "HW_REG_DVGPR_ALLOC_HI", 12, LATEST),
];

/// Prints hardware register bits: `hwreg(HW_REG_MODE, 0, 4)`, without the bits if these are all.
pub(super) fn print_hardware_register(
    context: &AsmTextContext<'_>,
    text: &mut String,
) -> Option<()> {
    let number = context.number()?;
    let register = bits(0, 6).get(number);
    let (offset, width) = (bits(6, 5).get(number), bits(11, 5).get(number) + 1);
    let name = match name_of(HARDWARE_REGISTERS, register, text_generation(context)) {
        Some(name) => name.to_owned(),
        None => register.to_string(),
    };
    if offset == 0 && width == 32 {
        text.push_str(&format!("hwreg({name})"));
    } else {
        text.push_str(&format!("hwreg({name}, {offset}, {width})"));
    }
    Some(())
}

const DELAYS: &[&str] = &[
    "",
    "VALU_DEP_1",
    "VALU_DEP_2",
    "VALU_DEP_3",
    "VALU_DEP_4",
    "TRANS32_DEP_1",
    "TRANS32_DEP_2",
    "TRANS32_DEP_3",
    "FMA_ACCUM_CYCLE_1",
    "SALU_CYCLE_1",
    "SALU_CYCLE_2",
    "SALU_CYCLE_3",
];

const SKIPS: &[&str] = &["", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4"];

/// Prints the delays for two instructions: `instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_1)`.
pub(super) fn print_delays(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    let parts = [
        ("instid0", bits(0, 4), DELAYS, "/* invalid instid value */"),
        ("instskip", bits(4, 3), SKIPS, "/* invalid instskip value */"),
        ("instid1", bits(7, 4), DELAYS, "/* invalid instid value */"),
    ];
    let mut printed = Vec::new();
    for (part, field, names, invalid) in parts {
        let value = field.get(number);
        if value != 0 {
            printed.push(format!("{part}({})", names.get(value as usize).unwrap_or(&invalid)));
        }
    }
    text.push_str(if printed.is_empty() { "0" } else { "" });
    text.push_str(&printed.join(" | "));
    Some(())
}

const INDEXED: [&str; 4] = ["SRC0", "SRC1", "SRC2", "DST"];

/// Prints the operands that an index register changes: `gpr_idx(SRC0,DST)`.
pub(super) fn print_index_mode(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    if number >> INDEXED.len() != 0 {
        context.push_unsigned_hex(number, text);
        return Some(());
    }
    let set = INDEXED.iter().enumerate().filter(|(bit, _)| number >> bit & 1 != 0);
    let set: Vec<&str> = set.map(|(_, name)| *name).collect();
    text.push_str(&format!("gpr_idx({})", set.join(",")));
    Some(())
}

/// Prints the number that ends a program, if it is not zero.
pub(super) fn print_end(context: &AsmTextContext<'_>, text: &mut String) -> Option<()> {
    let number = context.number()?;
    if number != 0 {
        text.push_str(&format!(" {number}"));
    }
    Some(())
}
