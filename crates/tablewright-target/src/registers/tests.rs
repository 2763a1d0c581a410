//! Rules about registers, each with a description of a few lines.

mod composition;
mod inferred_classes;
mod numbers;
mod pressure;
mod unit_intervals;

use std::fmt::Write;

use expect_test::{Expect, expect};
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_test_support::{analysis, td};

use super::*;

/// The records of a description of registers.
pub(super) fn store_of(text: &str) -> RecordStore {
    tablewright_test_support::store_of(&td::registers(text))
}

/// The message of the error that keeps an analysis from being built, with its line in `text`.
pub(super) fn message<A: Analysis>(text: &str) -> String {
    let store = store_of(text);
    match store.analysis::<A>(&mut Diagnostics::new()).map(drop) {
        Ok(()) => "no error".to_owned(),
        Err(AnalysisError::Reported) => "reported".to_owned(),
        Err(AnalysisError::Diagnostic(error)) => {
            let line = |pos| store.sources().line_column(pos).line as usize;
            let before = td::registers("").lines().count();
            let at = error.pos().map_or(String::new(), |pos| format!("{}: ", line(pos) - before));
            format!("{at}{}", error.message)
        }
    }
}

/// The names of registers, with blanks between them.
fn names(registers: &Registers, of: impl IntoIterator<Item = RegisterId>) -> String {
    of.into_iter().map(|register| registers.name(register)).collect::<Vec<_>>().join(" ")
}

fn check_registers(text: &str, expected: Expect) {
    let store = store_of(text);
    let registers: &Registers = store.analysis(&mut Diagnostics::new()).expect("it is well-formed");
    let mut shown = String::new();
    for (i, register) in registers.iter() {
        let name = registers.qualified_name(&store, i).to_text();
        write!(shown, "{} {name} '{}'", i.number(), registers.asm_name(&store, i))
            .expect("a string takes any text");
        for &SubReg { index, register: sub_reg } in &register.sub_regs {
            let index = store.record(registers.sub_reg_indices()[index].record).name();
            write!(shown, " {index}={}", registers.name(sub_reg)).expect("a string takes any text");
        }
        shown.push('\n');
    }
    expected.assert_eq(&shown);
}

