//! Register units, renumbered so that each register's units are an interval.

use super::*;

const TARGET: &str = "class Target; def Toy : Target { bit RegistersAreIntervals = true; } \
    def lo : SubRegIndex<8>; def hi : SubRegIndex<8, 8>; \
    class Pair<list<Register> of> : Register<NAME> { let SubRegs = of; let SubRegIndices = [lo, hi]; } \
    def R0 : Register<\"r0\">; def R1 : Register<\"r1\">; \
    def R2 : Register<\"r2\">; def R3 : Register<\"r3\">; ";

/// The numbers of the units of each register.
fn check(text: &str, expected: Expect) {
    let store = store_of(&format!("{TARGET}{text}"));
    let registers: &Registers = analysis(&store);
    let sub_registers: &SubRegisters = analysis(&store);
    let units = registers.ids().map(|register| {
        let units = sub_registers.units(register).iter().map(|unit| unit.index().to_string());
        format!("{}: {}", registers.name(register), units.collect::<Vec<_>>().join(" "))
    });
    expected.assert_eq(&units.collect::<Vec<_>>().join(", "));
}

fn check_error(text: &str, expected: Expect) {
    expected.assert_eq(&message::<SubRegisters>(&format!("{TARGET}{text}")));
}

#[test]
fn the_number_that_would_continue_an_interval_is_exchanged() {
    check(
        "def R4 : Pair<[R0, R2]>; def R5 : Pair<[R1, R3]>;",
        expect!["R0: 0, R1: 2, R2: 1, R3: 3, R4: 0 1, R5: 2 3"],
    );
}

#[test]
fn units_that_are_intervals_keep_their_numbers() {
    check(
        "def R4 : Pair<[R0, R1]>; def R5 : Pair<[R2, R3]>;",
        expect!["R0: 0, R1: 1, R2: 2, R3: 3, R4: 0 1, R5: 2 3"],
    );
}

#[test]
fn a_number_continues_one_interval_only() {
    check_error(
        "def R4 : Pair<[R0, R2]>; def R5 : Pair<[R0, R3]>;",
        expect![
            "cannot enforce regunit intervals for register R5: unit 1 (root: R1) has already been renumbered and cannot be swapped"
        ],
    );
}

#[test]
fn a_later_exchange_may_not_break_an_earlier_interval() {
    check_error(
        "def R4 : Pair<[R0, R1]>; def R5 : Pair<[R0, R2]>;",
        expect![
            "cannot enforce regunit intervals, final renumbering did not produce contiguous units for register R4"
        ],
    );
}
