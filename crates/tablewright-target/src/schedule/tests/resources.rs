//! A processor's resources, machine model and data for simulators.

use super::*;
use crate::schedule::machine_model::MachineModels;
use crate::schedule::processor_info::{ProcessorInfo, SchedRegisterFile};

/// Prints the resources of the model `M` as the subtarget has them: number, units, the number of
/// the resource that contains it, buffer size, and the units of a group.
fn check(text: &str, expected: Expect) {
    let store = store_of(&format!("{text}\ndef A : I<[WriteA]>;"));
    for reports in [reports_of::<SchedModels>(&store), reports_of::<MachineModels>(&store)] {
        if !reports.is_empty() {
            return expected.assert_eq(&reports);
        }
    }
    let (models, machines): (&SchedModels, &MachineModels) = (analysis(&store), analysis(&store));
    let mut shown = String::new();
    for (id, model) in models.proc_models.iter().filter(|(_, model)| model.name == "M") {
        assert!(model.has_instr_sched_model() || model.resources.is_empty());
        for (id, resource) in machines.list[id].resources.iter_enumerated() {
            let containing = resource.containing.map_or(0, |id| id.number());
            let (units, buffer) = (resource.unit_count, resource.buffer_size);
            let (number, name) = (id.number(), &resource.name);
            write!(shown, "{number} {name}: {units} in {containing}, buffer {buffer}")
                .expect("a string takes any text");
            if let Some(group) = &resource.group {
                let group: Vec<u16> = group.iter().map(|id| id.number()).collect();
                write!(shown, ", {group:?}").expect("a string takes any text");
            }
            shown.push('\n');
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn resources_are_numbered_in_natural_order_from_one() {
    check(
        "let SchedModel = M in {
           def P10 : ProcResource<1>; def P9 : ProcResource<2> { let BufferSize = 0; }
           def : WriteRes<WriteA, [P9]>;
         }",
        expect![[r#"
            1 P9: 2 in 0, buffer 0
            2 P10: 1 in 0, buffer -1
        "#]],
    );
}

#[test]
fn a_resource_may_lie_in_another() {
    check(
        "let SchedModel = M in {
           def Outer : ProcResource<2>; def Inner : ProcResource<1> { let Super = Outer; }
           def : WriteRes<WriteA, [Inner]>;
         }",
        expect![[r#"
            1 Inner: 1 in 2, buffer -1
            2 Outer: 2 in 0, buffer -1
        "#]],
    );
}

#[test]
fn units_are_counted_in_32_bits() {
    check(
        "let SchedModel = M in {
           def P0 : ProcResource<-1>; def P1 : ProcResource<2>; def P2 : ProcResource<4294967297>;
           def P01 : ProcResGroup<[P0, P1]>;
           def : WriteRes<WriteA, [P01]>;
         }",
        expect![[r#"
            1 P0: 4294967295 in 0, buffer -1
            2 P1: 2 in 0, buffer -1
            3 P2: 1 in 0, buffer -1
            4 P01: 1 in 0, buffer -1, [2, 2]
        "#]],
    );
    check(
        "let SchedModel = M in {
           def P0 : ProcResource<70000>; def P1 : ProcResource<1000000>;
           def P01 : ProcResGroup<[P0, P1]>;
           def : WriteRes<WriteA, [P01]>;
         }",
        expect![[r#"
            error: a group has more than 1048576 units
        "#]],
    );
}

#[test]
fn a_group_has_the_units_of_its_resources() {
    check(
        "let SchedModel = M in {
           def P0 : ProcResource<1>; def P1 : ProcResource<2>;
           def P01 : ProcResGroup<[P0, P1]> { let BufferSize = 8; }
           def : WriteRes<WriteA, [P01]>;
         }",
        expect![[r#"
            1 P0: 1 in 0, buffer -1
            2 P1: 2 in 0, buffer -1
            3 P01: 3 in 0, buffer 8, [1, 2, 2]
        "#]],
    );
}

#[test]
fn groups_that_share_units_lie_in_a_group_of_both() {
    let groups = "let SchedModel = M in {
        foreach i = 0-2 in def P#i : ProcResource<1>;
        def P01 : ProcResGroup<[P0, P1]>; def P12 : ProcResGroup<[P1, P2]>;
        def : WriteRes<WriteA, [P0]>; }";
    check(
        groups,
        expect![[r#"
            error: proc resource group overlaps with P12 but no supergroup contains both.
        "#]],
    );
    check(
        &format!("{groups} let SchedModel = M in def P012 : ProcResGroup<[P0, P1, P2]>;"),
        expect![[r#"
            1 P0: 1 in 0, buffer -1
            2 P1: 1 in 0, buffer -1
            3 P2: 1 in 0, buffer -1
            4 P01: 2 in 0, buffer -1, [1, 2]
            5 P12: 2 in 0, buffer -1, [2, 3]
            6 P012: 3 in 0, buffer -1, [1, 2, 3]
        "#]],
    );
}

#[test]
fn a_kind_of_resource_has_units_on_each_processor() {
    check(
        "def Kind : ProcResourceKind;
         def N : SchedMachineModel { let CompleteModel = false; } def : ProcessorModel<\"n\", N>;
         let SchedModel = M in { def OnM : ProcResourceUnits<Kind, 3>; def : WriteRes<WriteA, [Kind]>; }
         let SchedModel = N in { def OnN : ProcResourceUnits<Kind, 4>; def : WriteRes<WriteA, [Kind]>; }",
        expect![[r#"
            1 OnM: 3 in 0, buffer -1
        "#]],
    );
    check(
        "def Kind : ProcResourceKind; let SchedModel = M in def : WriteRes<WriteA, [Kind]>;",
        expect![[r#"
            error: No ProcessorResources associated with Kind
        "#]],
    );
    check(
        "def Kind : ProcResourceKind; let SchedModel = M in { def : WriteRes<WriteA, [Kind]>;
         def X : ProcResourceUnits<Kind, 3>; def Y : ProcResourceUnits<Kind, 4>; }",
        expect![[r#"
            error: Multiple ProcessorResourceUnits associated with Kind
        "#]],
    );
}

#[test]
fn resources_without_writes_are_an_error() {
    check(
        "let SchedModel = M in def P : ProcResource<1>;",
        expect![[r#"
        error: SchedMachineModel defines ProcResources without defining WriteRes SchedWriteRes
    "#]],
    );
}

#[test]
fn a_processor_has_one_retire_control_unit_and_one_queue_of_each_kind() {
    let text = "let SchedModel = M in {
        def P : ProcResource<1>; def : WriteRes<WriteA, [P]>;
        def Rcu : RetireControlUnit<64, 4>; def Loads : LoadQueue<P>; def Stores : StoreQueue<P>;
        def File : RegisterFile<32, [], [], [], -1>;
        } def A : I<[WriteA]>;";
    let store = store_of(text);
    let models: &SchedModels = analysis(&store);
    let machines: &MachineModels = analysis(&store);
    let with_info = |(_, model): &(_, &crate::schedule::proc_model::ProcModel)| model.info.is_any();
    let (id, model) = models.proc_models.iter().find(with_info).expect("M has information");
    let machine = &machines.list[id];
    assert_eq!((machine.reorder_buffer_size, machine.max_retire_per_cycle), (64, 4));
    assert_eq!(machine.queue_number(machine.load_queue), 1);
    let ProcessorInfo { register_files, .. } = &model.info;
    // Its numbers are C++ `unsigned`.
    let [SchedRegisterFile { num_phys_regs: 32, max_moves_eliminated_per_cycle: u32::MAX, .. }] =
        register_files[..]
    else {
        panic!("one file of 32 registers");
    };
    let twice = format!("{text} let SchedModel = M in def Other : RetireControlUnit<1, 1>;");
    expect![[r#"
        error: Expected a single RetireControlUnit definition
    "#]]
    .assert_eq(&reports::<SchedModels>(&twice));
    let empty = format!("{text} let SchedModel = M in def Empty : RegisterFile<0>;");
    expect![[r#"
        error: Invalid RegisterFile with zero physical registers
    "#]]
    .assert_eq(&reports::<SchedModels>(&empty));
}

#[test]
fn processors_share_a_machine_model_and_itineraries_make_one_of_their_own() {
    let store = store_of(
        "def FU : FuncUnit; def Itin : InstrItinClass;
         def Its : ProcessorItineraries<[FU], [], [InstrItinData<Itin, [InstrStage<1, [FU]>]>]>;
         def : ProcessorModel<\"b\", M>; def : ProcessorModel<\"a\", M>; def : Processor<\"old\", Its>;
         def : ProcessorModel<\"none\", NoSchedModel>; def A : I<[WriteA]>;",
    );
    let models: &SchedModels = analysis(&store);
    let processors = models.proc_models.processors.iter();
    let processors =
        processors.map(|p| format!("{} {}", p.name, models.proc_models.get(p.model).name));
    assert_eq!(
        processors.collect::<Vec<_>>(),
        ["a M", "b M", "none NoSchedModel", "old ItsModel", "toy M"]
    );
    let text = "def : ProcessorModel<\"toy\", M>; def A : I<[WriteA]>;";
    expect![[r#"
        error: Duplicate processor name toy
    "#]]
    .assert_eq(&reports::<SchedModels>(text));
}
