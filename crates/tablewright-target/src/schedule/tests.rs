//! Rules about scheduling models, each with a description of a few lines.

mod inst_rw;
mod itineraries;
mod predicates;
mod resources;
mod sched_class;
mod tables;
mod variants;

use std::fmt::Write;

use expect_test::{Expect, expect};
use tablewright_records::{Analysis, RecordStore};
use tablewright_test_support::{analysis, reports_of, td};

use super::completeness::CompleteModels;
use super::index::ProcModelId;
use super::sched_models::SchedModels;
use crate::instructions::Instructions;

/// Two writes and a read, and a processor with a model that need not be complete.
const TOY: &str = r##"
class I<list<SchedReadWrite> rw> : Instruction, Sched<rw>;
def WriteA : SchedWrite; def WriteB : SchedWrite; def ReadA : SchedRead;
def M : SchedMachineModel { let CompleteModel = false; }
def : ProcessorModel<"toy", M>;
// A target has at least three instructions.
let hasNoSchedulingInfo = true in { def Y1 : Instruction; def Y2 : Instruction; }
"##;

/// The records of [`TOY`] and `text`.
fn store_of(text: &str) -> RecordStore {
    tablewright_test_support::store_of(&td::schedule(&[TOY, text].concat()))
}

/// The errors and warnings of an analysis.
fn reports<A: Analysis>(text: &str) -> String {
    reports_of::<A>(&store_of(text))
}

/// The scheduling class of the instruction `name`.
fn class_of(store: &RecordStore, name: &str) -> super::SchedClassId {
    let instructions: &Instructions = analysis(store);
    let models: &SchedModels = analysis(store);
    let record = store.find_record(name).expect("the instruction is defined");
    let instruction = instructions.id(record).expect("it is an instruction");
    models.classes.by_instruction()[instruction]
}

/// The name of a processor model; `*` for all of them.
fn model_name(models: &SchedModels, model: ProcModelId) -> &str {
    match model {
        ProcModelId::ALL => "*",
        _ => &models.proc_models.get(model).name,
    }
}

/// Prints the scheduling classes but the first: the processors, writes and reads, the instructions,
/// the `InstRW`s and the classes that each turns into.
fn check_classes(text: &str, expected: Expect) {
    let store = store_of(text);
    let reports = reports_of::<SchedModels>(&store);
    if !reports.is_empty() {
        return expected.assert_eq(&reports);
    }
    let models: &SchedModels = analysis(&store);
    let instructions: &Instructions = analysis(&store);
    let mut shown = String::new();
    for (id, class) in models.classes.iter().skip(1) {
        let on: Vec<&str> = class.models.iter().map(|&m| model_name(models, m)).collect();
        write!(shown, "{} on {}:", class.name, on.join(" ")).expect("a string takes any text");
        for &write in &class.operands.writes {
            write!(shown, " {}", models.rws.write(write).name).expect("a string takes any text");
        }
        for &read in &class.operands.reads {
            write!(shown, " {}", models.rws.read(read).name).expect("a string takes any text");
        }
        let is_of = |instruction| models.classes.by_instruction()[instruction] == id;
        let of = instructions.iter().filter(|&(instruction, _)| is_of(instruction));
        let of: Vec<&str> = of.map(|(_, record)| store.record(record).name()).collect();
        if !of.is_empty() {
            write!(shown, " <{}>", of.join(" ")).expect("a string takes any text");
        }
        for &inst_rw in &class.inst_rws {
            let inst_rw = &models.inst_rws[inst_rw];
            write!(shown, " {}", store.record(inst_rw.record).name())
                .expect("a string takes any text");
        }
        for transition in &class.transitions {
            let to = &models.classes.get(transition.to).name;
            let model = model_name(models, transition.model);
            let predicates = transition.predicates.iter().map(|&p| store.record(p).name());
            let predicates = predicates.collect::<Vec<_>>().join("&");
            write!(shown, "\n  on {model} if {predicates}: {to}").expect("a string takes any text");
        }
        shown.push('\n');
    }
    expected.assert_eq(&shown);
}
