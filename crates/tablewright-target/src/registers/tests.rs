//! What the models make of small descriptions.

use std::fmt::Write;

use expect_test::{Expect, expect};
use tablewright_records::{LoadOptions, RecordStore, load};
use tablewright_syntax::diagnostic::{Diagnostics, Severity};
use tablewright_syntax::{FileProvider, IncludedFile};

use super::*;

struct NoFiles;

impl FileProvider for NoFiles {
    fn include(&mut self, _path: &str) -> Option<IncludedFile> {
        None
    }
}

/// The classes of `Target.td` that registers need.
const CLASSES: &str = r#"
class ValueType<int size, int value> {
  string LLVMName = NAME;
  int Size = size;
  int Value = value;
}
def i16 : ValueType<16, 6>;
def i32 : ValueType<32, 7>;
class SubRegIndex<int size, int offset = 0> {
  string Namespace = "T";
  int Size = size;
  int Offset = offset;
  list<SubRegIndex> ComposedOf = [];
  list<SubRegIndex> CoveringSubRegIndices = [];
}
class RegAltNameIndex { string Namespace = "T"; }
class Register<string n, list<string> altNames = []> {
  string Namespace = "T";
  string AsmName = n;
  list<string> AltNames = altNames;
  list<Register> Aliases = [];
  list<Register> SubRegs = [];
  list<SubRegIndex> SubRegIndices = [];
  list<RegAltNameIndex> RegAltNameIndices = [];
  list<int> DwarfNumbers = [];
  list<int> CostPerUse = [0];
  bit CoveredBySubRegs = false;
  bits<16> HWEncoding = 0;
  bit isArtificial = false;
  bit isConstant = false;
  int PositionOrder = 0;
}
class RegisterClass<list<ValueType> types, int alignment, dag members> {
  string Namespace = "T";
  list<ValueType> RegTypes = types;
  int Size = 0;
  int Alignment = alignment;
  int CopyCost = 1;
  dag MemberList = members;
  bit isAllocatable = true;
  list<dag> AltOrders = [];
  code AltOrderSelect = [{}];
  int AllocationPriority = 0;
}
class RegisterTuples<list<SubRegIndex> indices, list<dag> regs, list<string> names = []> {
  list<dag> SubRegs = regs;
  list<SubRegIndex> SubRegIndices = indices;
  list<string> RegAsmNames = names;
}
def add; def sub; def shl; def sequence; def decimate; def trunc;
"#;

/// The records of a description that needs [`CLASSES`].
pub(super) fn store_of(text: &str) -> RecordStore {
    let text = format!("{CLASSES}{text}");
    let loaded = load("test.td".into(), text, &mut NoFiles, &LoadOptions::default());
    let errors: Vec<&str> = loaded
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| d.message.as_str())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    loaded.store
}

/// The message of the fault that keeps a model from being built, with the line of its record after
/// those of [`CLASSES`].
pub(super) fn message<M: tablewright_records::Analysis>(text: &str) -> String {
    let store = store_of(text);
    match store.analysis::<M>(&mut Diagnostics::new()).map(drop) {
        Ok(()) => "no message".to_owned(),
        Err(tablewright_records::AnalysisError::Reported) => "reported".to_owned(),
        Err(tablewright_records::AnalysisError::Diagnostic(message)) => {
            let line = |pos| store.sources().line_column(pos).line as usize;
            let from = CLASSES.lines().count();
            let at = message.pos.map_or(String::new(), |pos| format!("{}: ", line(pos) - from));
            format!("{at}{}", message.message)
        }
    }
}

