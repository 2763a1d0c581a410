//! Packets on a small description with the names of Hexagon.

use tablewright_machine::{Machine, MachineOptions};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

const DESCRIPTION: &str = r##"
include "llvm/Target/Target.td"
class R<string name, int number> : Register<name> {
  let Namespace = "Hexagon"; let HWEncoding = number;
}
foreach i = 0-7 in def R#i : R<"r"#i, i>;
foreach i = 0-1 in def P#i : R<"p"#i, i>;
def IntRegs : RegisterClass<"Hexagon", [i32], 32, (sequence "R%u", 0, 7)>;
def GeneralSubRegs : RegisterClass<"Hexagon", [i32], 32, (sequence "R%u", 0, 7)>;
def PredRegs : RegisterClass<"Hexagon", [i1], 32, (sequence "P%u", 0, 1)>;
def SLOT0 : FuncUnit; def SLOT1 : FuncUnit; def SLOT2 : FuncUnit; def SLOT3 : FuncUnit;
def any : InstrItinClass;
def memory : InstrItinClass;
def Slots : ProcessorItineraries<[SLOT0, SLOT1, SLOT2, SLOT3], [], [
  InstrItinData<any, [InstrStage<1, [SLOT0, SLOT1, SLOT2, SLOT3]>]>,
  InstrItinData<memory, [InstrStage<1, [SLOT0]>]>]>;
def Model : SchedMachineModel { let Itineraries = Slots; let CompleteModel = 0; }
def : ProcessorModel<"hexagonv60", Model, []>;
def s32_0Imm : Operand<i32> { let DecoderMethod = "s32_0ImmDecoder"; }
def u26_6Imm : Operand<i32> { let DecoderMethod = "unsignedImmDecoder"; }
def b30_2Imm : Operand<i32> {
  let DecoderMethod = "brtargetDecoder"; let PrintMethod = "printBrtarget";
}
class I<bits<4> op, dag outs, dag ins, string text> : Instruction {
  let Namespace = "Hexagon"; let Size = 4;
  let OutOperandList = outs; let InOperandList = ins; let AsmString = text;
  field bits<32> Inst; let Inst{31-28} = op;
  let Itinerary = any;
  bits<1> isPredicated = 0; bits<1> isPredicatedNew = 0; bits<1> isPredicatedFalse = 0;
  bits<1> isNewValue = 0; bits<1> hasNewValue = 0; bits<3> opNewValue = 0;
  bits<1> isExtendable = 0; bits<3> opExtendable = 0;
  bits<1> isExtentSigned = 0; bits<2> opExtentAlign = 0;
}
def A4_ext : I<0, (outs), (ins u26_6Imm:$Ii), "immext(#$Ii)"> {
  bits<32> Ii; let Inst{27-16} = Ii{31-20}; let Inst{13-0} = Ii{19-6};
}
def A2_addi : I<1, (outs IntRegs:$Rd32), (ins IntRegs:$Rs32, s32_0Imm:$Ii), "$Rd32 = add($Rs32,#$Ii)"> {
  bits<3> Rd32; bits<3> Rs32; bits<8> Ii;
  let Inst{2-0} = Rd32; let Inst{5-3} = Rs32; let Inst{13-6} = Ii;
  let hasNewValue = 1; let isExtendable = 1; let opExtendable = 2; let isExtentSigned = 1;
}
def S2_storerinew : I<2, (outs), (ins IntRegs:$Rs32, IntRegs:$Nt8), "memw($Rs32+#0) = $Nt8.new"> {
  bits<3> Rs32; bits<3> Nt8; let Inst{2-0} = Rs32; let Inst{5-3} = Nt8;
  let isNewValue = 1; let Itinerary = memory;
}
def C2_move : I<3, (outs IntRegs:$Rd32), (ins PredRegs:$Pu4, IntRegs:$Rs32), "if ($Pu4.new) $Rd32 = $Rs32"> {
  bits<3> Rd32; bits<2> Pu4; bits<3> Rs32;
  let Inst{2-0} = Rd32; let Inst{4-3} = Pu4; let Inst{7-5} = Rs32;
  let isPredicated = 1; let isPredicatedNew = 1;
}
def C2_cmp : I<4, (outs PredRegs:$Pd4), (ins IntRegs:$Rs32), "$Pd4 = tst($Rs32)"> {
  bits<2> Pd4; bits<3> Rs32; let Inst{1-0} = Pd4; let Inst{4-2} = Rs32;
}
def J2_jump : I<5, (outs), (ins b30_2Imm:$Ii), "jump $Ii"> {
  bits<10> Ii; let Inst{7-0} = Ii{9-2}; let isBranch = 1; bits<1> cofMax1 = 1; let isExtendable = 1; let isExtentSigned = 1; let opExtentAlign = 2;
}
def SA1_seti : I<0, (outs GeneralSubRegs:$Rd16), (ins s32_0Imm:$Ii), "$Rd16 = #$Ii"> {
  let DecoderNamespace = "SUBINSN_A"; bits<4> Rd16; bits<6> Ii;
  let Inst{31-0} = ?; let Inst{12-10} = 2; let Inst{3-0} = Rd16; let Inst{9-4} = Ii;
  let isExtendable = 1; let opExtendable = 1; let isExtentSigned = 1;
}
def R29 : R<"r29", 29>;
def Frames : RegisterClass<"Hexagon", [i32], 32, (add R4, R29)>;
def S2_allocframe : I<6, (outs Frames:$Rx32), (ins Frames:$Rs32, u26_6Imm:$Ii), "allocframe($Rx32,#$Ii):raw"> {
  bits<1> Rx32; bits<1> Rs32; bits<6> Ii;
  let Inst{0} = Rx32; let Inst{1} = Rs32; let Inst{10-5} = Ii;
}
def Info : InstrInfo;
def Hexagon : Target { let InstructionSet = Info; }
"##;