#[test]
fn tuples_come_after_registers_and_may_be_made_of_tuples() {
    check_registers(
        r##"
def lo : SubRegIndex<16>; def hi : SubRegIndex<16, 16>;
def dlo : SubRegIndex<32>; def dhi : SubRegIndex<32, 32>;
foreach i = 0-3 in def R#i : Register<"r"#i>;
def SP : Register<"sp">;
def Pairs : RegisterTuples<[lo, hi], [(sequence "R%u", 0, 2), (sequence "R%u", 1, 3)]>;
def Quads : RegisterTuples<[dlo, dhi], [(trunc Pairs, 1), (shl Pairs, 2)], ["quad"]>;
"##,
        expect![[r#"
            1 T::SP 'sp'
            2 T::R0 'r0'
            3 T::R1 'r1'
            4 T::R2 'r2'
            5 T::R3 'r3'
            6 T::R0_R1 '' lo=R0 hi=R1
            7 T::R1_R2 '' lo=R1 hi=R2
            8 T::R2_R3 '' lo=R2 hi=R3
            9 T::R0_R1_R2_R3 'quad' dlo=R0_R1 dhi=R2_R3
        "#]],
    );
}

#[test]
fn classes_know_their_members_in_both_orders() {
    let store = store_of(
        r##"
foreach i = 0-3 in def R#i : Register<"r"#i>;
def All : RegisterClass<"T", [i32, i16], 32, (add R3, (sequence "R%u", 0, 2))>;
def Low : RegisterClass<"T", [i32], 32, (sub All, R3)>;
def Small : RegisterClass<"T", [i16], 16, (add R1)>;
"##,
    );
    let mut diagnostics = Diagnostics::new();
    let registers: &Registers = store.analysis(&mut diagnostics).expect("it is well-formed");
    let classes: &DescribedClasses = store.analysis(&mut diagnostics).expect("it is well-formed");
    let names = |members: Vec<RegisterId>| {
        members.into_iter().map(|r| registers.name(r)).collect::<Vec<_>>().join(" ")
    };
    let shown: Vec<String> = classes
        .in_order()
        .map(|class| {
            let (order, members) = (class.order.clone(), class.members.iter().collect());
            let size = class.sizes.default().spill;
            let name = store.record(class.record).name();
            format!("{name} {size}: {} / {}", names(order), names(members))
        })
        .collect();
    assert_eq!(
        shown,
        ["Small 16: R1 / R1", "All 32: R3 R0 R1 R2 / R0 R1 R2 R3", "Low 32: R0 R1 R2 / R0 R1 R2"]
    );
    let [all, low, small] = classes.by_name() else { panic!("there are three classes") };
    assert!(classes.is_sub_class(low, all) && !classes.is_sub_class(all, low));
    assert!(classes.is_sub_class(all, all) && !classes.is_sub_class(small, all));
}

#[test]
fn errors_of_tuples_and_classes_are_at_their_records() {
    let two = "def a : SubRegIndex<8>; def b : SubRegIndex<8>;
def R0 : Register<\"\">; def R1 : Register<\"\">;";
    let of = |text: &str| message::<DescribedClasses>(&format!("{two}\n{text}"));
    let found = [
        of("def T : RegisterTuples<[a], [(add R0)]>;"),
        of("def T : RegisterTuples<[a, b], [(add R0)]>;"),
        of("def T : RegisterTuples<[a, b], [(add R0, R1), (add R1, R0)], [\"x\"]>;"),
        of("def T : RegisterTuples<[a, b], [(add R0), (add R1)]>;
def U : RegisterTuples<[a, b], [(add R0), (add R1)]>;"),
        of("def T : RegisterTuples<[a, b], [(add R0), (add a)]>;"),
        of("let SubRegs = [R0] in def R2 : Register<\"\">;"),
        of("def C : RegisterClass<\"T\", [], 8, (add R0)>;"),
        of("def C : RegisterClass<\"T\", [i16], 8, (add a)>;"),
        of(""),
    ];
    expect![[r#"
        3: Tuples must have at least 2 sub-registers
        3: SubRegIndices and SubRegs size mismatch
        3: Register tuple definition missing name for 'R1_R0'.
        4: Register tuple redefines register 'R0_R1'.
        1: Record `a' does not have a field named `CostPerUse'!
        3: SubRegs and SubRegIndices must have the same size
        3: RegTypes list must not be empty!
        1: Record `a' does not have a field named `CostPerUse'!
        No 'RegisterClass' subclasses defined!"#]]
    .assert_eq(&found.join("\n"));
}

/// Returns a line with the sub-register names for each register.
fn check_sub_registers(text: &str, expected: Expect) {
    let store = store_of(text);
    let mut diagnostics = Diagnostics::new();
    let registers: &Registers = store.analysis(&mut diagnostics).expect("it is well-formed");
    let sub_registers: &SubRegisters = store.analysis(&mut diagnostics).expect("it is well-formed");
    let mut shown = String::new();
    for (i, register) in registers.iter() {
        shown.push_str(&register.name);
        for &SubReg { index, register: sub_reg } in sub_registers.for_register(i) {
            let (index, sub_reg) = (sub_registers.indices.name(index), registers.name(sub_reg));
            write!(shown, " {index}={sub_reg}").expect("a string takes any text");
        }
        let supers = sub_registers.super_regs(i).iter().map(|&r| registers.name(r));
        let units = sub_registers.units(i).iter().map(|unit| unit.index().to_string());
        let (supers, units) = (supers.collect::<Vec<_>>(), units.collect::<Vec<_>>());
        writeln!(shown, " <{}> units {}", supers.join(" "), units.join(" "))
            .expect("a string takes any text");
    }
    expected.assert_eq(&shown);
}

/// Four bytes, words of two of them, and a double word.
const WORDS: &str = r##"
def lo : SubRegIndex<8>; def hi : SubRegIndex<8, 8>;
def wlo : SubRegIndex<16>; def whi : SubRegIndex<16, 16>;
foreach i = 0-3 in def B#i : Register<"b"#i>;
let CoveredBySubRegs = true in {
  let SubRegIndices = [lo, hi] in {
    let SubRegs = [B0, B1] in def W0 : Register<"w0">;
    let SubRegs = [B2, B3] in def W1 : Register<"w1">;
  }
  let SubRegIndices = [wlo, whi], SubRegs = [W0, W1] in def D0 : Register<"d0">;
}
def Byte : RegisterClass<"T", [i16], 8, (sequence "B%u", 0, 3)> { let Size = 8; }
def Word : RegisterClass<"T", [i16], 16, (add W0, W1)>;
def Double : RegisterClass<"T", [i32], 32, (add D0)>;
"##;

#[test]
fn sub_registers_of_sub_registers_get_composed_indices() {
    check_sub_registers(
        WORDS,
        expect![[r#"
            B0 <W0 D0> units 0
            B1 <W0 D0> units 1
            B2 <W1 D0> units 2
            B3 <W1 D0> units 3
            D0 hi=B1 lo=B0 whi=W1 wlo=W0 whi_then_hi=B3 whi_then_lo=B2 <> units 0 1 2 3
            W0 hi=B1 lo=B0 <D0> units 0 1
            W1 hi=B3 lo=B2 <D0> units 2 3
        "#]],
    );
}

#[test]
fn sub_registers_in_a_row_get_concatenated_indices() {
    check_sub_registers(
        r##"
def a : SubRegIndex<8>; def b : SubRegIndex<8, 8>; def c : SubRegIndex<8, 16>;
foreach i = 0-3 in def R#i : Register<"r"#i>;
def Twos : RegisterTuples<[a, b], [(sequence "R%u", 0, 2), (sequence "R%u", 1, 3)]>;
def Threes : RegisterTuples<[a, b, c], [(add R0), (add R1), (add R2)]>;
"##,
        expect![[r#"
            R0 <R0_R1 R0_R1_R2> units 0
            R1 <R0_R1 R1_R2 R0_R1_R2> units 1
            R2 <R1_R2 R0_R1_R2 R2_R3> units 2
            R3 <R2_R3> units 3
            R0_R1_R2 a=R0 b=R1 c=R2 a_b=R0_R1 b_c=R1_R2 <> units 0 1 2
            R0_R1 a=R0 b=R1 <R0_R1_R2> units 0 1
            R1_R2 a=R1 b=R2 <R0_R1_R2> units 1 2
            R2_R3 a=R2 b=R3 <> units 2 3
        "#]],
    );
}

#[test]
fn aliases_share_a_unit() {
    check_sub_registers(
        "def A : Register<\"a\">; let Aliases = [A] in def B : Register<\"b\">;",
        expect![[r#"
            A <> units 0
            B <> units 0
        "#]],
    );
}