fn check_registers(text: &str, expected: Expect) {
    let store = store_of(text);
    let registers: &Registers = store.analysis(&mut Diagnostics::new()).expect("it is well-formed");
    let mut shown = String::new();
    for (i, register) in registers.iter() {
        let name = registers.qualified_name(&store, i);
        write!(shown, "{} {name} '{}'", i.number(), registers.asm_name(&store, i))
            .expect("a string takes any text");
        for &(index, sub_reg) in &register.sub_regs {
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
def All : RegisterClass<[i32, i16], 32, (add R3, (sequence "R%u", 0, 2))>;
def Low : RegisterClass<[i32], 32, (sub All, R3)>;
def Small : RegisterClass<[i16], 16, (add R1)>;
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
fn faults_of_tuples_and_classes_are_told() {
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
        of("def C : RegisterClass<[], 8, (add R0)>;"),
        of("def C : RegisterClass<[i16], 8, (add a)>;"),
        of(""),
    ];
    expect![[r#"
        3: Tuples must have at least 2 sub-registers
        3: SubRegIndices and SubRegs size mismatch
        3: Register tuple definition missing name for 'R1_R0'.
        4: Register tuple redefines register 'R0_R1'.
        1: 'a' is not a register
        3: SubRegs and SubRegIndices must have the same size
        3: RegTypes list must not be empty!
        1: 'a' is not a register
        No 'RegisterClass' subclasses defined!"#]]
    .assert_eq(&found.join("\n"));
}

/// Shows a line for each register: what its sub-registers are called.
fn check_sub_registers(text: &str, expected: Expect) {
    let store = store_of(text);
    let mut diagnostics = Diagnostics::new();
    let registers: &Registers = store.analysis(&mut diagnostics).expect("it is well-formed");
    let sub_registers: &SubRegisters = store.analysis(&mut diagnostics).expect("it is well-formed");
    let mut shown = String::new();
    for (i, register) in registers.iter() {
        shown.push_str(&register.name);
        for &(index, sub_reg) in sub_registers.of(i) {
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
def Byte : RegisterClass<[i16], 8, (sequence "B%u", 0, 3)> { let Size = 8; }
def Word : RegisterClass<[i16], 16, (add W0, W1)>;
def Double : RegisterClass<[i32], 32, (add D0)>;
"##;

#[test]
fn parts_of_parts_are_parts_and_names_are_made_up_for_them() {
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
fn parts_in_a_row_are_parts_by_the_names_of_all_of_them() {
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

#[test]
fn classes_are_inferred_from_parts_and_from_what_others_share() {
    let text = r##"
def lo : SubRegIndex<8>;
foreach i = 0-3 in def B#i : Register<"b"#i>;
foreach i = 0-2 in
let SubRegIndices = [lo], SubRegs = [!cast<Register>("B"#i)] in def W#i : Register<"w"#i>;
def Z : Register<"z">;
def Word : RegisterClass<[i16], 16, (add (sequence "W%u", 0, 2), Z)>;
def Odd : RegisterClass<[i16], 16, (add W1, Z)>;
def Some : RegisterClass<[i16], 8, (add B1, B2, B3)> { let Size = 8; }
"##;
    let store = store_of(text);
    let mut diagnostics = Diagnostics::new();
    let registers: &Registers = store.analysis(&mut diagnostics).expect("it is well-formed");
    let classes: &RegisterClasses = store.analysis(&mut diagnostics).expect("it is well-formed");
    let names = |list: Vec<&str>| list.join(" ");
    let shown: Vec<String> = classes
        .iter()
        .map(|(_, class)| {
            let members = names(class.members.iter().map(|r| registers.name(r)).collect());
            let class_name = |i| &*classes.get(i).name;
            let supers = names(class.super_classes.iter().map(|&i| class_name(i)).collect());
            let origin = if class.record.is_some() { "described" } else { "inferred" };
            format!("{} {origin}: {members} <{supers}>\n", class.name)
        })
        .collect();
    expect![[r#"
        Some described: B1 B2 B3 <>
        Word described: Z W0 W1 W2 <>
        Word_with_lo inferred: W0 W1 W2 <Word>
        Odd described: Z W1 <Word>
        Word_with_lo_with_lo_in_Some inferred: W1 W2 <Word Word_with_lo>
        Odd_with_lo inferred: W1 <Word Word_with_lo Odd Word_with_lo_with_lo_in_Some>
    "#]]
    .assert_eq(&shown.concat());
}

#[test]
fn lanes_are_the_parts_without_parts() {
    let store = store_of(WORDS);
    let mut diagnostics = Diagnostics::new();
    let ComposedIndices { indices } = store.analysis(&mut diagnostics).expect("it is well-formed");
    let lanes: &LaneMasks = store.analysis(&mut diagnostics).expect("it is well-formed");
    let shown: Vec<String> = indices
        .iter()
        .map(|(i, index)| {
            let steps = lanes.transform(i).iter();
            let steps = steps.map(|step| format!("{:#x}<<{}", step.mask.0, step.rotate_left));
            let steps = steps.collect::<Vec<_>>().join(" ");
            format!("{}: {:#x}, {steps}\n", index.name, lanes.of_index(i).0)
        })
        .collect();
    expect![[r#"
        hi: 0x1, 0xffffffffffffffff<<0
        lo: 0x2, 0xffffffffffffffff<<1
        whi: 0xc, 0xffffffffffffffff<<2
        wlo: 0x3, 0xffffffffffffffff<<0
        whi_then_hi: 0x4, 0xffffffffffffffff<<2
        whi_then_lo: 0x8, 0xffffffffffffffff<<3
    "#]]
    .assert_eq(&shown.concat());
}

#[test]
fn registers_that_stand_for_each_other_weigh_the_same() {
    // A register that has no parts weighs as much as one that has two, in the same class.
    let text = format!(
        "{WORDS} def S : Register<\"s\">; def Any : RegisterClass<[i16], 16, (add W0, W1, S)>;"
    );
    let store = store_of(&text);
    let mut diagnostics = Diagnostics::new();
    let registers: &Registers = store.analysis(&mut diagnostics).expect("it is well-formed");
    let weights: &UnitWeights = store.analysis(&mut diagnostics).expect("it is well-formed");
    let weight = |name| {
        let register = registers.of_name(name).expect("it is described");
        weights.total(weights.units(register))
    };
    assert_eq!(["B0", "W0", "S", "D0"].map(weight), [1, 2, 2, 4]);
    let pressure: &PressureSets = store.analysis(&mut diagnostics).expect("it is well-formed");
    let sets = pressure.sets.iter().map(|set| format!("{} {}", set.name, set.weight));
    assert_eq!(sets.collect::<Vec<_>>(), ["Byte 4", "Any 6"]);
}

#[test]
fn what_calls_preserve_is_all_that_is_wholly_saved() {
    let text = format!(
        "{WORDS} class CalleeSavedRegs<dag saved> {{ dag SaveList = saved; dag OtherPreserved; }}
def CSR : CalleeSavedRegs<(add W0, B2, B3)>;"
    );
    let store = store_of(&text);
    let mut diagnostics = Diagnostics::new();
    let registers: &Registers = store.analysis(&mut diagnostics).expect("it is well-formed");
    let saved: &CalleeSaved = store.analysis(&mut diagnostics).expect("it is well-formed");
    let preserved = saved.lists[0].preserved.iter().map(|register| registers.name(register));
    assert_eq!(preserved.collect::<Vec<_>>().join(" "), "B0 B1 B2 B3 D0 W0 W1");
}
