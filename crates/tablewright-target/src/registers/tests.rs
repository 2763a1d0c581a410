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
pub(super) fn fault<M: tablewright_records::Model>(text: &str) -> String {
    let store = store_of(text);
    match store.model::<M>(&mut Diagnostics::new()).map(drop) {
        Ok(()) => "no fault".to_owned(),
        Err(tablewright_records::ModelError::Reported) => "reported".to_owned(),
        Err(tablewright_records::ModelError::Diagnostic(fault)) => {
            let line = |pos| store.sources().line_column(pos).line as usize;
            let from = CLASSES.lines().count();
            let at = fault.pos.map_or(String::new(), |pos| format!("{}: ", line(pos) - from));
            format!("{at}{}", fault.message)
        }
    }
}

fn check_registers(text: &str, expected: Expect) {
    let store = store_of(text);
    let registers: &Registers = store.model(&mut Diagnostics::new()).expect("it is well-formed");
    let mut shown = String::new();
    for (i, register) in registers.iter() {
        let name = registers.qualified_name(&store, i);
        write!(shown, "{} {name} '{}'", i.number(), registers.asm_name(&store, i))
            .expect("a string takes any text");
        for &(index, sub_reg) in &register.sub_regs {
            let index = store.record(registers.sub_reg_indices()[index.index()].record).name();
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
    let registers: &Registers = store.model(&mut diagnostics).expect("it is well-formed");
    let classes: &DescribedClasses = store.model(&mut diagnostics).expect("it is well-formed");
    let names = |members: Vec<RegisterIndex>| {
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
    let of = |text: &str| fault::<DescribedClasses>(&format!("{two}\n{text}"));
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
