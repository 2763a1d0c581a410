//! The tables of scheduling classes: resources, latencies and read advances.

use tablewright_target::schedule::tables::{INVALID_MICRO_OPS, SchedClassDesc};
use tablewright_text::{CppWriter, line};

use crate::subtarget::model::Subtarget;

pub(super) fn emit_tables(s: &Subtarget<'_>, w: &mut CppWriter) {
    emit_proc_res(s, w);
    emit_latencies(s, w);
    emit_read_advances(s, w);
    for (model, descs) in s.schedule.models.proc_models.list.iter().zip(&s.schedule.tables.by_model)
    {
        if descs.is_empty() {
            continue;
        }
        let name = &model.name;
        w.raw("\n// {Name, NumMicroOps, BeginGroup, EndGroup, RetireOOO,");
        w.raw(" WriteProcResIdx,#, WriteLatencyIdx,#, ReadAdvanceIdx,#}\n");
        line!(w, "static const llvm::MCSchedClassDesc {name}SchedClasses[] = {{");
        match &s.names {
            Some(names) => write!(w, "  {{DBGFIELD({})  ", names.class_offsets[0]),
            None => w.raw("  {DBGFIELD(\"InvalidSchedClass\")  "),
        }
        write!(w, "{INVALID_MICRO_OPS}, ");
        w.raw("false, false, false, 0, 0,  0, 0,  0, 0},\n");
        // Class 0 is the invalid class, already written above.
        for ((number, class), desc) in s.schedule.models.classes.iter().zip(descs).skip(1) {
            match &s.names {
                Some(names) => {
                    let offset = names.class_offsets[number.index()];
                    write!(w, "  {{DBGFIELD(/*{}*/ {offset}) ", class.name);
                }
                None => write!(w, "  {{DBGFIELD(\"{}\") ", class.name),
            }
            // Pads names to a column; a longer name gets no blanks.
            for _ in class.name.len()..18 {
                w.raw(" ");
            }
            emit_desc_fields(desc, s.row_limits.is_some(), w);
            line!(w, "}}, // #{}", number.index());
        }
        line!(w, "}}; // {name}SchedClasses");
    }
}

/// Writes the fields of a class. Positions in tables come before all counts if counts are bytes.
fn emit_desc_fields(desc: &SchedClassDesc, has_byte_counts: bool, w: &mut CppWriter) {
    let SchedClassDesc { num_micro_ops, begin_group, end_group, retire_ooo, .. } = desc;
    write!(w, "{num_micro_ops}, {begin_group}, {end_group}, {retire_ooo}");
    if has_byte_counts {
        let rows = [desc.read_advance, desc.write_proc_res, desc.write_latency];
        for (first, _) in rows {
            write!(w, ", {first:2}");
        }
        for (_, count) in rows {
            write!(w, ", {count}");
        }
        return;
    }
    for (first, count) in [desc.write_proc_res, desc.write_latency, desc.read_advance] {
        write!(w, ", {first:2}, {count}");
    }
}

/// Writes the elements of a table except the first: callers write this invalid element.
fn emit_elements<T: Copy>(
    list: &[T],
    w: &mut CppWriter,
    element: impl Fn(&mut CppWriter, usize, T),
) {
    for (number, &each) in list.iter().enumerate().skip(1) {
        element(w, number, each);
    }
}

/// Returns the separator after element `number` of a table that has `count` elements.
fn comma(number: usize, count: usize) -> &'static str {
    if number + 1 < count { "," } else { "" }
}

fn emit_proc_res(s: &Subtarget<'_>, w: &mut CppWriter) {
    let (target, list) = (s.target, &s.schedule.tables.write_proc_res);
    if let Some(limits) = &s.row_limits {
        let counts = [("ProcRes", limits.resources), ("Latency", limits.latencies)];
        for (name, count) in counts {
            line!(
                w,
                "static_assert({count} <= UINT8_MAX, \"NumWrite{name}Entries does not fit in uint8_t\");"
            );
        }
    }
    w.raw("\n// {ProcResourceIdx, ReleaseAtCycle, AcquireAtCycle}\n");
    line!(w, "extern const llvm::MCWriteProcResEntry {target}WriteProcResTable[] = {{");
    line!(w, "  {{ 0,  0,  0 }}, // Invalid");
    emit_elements(list, w, |w, number, row| {
        let (resource, release, acquire) =
            (row.resource, row.release_at_cycle, row.acquire_at_cycle);
        let comma = comma(number, list.len());
        line!(w, "  {{{resource:2}, {release:2},  {acquire:2}}}{comma} // #{number}");
    });
    line!(w, "}}; // {target}WriteProcResTable");
}

fn emit_latencies(s: &Subtarget<'_>, w: &mut CppWriter) {
    let (target, list) = (s.target, &s.schedule.tables.write_latencies);
    w.raw("\n// {Cycles, WriteResourceID}\n");
    line!(w, "extern const llvm::MCWriteLatencyEntry {target}WriteLatencyTable[] = {{");
    line!(w, "  {{ 0,  0}}, // Invalid");
    emit_elements(list, w, |w, number, row| {
        let (comma, names) = (comma(number, list.len()), &s.schedule.tables.writer_names[number]);
        line!(w, "  {{{:2}, {:2}}}{comma} // #{number} {names}", row.cycles, row.write);
    });
    line!(w, "}}; // {target}WriteLatencyTable");
}

fn emit_read_advances(s: &Subtarget<'_>, w: &mut CppWriter) {
    let (target, list) = (s.target, &s.schedule.tables.read_advances);
    w.raw("\n// {UseIdx, WriteResourceID, Cycles}\n");
    line!(w, "extern const llvm::MCReadAdvanceEntry {target}ReadAdvanceTable[] = {{");
    line!(w, "  {{0,  0,  0}}, // Invalid");
    emit_elements(list, w, |w, number, row| {
        let (operand, comma) = (row.operand, comma(number, list.len()));
        line!(w, "  {{{operand}, {:2}, {:2}}}{comma} // #{number}", row.write, row.cycles);
    });
    line!(w, "}}; // {target}ReadAdvanceTable");
}
