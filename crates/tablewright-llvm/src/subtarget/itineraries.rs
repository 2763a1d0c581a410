//! The tables of itineraries.

use tablewright_records::RecordId;
use tablewright_target::schedule::itineraries::{OperandList, Stage, StageList};
use tablewright_text::{CppWriter, line};

use super::model::Subtarget;

pub(super) fn tables(s: &Subtarget<'_>, w: &mut CppWriter) {
    if !s.models.proc_models.has_itineraries() {
        return;
    }
    units(s, w);
    line!(w, "\nextern const llvm::InstrStage {}Stages[] = {{", s.target);
    line!(w, "  {{ 0, 0, 0, llvm::InstrStage::Required }}, // No itinerary");
    for row in &s.itineraries.stages {
        stage_row(s, row, w);
    }
    line!(w, "  {{ 0, 0, 0, llvm::InstrStage::Required }} // End stages");
    line!(w, "}};");
    line!(w, "extern const unsigned {}OperandCycles[] = {{", s.target);
    line!(w, "  0, // No itinerary");
    for row in &s.itineraries.operands {
        separated(&row.cycles, w, |w, cycle| write!(w, "  {}", cycle as i32));
        numbers(row.first, row.cycles.len(), w);
    }
    line!(w, "  0 // End operand cycles\n}};");
    line!(w, "extern const unsigned {}ForwardingPaths[] = {{", s.target);
    line!(w, " 0, // No itinerary");
    for row in &s.itineraries.operands {
        bypass_row(s, row, w);
    }
    line!(w, " 0 // End bypass tables\n}};");
    by_class(s, w);
}

fn name<'s>(s: &Subtarget<'s>, record: RecordId) -> &'s str {
    s.store.record(record).name()
}

fn units(s: &Subtarget<'_>, w: &mut CppWriter) {
    for units in &s.itineraries.units {
        if units.functional_units.is_empty() {
            continue;
        }
        let itineraries = name(s, units.record);
        line!(w, "\n// Functional units of \"{itineraries}\"");
        w.namespace(&format!("{itineraries}FU"), |w| {
            for (bit, &unit) in units.functional_units.iter().enumerate() {
                let unit = name(s, unit);
                line!(w, "  const InstrStage::FuncUnits {unit} = 1ULL << {bit};");
            }
        });
        if units.bypasses.is_empty() {
            continue;
        }
        line!(w, "\n// Bypasses of \"{itineraries}\"");
        w.namespace(&format!("{itineraries}Bypass"), |w| {
            line!(w, "  const unsigned NoBypass = 0;");
            for (bit, &bypass) in units.bypasses.iter().enumerate() {
                line!(w, "  const unsigned {} = 1 << {bit};", name(s, bypass));
            }
        });
    }
}

fn separated<T: Copy>(items: &[T], w: &mut CppWriter, item: impl Fn(&mut CppWriter, T)) {
    for (i, &each) in items.iter().enumerate() {
        w.raw(if i == 0 { "" } else { ", " });
        item(w, each);
    }
}

/// Ends a row with the numbers of what is in it.
fn numbers(first: usize, count: usize, w: &mut CppWriter) {
    write!(w, ", // {first}");
    if count > 1 {
        write!(w, "-{}", first + count - 1);
    }
    line!(w);
}

fn stage_row(s: &Subtarget<'_>, row: &StageList, w: &mut CppWriter) {
    let itineraries = name(s, row.itineraries);
    let stages: Vec<&Stage> = row.stages.iter().collect();
    separated(&stages, w, |w, stage| {
        write!(w, "  {{ {}, ", stage.cycles as i32);
        for (i, &unit) in stage.units.iter().enumerate() {
            w.raw(if i == 0 { "" } else { " | " });
            write!(w, "{itineraries}FU::{}", name(s, unit));
        }
        let (time_inc, kind) = (stage.time_inc as i32, stage.kind as i32);
        write!(w, ", {time_inc}, (llvm::InstrStage::ReservationKinds){kind} }}");
    });
    numbers(row.first, row.stages.len(), w);
}

fn bypass_row(s: &Subtarget<'_>, row: &OperandList, w: &mut CppWriter) {
    let itineraries = name(s, row.itineraries);
    let operands: Vec<usize> = (0..row.bypass_count()).collect();
    separated(&operands, w, |w, operand| match row.bypasses.get(operand) {
        Some(&bypass) => write!(w, "{itineraries}Bypass::{}", name(s, bypass)),
        None => w.raw(" 0"),
    });
    numbers(row.first, row.cycles.len(), w);
}

/// Writes the itineraries of scheduling classes, once for models that share them.
fn by_class(s: &Subtarget<'_>, w: &mut CppWriter) {
    let mut written: Vec<RecordId> = Vec::new();
    for (model, list) in s.models.proc_models.list.iter().zip(&s.itineraries.by_model) {
        if list.is_empty() || written.contains(&model.itineraries) {
            continue;
        }
        written.push(model.itineraries);
        line!(w, "\nstatic const llvm::InstrItinerary {}[] = {{", name(s, model.itineraries));
        for ((number, class), itinerary) in s.models.classes.iter().zip(list) {
            let (micro_ops, number) = (itinerary.num_micro_ops, number.index());
            let stages = (itinerary.first_stage, itinerary.last_stage);
            let cycles = (itinerary.first_operand_cycle, itinerary.last_operand_cycle);
            write!(w, "  {{ {micro_ops}, {}, {}, ", stages.0, stages.1);
            line!(w, "{}, {} }}, // {number} {}", cycles.0, cycles.1, class.name);
        }
        w.raw("  { 0, uint16_t(~0U), uint16_t(~0U), uint16_t(~0U), uint16_t(~0U) }");
        w.raw("// end marker\n};\n");
    }
}