/// Roles of words: before other words, before other words with a loop's mark, last.
const INNER: u32 = 1 << 14;
const LOOP: u32 = 2 << 14;
const LAST: u32 = 3 << 14;

const EXTENDER: u32 = INNER | 5;

fn add(target: u32, source: u32, number: u32) -> u32 {
    1 << 28 | target | source << 3 | (number & 0xff) << 6
}

fn store_new(base: u32, new: u32) -> u32 {
    2 << 28 | base | new << 3
}

/// Decodes the packet at the start of words, and compares its lines with `expected`. A refused packet has no lines.
fn check(words: &[u32], expected: &[&str]) {
    let session = Session::new().include_dir(PRELUDE);
    let loaded =
        session.load_text("a.td", DESCRIPTION.to_owned()).expect("the description is valid");
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, &MachineOptions::default(), &mut diagnostics);
    let machine = machine.unwrap_or_else(|_| panic!("{diagnostics:?}"));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut text = String::new();
    if let Ok(packet) = machine.decode_packet(&bytes) {
        machine.print_packet(&packet, &mut text);
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert_eq!(lines, expected, "{words:x?}");
}

#[test]
fn packets_end_with_a_marked_word() {
    let last = add(1, 2, 255) | LAST;
    check(&[last, last], &["{", "r1 = add(r2,#-1)", "}"]);
    let first = add(3, 4, 5) | INNER;
    check(&[first, last], &["{", "r3 = add(r4,#5)", "r1 = add(r2,#-1)", "}"]);
    check(&[first], &[]);
}

#[test]
fn packets_have_at_most_four_words() {
    let words = |count: u32| -> Vec<u32> {
        let inner = (1..count).map(|target| add(target, 0, 0) | INNER);
        inner.chain([add(0, 0, 0) | LAST]).collect()
    };
    let lines =
        ["{", "r1 = add(r0,#0)", "r2 = add(r0,#0)", "r3 = add(r0,#0)", "r0 = add(r0,#0)", "}"];
    check(&words(4), &lines);
    check(&words(5), &[]);
}

#[test]
fn marks_of_the_first_two_words_end_loops() {
    let (one, two, three) = (add(1, 0, 0), add(2, 0, 0), add(3, 0, 0) | LAST);
    let lines = |end| ["{", "r1 = add(r0,#0)", "r2 = add(r0,#0)", "r3 = add(r0,#0)", end];
    check(&[one | LOOP, two | INNER, three], &lines("} :endloop0"));
    check(&[one | INNER, two | LOOP, three], &lines("} :endloop1"));
    check(&[one | LOOP, two | LOOP, three], &lines("} :endloop01"));
    check(&[one | LOOP, two | INNER, add(4, 0, 0) | LOOP, three], &[]);
}

