//! Itineraries and packetizers.

use super::*;
use crate::schedule::itineraries::Itineraries;
use crate::schedule::packetizer::packetizers;

/// Units and classes for itineraries, and a processor with itineraries.
const UNITS: &str = "
def U0 : FuncUnit; def U1 : FuncUnit; def By : Bypass;
def Add : InstrItinClass; def Mul : InstrItinClass; def Div : InstrItinClass;
let Itinerary = Add in def A : Instruction; let Itinerary = Mul in def B : Instruction;
";

/// Prints the rows of stages and operands, and the itineraries of classes by model.
fn check(text: &str, expected: Expect) {
    let store = store_of(&format!("{UNITS}{text}"));
    let reports = reports_of::<Itineraries>(&store);
    if !reports.is_empty() {
        return expected.assert_eq(&reports);
    }
    let (models, itineraries): (&SchedModels, &Itineraries) = (analysis(&store), analysis(&store));
    let name = |&record: &_| store.record(record).name();
    let mut shown = String::new();
    for stages in &itineraries.stages {
        write!(shown, "stages {}:", stages.first).expect("a string takes any text");
        for stage in &stages.stages {
            let units = stage.units.iter().map(name).collect::<Vec<_>>().join("|");
            write!(shown, " {}*{units}", stage.cycles).expect("a string takes any text");
            if stage.time_inc >= 0 {
                write!(shown, " next after {}", stage.time_inc).expect("a string takes any text");
            }
        }
        shown.push('\n');
    }
    for operands in &itineraries.operands {
        let bypasses = operands.bypasses.iter().map(name).collect::<Vec<_>>().join(" ");
        writeln!(shown, "operands {}: {:?} {bypasses}", operands.first, operands.cycles)
            .expect("a string takes any text");
    }
    for (id, model) in models.proc_models.iter().filter(|(_, model)| model.has_itineraries) {
        for (class, itinerary) in itineraries.by_model[id].iter_enumerated() {
            let stages = itinerary.first_stage..itinerary.last_stage;
            let operands = itinerary.first_operand_cycle..itinerary.last_operand_cycle;
            if !stages.is_empty() {
                let class = &models.classes.get(class).name;
                let uops = itinerary.num_micro_ops;
                writeln!(shown, "{} {class}: {uops} {stages:?} {operands:?}", model.name)
                    .expect("a string takes any text");
            }
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn stages_are_shared_and_operands_are_not() {
    check(
        "def Its : ProcessorItineraries<[U0, U1], [By], [
           InstrItinData<Add, [InstrStage<1, [U0, U1]>], [2, 1], [By]>,
           InstrItinData<Mul, [InstrStage<1, [U0, U1]>], [2, 1], [By]>
         ]>;
         def : Processor<\"old\", Its>;",
        expect![[r#"
            stages 1: 1*U0|U1
            operands 1: [2, 1] By
            operands 3: [2, 1] By
            ItsModel Add: 1 1..2 1..3
            ItsModel Mul: 1 1..2 3..5
        "#]],
    );
}

#[test]
fn the_next_stage_begins_when_a_stage_ends_or_when_it_says() {
    check(
        "def Its : ProcessorItineraries<[U0, U1], [], [
           InstrItinData<Add, [InstrStage<3, [U0], 0>, InstrStage<2, [U1]>], [], [], 2>
         ]>;
         def : Processor<\"old\", Its>;",
        expect![[r#"
            stages 1: 3*U0 next after 0 2*U1
            ItsModel Add: 2 1..3 0..0
        "#]],
    );
}

#[test]
fn an_itinerary_class_that_no_instruction_has_is_left_out() {
    check(
        "def Its : ProcessorItineraries<[U0], [], [InstrItinData<Div, [InstrStage<9, [U0]>]>]>;
         def : Processor<\"old\", Its>;",
        expect![""],
    );
}

#[test]
fn a_target_without_itineraries_has_no_tables() {
    let store = store_of(UNITS);
    let itineraries: &Itineraries = analysis(&store);
    assert!(itineraries.units.is_empty() && itineraries.by_model.is_empty());
}

/// Prints the size of the automaton of each packetizer and its transitions.
fn check_packetizers(text: &str, expected: Expect) {
    let store = store_of(&format!("{UNITS}{text}"));
    let models: &SchedModels = analysis(&store);
    let mut shown = String::new();
    let by_name = |names: &[&str]| {
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|&index| names[index]);
        order
    };
    for packetizer in packetizers(&store, models, by_name).expect("it is small") {
        let automaton = packetizer.automaton.determinize().expect("it is small");
        let (namespace, states) = (&packetizer.namespace, automaton.state_count);
        let actions: Vec<u32> = packetizer.stages.iter().copied().filter(|&s| s != 0).collect();
        writeln!(shown, "'{namespace}' {states} states, actions {actions:?}")
            .expect("a string takes any text");
        for t in &automaton.transitions {
            writeln!(shown, "  {} -{}-> {}", t.from, t.action, t.to)
                .expect("a string takes any text");
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_packet_is_full_when_all_units_are_taken() {
    check_packetizers(
        "def Its : ProcessorItineraries<[U0, U1], [], [
           InstrItinData<Add, [InstrStage<1, [U0, U1]>]>, InstrItinData<Mul, [InstrStage<1, [U1]>]>
         ]>;
         def : Processor<\"old\", Its>;",
        expect![[r#"
            '' 4 states, actions [1, 2]
              1 -1-> 2
              1 -2-> 3
              2 -1-> 4
              2 -2-> 4
              3 -1-> 4
        "#]],
    );
}

#[test]
fn a_combined_unit_takes_all_of_its_parts() {
    check_packetizers(
        "def Both : FuncUnit; def : ComboFuncUnits<[ComboFuncData<Both, [U0, U1]>]>;
         def Its : ProcessorItineraries<[U0, U1, Both], [], [
           InstrItinData<Add, [InstrStage<1, [U0]>]>, InstrItinData<Mul, [InstrStage<1, [Both]>]>
         ]>;
         def : Processor<\"old\", Its>;",
        expect![[r#"
            '' 3 states, actions [1, 2]
              1 -1-> 2
              1 -2-> 3
        "#]],
    );
}

#[test]
fn itineraries_of_a_namespace_share_an_automaton() {
    check_packetizers(
        "let PacketizerNamespace = \"X\" in {
           def Its : ProcessorItineraries<[U0], [], [InstrItinData<Add, [InstrStage<1, [U0]>]>]>;
           def Other : ProcessorItineraries<[U0], [], [InstrItinData<Mul, [InstrStage<1, [U0]>]>]>;
         }
         def Third : ProcessorItineraries<[U1], [], [InstrItinData<Add, [InstrStage<1, [U1]>]>]>;
         def : Processor<\"a\", Its>; def : Processor<\"b\", Other>; def : Processor<\"c\", Third>;",
        expect![[r#"
            '' 2 states, actions [1]
              1 -1-> 2
            'X' 2 states, actions [1, 1, 1]
              1 -1-> 2
        "#]],
    );
}
