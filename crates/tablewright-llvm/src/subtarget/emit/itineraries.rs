//! Writes the itinerary tables.

use tablewright_text::{CppWriter, line};

use crate::subtarget::model::{
    ClassItineraries, ItineraryNumbers, OperandSequence, StageSequence, Subtarget, Units,
};

pub(super) fn emit_tables(s: &Subtarget<'_>, w: &mut CppWriter) {
    let Some(tables) = &s.schedule.itineraries else { return };
    tables.units.iter().for_each(|each| emit_units(each, w));
    line!(w, "\nextern const llvm::InstrStage {}Stages[] = {{", s.target);
    line!(w, "  {{ 0, 0, 0, llvm::InstrStage::Required }}, // No itinerary");
    tables.stages.iter().for_each(|sequence| emit_stages(sequence, w));
    line!(w, "  {{ 0, 0, 0, llvm::InstrStage::Required }} // End stages");
    line!(w, "}};");
    line!(w, "extern const unsigned {}OperandCycles[] = {{", s.target);
    line!(w, "  0, // No itinerary");
    for sequence in &tables.operands {
        emit_separated(&sequence.cycles, w, |w, cycle| write!(w, "  {cycle}"));
        emit_numbers(sequence.numbers, w);
    }
    line!(w, "  0 // End operand cycles\n}};");
    line!(w, "extern const unsigned {}ForwardingPaths[] = {{", s.target);
    line!(w, " 0, // No itinerary");
    tables.operands.iter().for_each(|sequence| emit_bypasses(sequence, w));
    line!(w, " 0 // End bypass tables\n}};");
    tables.by_class.iter().for_each(|itineraries| emit_by_class(s, itineraries, w));
}

fn emit_units(units: &Units<'_>, w: &mut CppWriter) {
    if units.functional_units.is_empty() {
        return;
    }
    let itineraries = units.itineraries;
    line!(w, "\n// Functional units of \"{itineraries}\"");
    w.namespace(&format!("{itineraries}FU"), |w| {
        for (bit, unit) in units.functional_units.iter().enumerate() {
            line!(w, "  const InstrStage::FuncUnits {unit} = 1ULL << {bit};");
        }
    });
    if units.bypasses.is_empty() {
        return;
    }
    line!(w, "\n// Bypasses of \"{itineraries}\"");
    w.namespace(&format!("{itineraries}Bypass"), |w| {
        line!(w, "  const unsigned NoBypass = 0;");
        for (bit, bypass) in units.bypasses.iter().enumerate() {
            line!(w, "  const unsigned {bypass} = 1 << {bit};");
        }
    });
}

fn emit_separated<T>(items: &[T], w: &mut CppWriter, item: impl Fn(&mut CppWriter, &T)) {
    for (i, each) in items.iter().enumerate() {
        w.raw(if i == 0 { "" } else { ", " });
        item(w, each);
    }
}

/// Ends a sequence with the numbers of its elements.
fn emit_numbers(numbers: ItineraryNumbers, w: &mut CppWriter) {
    write!(w, ", // {}", numbers.first);
    if let Some(last) = numbers.last {
        write!(w, "-{last}");
    }
    line!(w);
}

fn emit_stages(sequence: &StageSequence<'_>, w: &mut CppWriter) {
    let itineraries = sequence.itineraries;
    emit_separated(&sequence.stages, w, |w, stage| {
        write!(w, "  {{ {}, ", stage.cycles);
        for (i, unit) in stage.units.iter().enumerate() {
            w.raw(if i == 0 { "" } else { " | " });
            write!(w, "{itineraries}FU::{unit}");
        }
        let (time_inc, reservation) = (stage.time_inc, stage.reservation);
        write!(w, ", {time_inc}, (llvm::InstrStage::ReservationKinds){reservation} }}");
    });
    emit_numbers(sequence.numbers, w);
}

fn emit_bypasses(sequence: &OperandSequence<'_>, w: &mut CppWriter) {
    let itineraries = sequence.itineraries;
    emit_separated(&sequence.bypasses, w, |w, bypass| match bypass {
        Some(bypass) => write!(w, "{itineraries}Bypass::{bypass}"),
        None => w.raw(" 0"),
    });
    emit_numbers(sequence.numbers, w);
}

/// Writes the itineraries for scheduling classes.
fn emit_by_class(s: &Subtarget<'_>, itineraries: &ClassItineraries<'_>, w: &mut CppWriter) {
    let constant = if s.names.is_some() { "constexpr" } else { "const" };
    line!(w, "\nstatic {constant} llvm::InstrItinerary {}[] = {{", itineraries.name);
    for ((number, class), itinerary) in s.schedule.models.classes.iter().zip(itineraries.list) {
        let (micro_ops, number) = (itinerary.num_micro_ops, number.index());
        let stages = (itinerary.first_stage, itinerary.last_stage);
        let cycles = (itinerary.first_operand_cycle, itinerary.last_operand_cycle);
        write!(w, "  {{ {micro_ops}, {}, {}, ", stages.0, stages.1);
        line!(w, "{}, {} }}, // {number} {}", cycles.0, cycles.1, class.name);
    }
    w.raw("  { 0, uint16_t(~0U), uint16_t(~0U), uint16_t(~0U), uint16_t(~0U) }");
    w.raw("// end marker\n};\n");
}
