//! Data for scheduling classes on a processor: latencies, resources and read advances.

use super::*;
use crate::schedule::WriteId;
use crate::schedule::tables::{INVALID_MICRO_OPS, SchedTables, VARIANT_MICRO_OPS};

/// Prints what instruction `A` takes on the model `M`: micro-operations, groups, `resource:release`
/// with the cycle from which on it is taken, latencies with the write that reads depend on, and
/// read advances as `operand<-write:cycles`.
fn check(text: &str, expected: Expect) {
    let store = store_of(&format!(
        "let SchedModel = M in {{ def P : ProcResource<1>; def Q : ProcResource<2>; }}\n{text}"
    ));
    for reports in [reports_of::<SchedModels>(&store), reports_of::<SchedTables>(&store)] {
        if !reports.is_empty() {
            return expected.assert_eq(&reports);
        }
    }
    let (models, tables): (&SchedModels, &SchedTables) = (analysis(&store), analysis(&store));
    let is_m = |(_, model): &(_, &crate::schedule::proc_model::ProcModel)| model.name == "M";
    let (model, data) = models.proc_models.iter().find(is_m).expect("there is a model M");
    let desc = &tables.by_model[model][class_of(&store, "A")];
    let mut shown = match desc.num_micro_ops {
        INVALID_MICRO_OPS => "invalid".to_owned(),
        VARIANT_MICRO_OPS => "variant".to_owned(),
        count => format!("{count} uops"),
    };
    for (has, flag) in
        [(desc.begin_group, "begin"), (desc.end_group, "end"), (desc.retire_ooo, "out of order")]
    {
        if has {
            write!(shown, " {flag}").expect("a string takes any text");
        }
    }
    let range = |(first, count): (u16, u16)| usize::from(first)..usize::from(first + count);
    for entry in &tables.write_proc_res[range(desc.write_proc_res)] {
        let resource = data.resources.iter().nth(usize::from(entry.resource) - 1);
        let resource = store.record(*resource.expect("it is one of the model")).name();
        write!(shown, "; {resource}:{}", entry.release_at_cycle).expect("a string takes any text");
        if entry.acquire_at_cycle > 0 {
            write!(shown, " from {}", entry.acquire_at_cycle).expect("a string takes any text");
        }
    }
    let write_name = |write: usize| match write {
        0 => "any",
        write => &models.rws.write(WriteId::from_index(write)).name,
    };
    for latency in &tables.write_latencies[range(desc.write_latency)] {
        write!(shown, "; latency {}", latency.cycles).expect("a string takes any text");
        if latency.write != 0 {
            let write = write_name(usize::from(latency.write));
            write!(shown, " of {write}").expect("a string takes any text");
        }
    }
    for advance in &tables.read_advances[range(desc.read_advance)] {
        let write = write_name(advance.write as usize);
        write!(shown, "; {}<-{write}:{}", advance.operand, advance.cycles)
            .expect("a string takes any text");
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_write_res_says_what_a_write_takes_on_a_processor() {
    check(
        "let SchedModel = M, Latency = 3, NumMicroOps = 2, ReleaseAtCycles = [1, 4] in
         def : WriteRes<WriteA, [P, Q]>; def A : I<[WriteA]>;",
        expect!["2 uops; P:1; Q:4; latency 3"],
    );
}

#[test]
fn a_sched_write_res_says_so_itself() {
    check(
        "let SchedModel = M, Latency = 7 in def Own : SchedWriteRes<[Q]>; def A : I<[Own]>;",
        expect!["1 uops; Q:1; latency 7"],
    );
}

#[test]
fn a_write_without_resources_on_a_processor_is_an_error() {
    check(
        "let SchedModel = M in def : WriteRes<WriteB, [P]>; def A : I<[WriteA]>;",
        expect![[r#"
        error: Processor does not define resources for WriteA
    "#]],
    );
}

#[test]
fn an_unsupported_write_makes_the_class_invalid() {
    check(
        "let SchedModel = M, Unsupported = true in def : WriteRes<WriteA, []>; def A : I<[WriteA]>;",
        expect!["invalid"],
    );
}

#[test]
fn groups_begin_and_end_and_single_issue_is_both() {
    let of = |flag: &str, expected: Expect| {
        check(
            &format!(
                "let SchedModel = M, {flag} = true in def : WriteRes<WriteA, [P]>; def A : I<[WriteA]>;"
            ),
            expected,
        );
    };
    of("BeginGroup", expect!["1 uops begin; P:1; latency 1"]);
    of("EndGroup", expect!["1 uops end; P:1; latency 1"]);
    of("SingleIssue", expect!["1 uops begin end; P:1; latency 1"]);
    of("RetireOOO", expect!["1 uops out of order; P:1; latency 1"]);
}

#[test]
fn a_sequence_adds_latencies_and_resources() {
    check(
        "let SchedModel = M in {
           let Latency = 2 in def : WriteRes<WriteA, [P]>; let Latency = 5 in def : WriteRes<WriteB, [P, Q]>;
         }
         def S : WriteSequence<[WriteA, WriteB]>; def A : I<[S]>;",
        expect!["2 uops; P:2; Q:1; latency 7"],
    );
}

#[test]
fn what_takes_a_resource_takes_those_that_contain_it() {
    check(
        "let SchedModel = M in {
           def Inner : ProcResource<1> { let Super = P; } def PQ : ProcResGroup<[P, Q]>;
           def InnerQ : ProcResGroup<[Inner, Q]>; def All : ProcResGroup<[Inner, P, Q]>;
           let ReleaseAtCycles = [3] in def : WriteRes<WriteA, [Inner]>;
         }
         def A : I<[WriteA]>;",
        expect!["1 uops; All:3; Inner:3; InnerQ:3; P:3; latency 1"],
    );
}

#[test]
fn a_resource_is_taken_from_one_cycle_to_another() {
    check(
        "let SchedModel = M, ReleaseAtCycles = [4], AcquireAtCycles = [2] in
         def : WriteRes<WriteA, [P]>; def A : I<[WriteA]>;",
        expect!["1 uops; P:4 from 2; latency 1"],
    );
    check(
        "let SchedModel = M, ReleaseAtCycles = [1], AcquireAtCycles = [2] in
         def : WriteRes<WriteA, [P]>; def A : I<[WriteA]>;",
        expect![[r#"
            error: Inconsistent resource cycles: AcquireAtCycles < ReleaseAtCycles must hold.
        "#]],
    );
    check(
        "let SchedModel = M, ReleaseAtCycles = [1, 2] in
         def : WriteRes<WriteA, [P]>; def A : I<[WriteA]>;",
        expect![[r#"
            error: Inconsistent release at cycles: size(ReleaseAtCycles) != size(ProcResources): 1 vs 2
        "#]],
    );
}

#[test]
fn a_read_advance_is_of_all_writes_or_of_some() {
    let writes =
        "let SchedModel = M in { def : WriteRes<WriteA, [P]>; def : WriteRes<WriteB, [P]>; }
        def A : I<[WriteA, ReadA]>; def B : I<[WriteB]>;";
    check(
        &format!("{writes} let SchedModel = M in def : ReadAdvance<ReadA, 2>;"),
        expect!["1 uops; P:1; latency 1; 0<-any:2"],
    );
    check(
        &format!("{writes} let SchedModel = M in def : ReadAdvance<ReadA, -1, [WriteA, WriteB]>;"),
        expect!["1 uops; P:1; latency 1 of WriteA; 0<-WriteA:-1; 0<-WriteB:-1"],
    );
}

#[test]
fn a_read_default_is_never_late_and_others_need_a_read_advance() {
    let write = "let SchedModel = M in def : WriteRes<WriteA, [P]>;";
    check(&format!("{write} def A : I<[WriteA, ReadDefault]>;"), expect!["1 uops; P:1; latency 1"]);
    check(
        &format!("{write} def A : I<[WriteA, ReadA]>;"),
        expect![[r#"
        error: Processor does not define resources for ReadA
    "#]],
    );
}

#[test]
fn a_valid_write_has_to_be_used() {
    check(
        "let SchedModel = M in { def : WriteRes<WriteA, [P]>; def : ReadAdvance<ReadA, 1, [WriteB]>; }
         def A : I<[WriteA, ReadA]>;",
        expect![[r#"
            error: ReadAdvance referencing a ValidWrite that is not used by any instruction (WriteB)
        "#]],
    );
}

#[test]
fn an_inst_rw_overrides_what_the_instruction_says() {
    check(
        "def A : I<[WriteA]>; def A2 : I<[WriteA]>;
         let SchedModel = M in {
           def : WriteRes<WriteA, [P]>; let Latency = 9 in def Own : SchedWriteRes<[Q]>;
           def : InstRW<[Own], (instrs A)>;
         }",
        expect!["1 uops; Q:1; latency 9"],
    );
}

#[test]
fn an_alias_is_what_a_write_takes_on_its_processor() {
    check(
        "let SchedModel = M in {
           let Latency = 9 in def Own : SchedWriteRes<[Q]>; def : SchedAlias<WriteA, Own>;
         }
         def A : I<[WriteA]>;",
        expect!["1 uops; Q:1; latency 9"],
    );
    check(
        "def Own : SchedWrite;
         let SchedModel = M in {
           def : SchedAlias<WriteA, Own>;
           def : WriteRes<WriteA, [P]>; def : WriteRes<Own, [Q]>;
         }
         def A : I<[WriteA]>;",
        expect!["1 uops; Q:1; latency 1"],
    );
}

#[test]
fn a_class_with_variants_takes_nothing_itself() {
    check(
        "let SchedModel = M in { def : WriteRes<WriteA, [P]>; def : WriteRes<WriteB, [P]>; }
         def IsX : SchedPredicate<[{x}]>;
         def V : SchedWriteVariant<[SchedVar<IsX, [WriteA]>, SchedVar<NoSchedPred, [WriteB]>]>;
         def A : I<[V]>;",
        expect!["variant"],
    );
}

#[test]
fn equal_lists_of_entries_are_shared() {
    let store = store_of(
        "let SchedModel = M in {
           def P : ProcResource<1>;
           def : WriteRes<WriteA, [P]>; let Latency = 2 in def : WriteRes<WriteB, [P]>;
         }
         def A : I<[WriteA]>; def B : I<[WriteB]>; def AB : I<[WriteA, WriteB]>;",
    );
    let tables: &SchedTables = analysis(&store);
    // Each table begins with an entry for classes that have none.
    assert_eq!((tables.write_proc_res.len(), tables.read_advances.len()), (3, 1));
    let cycles: Vec<i16> = tables.write_latencies.iter().map(|entry| entry.cycles).collect();
    let names = tables.writer_names.join(" ");
    expect!["[0, 1, 1, 2] InvalidWrite WriteA WriteA WriteB"]
        .assert_eq(&format!("{cycles:?} {names}"));
}