#[test]
fn extenders_have_the_upper_bits_of_the_next_number() {
    check(&[EXTENDER, add(1, 2, 0x41) | LAST], &["{", "r1 = add(r2,##321)", "}"]);
    check(&[EXTENDER, 5 << 28 | LAST | 1], &["{", "jump 0x141", "}"]);
    check(&[EXTENDER, EXTENDER, add(1, 2, 0) | LAST], &[]);
    check(&[EXTENDER, store_new(0, 2) | LAST], &[]);
    check(&[EXTENDER | LAST], &["{", "}"]);
}

#[test]
fn new_values_count_instructions_back() {
    let (one, two) = (add(1, 0, 0) | INNER, add(2, 0, 0) | INNER);
    let lines = |line| ["{", "r1 = add(r0,#0)", "r2 = add(r0,#0)", line, "}"];
    check(&[one, two, store_new(3, 2) | LAST], &lines("memw(r3+#0) = r2.new"));
    check(&[one, two, store_new(3, 4) | LAST], &lines("memw(r3+#0) = r1.new"));
    // An extender does not count.
    let lines = ["{", "r1 = add(r0,#0)", "r2 = add(r0,##320)", "memw(r3+#0) = r1.new", "}"];
    check(&[one, EXTENDER, two, store_new(3, 4) | LAST], &lines);
    check(&[one, two, store_new(3, 0) | LAST], &[]);
    check(&[one, two, store_new(3, 3) | LAST], &[]);
    check(&[one, two, store_new(3, 6) | LAST], &[]);
}

#[test]
fn halves_of_a_word_are_two_instructions() {
    let half = |target: u32, number: u32| 2 << 10 | target | number << 4;
    let word = |upper: u32, lower: u32| 1 << 29 | 1 << 13 | upper << 16 | lower;
    check(&[word(half(1, 3), half(2, 60))], &["{", "r1 = #3", "r2 = #-4", "}"]);
    check(&[EXTENDER, word(half(1, 3), half(2, 60))], &["{", "r1 = ##323", "r2 = #-4", "}"]);
    // The class 15 is reserved.
    check(&[7 << 29 | 1 << 13], &[]);
}

#[test]
fn registers_are_written_once() {
    check(&[add(1, 0, 0) | INNER, add(1, 0, 1) | LAST], &[]);
}

#[test]
fn new_conditions_are_written_in_the_packet() {
    let test = 4 << 28 | 1 << 2;
    let copy = |predicate: u32| 3 << 28 | 2 | predicate << 3 | LAST;
    let lines = ["{", "p0 = tst(r1)", "if (p0.new) r2 = r0", "}"];
    check(&[test | INNER, copy(0)], &lines);
    check(&[test | INNER, copy(1)], &[]);
}

#[test]
fn instructions_have_different_slots() {
    let lines = ["{", "r1 = add(r0,#0)", "memw(r2+#0) = r1.new", "}"];
    check(&[add(1, 0, 0) | INNER, store_new(2, 2) | LAST], &lines);
    check(&[add(1, 0, 0) | INNER, store_new(2, 2) | INNER, store_new(3, 4) | LAST], &[]);
}

#[test]
fn packets_that_end_loops_have_no_branches() {
    let jump = 5 << 28 | LAST | 1;
    check(&[add(1, 0, 0) | INNER, jump], &["{", "r1 = add(r0,#0)", "jump 0x4", "}"]);
    check(&[add(1, 0, 0) | LOOP, jump], &[]);
}

#[test]
fn branches_that_must_be_alone_have_no_other_branch() {
    check(&[5 << 28 | INNER, 5 << 28 | LAST], &[]);
}

#[test]
fn frames_at_the_usual_registers_are_short() {
    let frame = 6 << 28 | 8 << 5 | LAST;
    check(&[frame], &["{", "allocframe(r4,#8):raw", "}"]);
    check(&[frame | 3], &["{", "allocframe(#8)", "}"]);
}
