//! Rows of targets on small descriptions with the names of their methods.

use tablewright_machine::assemble::{AsmRows, assemble};
use tablewright_machine::{ByteOrder, Machine, MachineOptions};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::Diagnostics;

const PRELUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target/prelude");

/// Assembles lines of a target, then prints the bytes and their text. A description has the target's
/// registers, operands and instructions.
fn check(target: &str, description: &str, lines: &[(&str, &str)]) {
    check_with(&MachineOptions::default(), target, description, lines);
}

/// Assembles and prints lines for a processor.
fn check_with(options: &MachineOptions, target: &str, description: &str, lines: &[(&str, &str)]) {
    // Instructions of BPF begin with operands.
    let parsers = if target == "BPF" { "let AssemblyParsers = [Parser];" } else { "" };
    let text = format!(
        "include \"llvm/Target/Target.td\"\n\
         class R<string name, int number, list<string> other = []> : Register<name, other> {{\n\
           let Namespace = \"{target}\"; let HWEncoding = number;\n\
         }}\n\
         class I<dag outs, dag ins, string text, int size> : Instruction {{\n\
           let Namespace = \"{target}\"; let Size = size;\n\
           let OutOperandList = outs; let InOperandList = ins; let AsmString = text;\n\
         }}\n\
         {description}\n\
         def Info : InstrInfo;\n\
         def {target} : Target {{ let InstructionSet = Info; {parsers} }}\n"
    );
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_text("a.td", text).expect("the description is valid");
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, options, &mut diagnostics);
    let machine = machine.unwrap_or_else(|error| panic!("{error:?} {diagnostics:?}"));
    let rows = AsmRows::new(&machine, &mut diagnostics).expect("the description is valid");
    for (line, expected) in lines {
        let shown = match assemble(&machine, &rows, line) {
            Ok(assembly) => {
                let bytes = &assembly.sections[0].bytes;
                let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                let mut text = format!("{digits} ");
                match machine.decode(bytes) {
                    Ok(decoded) => machine.print(&decoded.insn, &mut text),
                    Err(_) => text.push_str("<unknown>"),
                }
                text
            }
            Err(errors) => errors[0].to_string(),
        };
        assert_eq!(shown, *expected, "{line}");
    }
}

#[test]
fn loongarch_numbers_have_signs_scales_and_offsets() {
    let description = r##"
def RegAliasName : RegAltNameIndex;
let RegAltNameIndices = [RegAliasName] in { def R0 : R<"r0", 0, ["zero"]>; def R4 : R<"r4", 4, ["a0"]>; }
def GPR : RegisterClass<"LoongArch", [i64], 64, (add R0, R4)>;
class N<string m> : Operand<i64> { let DecoderMethod = m; }
def far : N<"decodeSImmOperand<16, 2>">;
def plus1 : N<"decodeUImmOperand<2, 1>">;
class W<bits<4> op, dag ins, string text> : I<(outs GPR:$rd), ins, text, 4> {
  field bits<32> Inst = 0; let Inst{3-0} = op; bits<5> rd; let Inst{8-4} = rd;
}
def B : W<1, (ins far:$k), "b\t$rd, $k"> { bits<16> k; let Inst{31-16} = k; }
def S : W<2, (ins plus1:$k), "s\t$rd, $k"> { bits<2> k; let Inst{17-16} = k; }
"##;
    check(
        "LoongArch",
        description,
        &[
            ("b $a0, -8", "4100feff b\t$a0, -8"),
            ("b $r4, 6", "1:8: error: operand 2: expected a multiple of 4 from -131072 to 131068"),
            ("s $zero, 4", "02000300 s\t$zero, 4"),
            ("s $zero, 0", "1:10: error: operand 2: expected a number from 1 to 4"),
        ],
    );
}

#[test]
fn bpf_instructions_have_fields() {
    let description = r##"
foreach i = 0-3 in def R#i : R<"r"#i, i>;
def GPR : RegisterClass<"BPF", [i64], 64, (sequence "R%u", 0, 3)>;
def s16imm : Operand<i16>;
def MEMri : Operand<i64> {
  let PrintMethod = "printMemOperand"; let DecoderMethod = "decodeMemoryOpValue";
  let MIOperandInfo = (ops GPR, s16imm);
}
class W<bits<8> op, dag ins, string text> : I<(outs GPR:$d), ins, text, 8> {
  field bits<64> Inst = 0; let Inst{63-56} = op; bits<4> d; let Inst{51-48} = d;
}
def LDW : W<0x61, (ins MEMri:$a), "$d = *(u32 *)(${a})"> {
  bits<20> a; let Inst{55-52} = a{19-16}; let Inst{47-32} = a{15-0};
}
def i64imm : Operand<i64>;
def STB_imm : I<(outs), (ins i64imm:$imm, MEMri:$a), "*(u8 *)(${a}) = $imm", 8> {
  field bits<64> Inst = 0; let Inst{63-56} = 0x72; bits<20> a; bits<32> imm;
  let Inst{51-48} = a{19-16}; let Inst{47-32} = a{15-0}; let Inst{31-0} = imm;
}
def Parser : AsmParser { let HasMnemonicFirst = 0; }
"##;
    check(
        "BPF",
        description,
        &[
            ("*(u8 *)(r1 - 2) = 125", "7201feff7d000000 *(u8 *)(r1 - 2) = 125"),
            ("r1 = *(u32 *)(r2 - 8)", "6121f8ff00000000 r1 = *(u32 *)(r2 - 8)"),
            ("r1 = *(u32 *)(r2 + 0)", "6121000000000000 r1 = *(u32 *)(r2 + 0)"),
            // A negative number may be written without its sign.
            ("*(u8 *)(r1 - 2) = 0xffffffff", "7201feffffffffff *(u8 *)(r1 - 2) = -1"),
        ],
    );
}

#[test]
fn bpf_numbers_of_64_bits_have_a_tail() {
    let description = r##"
foreach i = 0-3 in def R#i : R<"r"#i, i>;
def GPR : RegisterClass<"BPF", [i64], 64, (sequence "R%u", 0, 3)>;
def u64imm : Operand<i64> { let PrintMethod = "printImm64Operand"; }
def LD_imm64 : I<(outs GPR:$d), (ins u64imm:$n), "$d = $n ll", 8> {
  field bits<64> Inst = 0; let Inst{63-56} = 0x18; bits<4> d; let Inst{51-48} = d;
  bits<64> n; let Inst{31-0} = n{31-0};
}
def Parser : AsmParser { let HasMnemonicFirst = 0; }
"##;
    check(
        "BPF",
        description,
        &[("r1 = 4294967298 ll", "18010000020000000000000001000000 r1 = 4294967298 ll")],
    );
}

#[test]
fn lanai_addresses_have_modes() {
    let description = r##"
class L<bits<5> n, string s> : Register<s> { bits<5> Num = n; let Namespace = "Lanai"; }
foreach i = 0-4 in def R#i : L<i, "r"#i>;
def SP : L<4, "sp">;
def GPR : RegisterClass<"Lanai", [i32], 32, (add (sequence "R%u", 0, 4), SP)>;
def i32lo16s : Operand<i32>;
def AluOp : Operand<i32>;
def MemAddress : AsmOperandClass { let Name = "MemAddress"; }
def MEMri : Operand<i32> {
  let ParserMatchClass = MemAddress;
  let DecoderMethod = "decodeRiMemoryValue"; let PrintMethod = "printMemRiOperand";
  let MIOperandInfo = (ops GPR:$base, i32lo16s:$offset, AluOp:$Opcode);
}
def LDW_RI : I<(outs GPR:$d), (ins MEMri:$src), "ld\t$src, $d", 4> {
  field bits<32> Inst; let Inst{31-28} = 8; bits<5> d; bits<23> src;
  let Inst{27-23} = d; let Inst{22-0} = src;
}
def pred : Operand<i32> {
  let PrintMethod = "printPredicateOperand"; let DecoderMethod = "decodePredicateOperand";
}
def BrTarget : Operand<i32>;
def CCOp : Operand<i32> { let PrintMethod = "printCCOperand"; }
def BRR : I<(outs), (ins BrTarget:$t, CCOp:$c), "b${c}.r\t$t", 4> {
  field bits<32> Inst; let Inst{31-28} = 14; bits<4> c; bits<24> t;
  let Inst{27-24} = c; let Inst{23-0} = t;
}
def NEG : I<(outs GPR:$d), (ins pred:$p), "neg$p\t$d", 4> {
  field bits<32> Inst; let Inst{31-28} = 9; bits<5> d; bits<4> p;
  let Inst{27-23} = d; let Inst{22-4} = 0; let Inst{3-0} = p;
}
// The lowest bits of the number have no place.
def BIR : I<(outs), (ins i32lo16s:$t), "bir\t$t", 4> {
  field bits<32> Inst; let Inst{31-16} = 0xa000; bits<16> t;
  let Inst{15-2} = t{15-2}; let Inst{1-0} = 2;
}
def NEG_F : I<(outs GPR:$d), (ins pred:$p), "neg.f$p\t$d", 4> {
  field bits<32> Inst; let Inst{31-28} = 9; bits<5> d; bits<4> p;
  let Inst{27-23} = d; let Inst{22-4} = 1; let Inst{3-0} = p;
}
"##;
    check(
        "Lanai",
        description,
        &[
            ("ld 0[%r4], %r1", "80900000 ld\t0[%sp], %r1"),
            ("ld -4[%sp], %r1", "8092fffc ld\t-4[%sp], %r1"),
            ("ld [%sp++], %r1", "80910004 ld\t[%sp++], %r1"),
            ("ld 8[*%sp], %r1", "80930008 ld\t8[*%sp], %r1"),
            ("neg.vs %r1", "90800009 neg.vs\t%r1"),
            ("neg %r1", "90800000 neg\t%r1"),
            ("bne.r 8", "e6000008 bne.r\t0x8"),
            ("bhi.r 8", "e2000008 bugt.r\t0x8"),
            ("ld [-4], %r1", "8082fffc ld\t-4[%r0], %r1"),
            ("ld [5], %r1", "80820005 ld\t5[%r0], %r1"),
            // Another instruction has the address of a word.
            (
                "ld [8], %r1",
                "1:7: error: operand 1: expected an address with 16 bits and a sign, not of a word",
            ),
            // An address without a distance lacks a mode.
            ("ld 0[*%r3], %r1", "808c0000 ld\t0[%r3], %r1"),
            ("bir 5", "a0000006 bir\t0x4"),
            ("neg.f %r1", "90800010 neg.f\t%r1"),
            ("neg.f.vs %r1", "90800019 neg.f.vs\t%r1"),
        ],
    );
}

#[test]
fn avr_loads_have_a_bit_of_their_method() {
    let description = r##"
def ptr : RegAltNameIndex;
foreach i = 0-3 in def R#i : R<"r"#i, i>;
let RegAltNameIndices = [ptr] in {
def R27R26 : R<"r27:r26", 26, ["X"]>; def R29R28 : R<"r29:r28", 28, ["Y"]>; def R31R30 : R<"r31:r30", 30, ["Z"]>;
}
def GPR8 : RegisterClass<"AVR", [i8], 8, (sequence "R%u", 0, 3)>;
def PTRREGS : RegisterClass<"AVR", [i16], 8, (add R27R26, R29R28, R31R30)>;
def LDSTPtrReg : Operand<i16> { let MIOperandInfo = (ops PTRREGS); }
def LD : I<(outs GPR8:$reg), (ins LDSTPtrReg:$ptrreg), "ld\t$reg, $ptrreg", 2> {
  field bits<16> Inst; bits<2> ptrreg; bits<5> reg; let DecoderMethod = "decodeLoadStore";
  let Inst{15-9} = 0b1000000; let Inst{8-4} = reg; let Inst{3-2} = ptrreg; let Inst{1-0} = 0;
}
def imm_ldi8 : Operand<i8>;
def LDI : I<(outs GPR8:$rd), (ins imm_ldi8:$k), "ldi\t$rd, $k", 2> {
  field bits<16> Inst; bits<4> rd; bits<8> k;
  let Inst{15-12} = 14; let Inst{11-8} = k{7-4}; let Inst{7-4} = rd; let Inst{3-0} = k{3-0};
}
"##;
    check(
        "AVR",
        description,
        &[
            ("ld r1, X", "1c90 ld\tr1, X"),
            ("ld r1, Y", "1880 <unknown>"),
            ("ld r1, r2", "1:8: error: operand 2: expected another register"),
            ("ldi 2, hi8(0x1234)", "22e1 ldi\tr2, 18"),
            ("ldi r2, lo8(-(1))", "2fef ldi\tr2, 255"),
            ("ldi r2, pm_lo8(0x24)", "22e1 ldi\tr2, 18"),
        ],
    );
}

#[test]
fn systemz_addresses_have_an_index() {
    let description = r##"
foreach i = 0-2 in def R#i#D : R<"r"#i, i>;
def GR64Bit : RegisterClass<"SystemZ", [i64], 64, (sequence "R%uD", 0, 2)>;
def ADDR64Bit : RegisterClass<"SystemZ", [i64], 64, (sequence "R%uD", 1, 2)>;
def ADDR64 : RegisterOperand<ADDR64Bit>;
def disp12imm64 : Operand<i64> { let DecoderMethod = "decodeU12ImmOperand"; let PrintMethod = "printU12ImmOperand"; }
def bdxaddr12only : Operand<i64> {
  let PrintMethod = "printBDXAddrOperand"; let MIOperandInfo = (ops ADDR64, disp12imm64, ADDR64);
}
def A : I<(outs GR64Bit:$R1), (ins (bdxaddr12only $B2, $D2, $X2):$XBD2), "a\t$R1, $XBD2", 4> {
  field bits<32> Inst; bits<4> R1; bits<4> B2; bits<12> D2; bits<4> X2;
  let Inst{31-24} = 0x5a; let Inst{23-20} = R1; let Inst{19-16} = X2; let Inst{15-12} = B2; let Inst{11-0} = D2;
}
class BR<bits<4> condition, string text> : I<(outs), (ins GR64Bit:$R1), text, 2> {
  field bits<16> Inst; bits<4> R1; let Inst{15-8} = 7; let Inst{7-4} = condition; let Inst{3-0} = R1;
}
def BER : BR<8, "ber\t$R1">;
def BA : I<(outs), (ins ADDR64:$R1), "ba\t$R1", 2> {
  field bits<16> Inst; bits<4> R1; let Inst{15-4} = 0x124; let Inst{3-0} = R1;
}
// The highest bit of the number has a fixed value.
def imm32zx4 : Operand<i64> { let DecoderMethod = "decodeU4ImmOperand"; let PrintMethod = "printU4ImmOperand"; }
def W : I<(outs), (ins imm32zx4:$M4), "w\t$M4", 2> {
  field bits<16> Inst; bits<4> M4; let Inst{15-4} = 0x125; let Inst{3} = 1; let Inst{2-0} = M4{2-0};
}
def F3D : R<"f3", 3>;
def VR64 : RegisterClass<"SystemZ", [i64], 64, (add F3D)>;
def LD : I<(outs VR64:$R1), (ins), "ld\t$R1", 2> {
  field bits<16> Inst; bits<4> R1; let Inst{15-4} = 0x123; let Inst{3-0} = R1;
}
// Only assemblers know the other name.
let isAsmParserOnly = 1 in def BZR : BR<8, "bzr\t$R1">;
"##;
    check(
        "SystemZ",
        description,
        &[
            ("a %r1, 291(%r2,%r1)", "5a121123 a\t%r1, 291(%r2,%r1)"),
            ("a %r1, 291(%r2)", "5a102123 a\t%r1, 291(%r2)"),
            ("a %r1, 291(%r2,0)", "5a120123 a\t%r1, 291(%r2,0)"),
            ("a %r1, 291", "5a100123 a\t%r1, 291"),
            ("ber %r1", "0781 ber\t%r1"),
            ("bzr %r1", "0781 ber\t%r1"),
            ("ld %v3", "1233 ld\t%f3"),
            // Numbers are registers, and the register 0 is not part of an address.
            ("a 1, 291(2,1)", "5a121123 a\t%r1, 291(%r2,%r1)"),
            ("a 1, 291(%r0,%r2)", "5a102123 a\t%r1, 291(%r2)"),
            ("a 1, 291(,%r2)", "5a102123 a\t%r1, 291(%r2)"),
            ("ba %r0", "1240 ba\t0"),
            ("w 4", "125c w\t4"),
            ("w 12", "125c w\t4"),
            ("w 16", "1:3: error: operand 1: expected a number from 0 to 15"),
            ("ld 3", "1233 ld\t%f3"),
            ("a 3, 0", "1:3: error: operand 1: expected a register"),
            ("a 1, 0(16)", "1:11: error: operand 2: expected an address, for example 4(%r1)"),
            ("a %r1, 4096", "1:8: error: operand 2: expected a number from 0 to 4095"),
        ],
    );
}

/// Prints words in the target's byte order.
fn check_printed(target: &str, description: &str, words: &[(u32, &str)]) {
    let text = format!(
        "include \"llvm/Target/Target.td\"\n{description}\ndef Info : InstrInfo;\n\
         def {target} : Target {{ let InstructionSet = Info; }}\n"
    );
    let session = Session::new().include_dir(PRELUDE);
    let loaded = session.load_text("a.td", text).expect("the description is valid");
    let mut diagnostics = Diagnostics::new();
    let machine = Machine::new(&loaded.store, &MachineOptions::default(), &mut diagnostics);
    let machine = machine.unwrap_or_else(|_| panic!("{diagnostics:?}"));
    for (word, expected) in words {
        let mut text = String::new();
        let bytes = match machine.byte_order() {
            ByteOrder::Little => word.to_le_bytes(),
            ByteOrder::Big => word.to_be_bytes(),
        };
        match machine.decode(&bytes) {
            Ok(decoded) => machine.print(&decoded.insn, &mut text),
            Err(_) => text.push_str("<unknown>"),
        }
        assert_eq!(text, *expected, "{word:08x}");
    }
}

#[test]
fn aarch64_operands_have_shifts_masks_and_classes() {
    let description = r##"
class R<string name, bits<16> n> : Register<name> { let Namespace = "AArch64"; let HWEncoding = n; }
foreach i = 0-3 in def X#i : R<"x"#i, i>;
def GPR64 : RegisterClass<"AArch64", [i64], 64, (sequence "X%u", 0, 3)> {
  let DecoderMethod = "DecodeSimpleRegisterClass<AArch64::GPR64RegClassID, 0, 4>";
}
def logical_shift64 : Operand<i32> { let PrintMethod = "printShifter"; }
def logical_shifted_reg64 : Operand<i64> {
  let PrintMethod = "printShiftedRegister"; let MIOperandInfo = (ops GPR64, logical_shift64);
}
def i32imm : Operand<i32>;
def logical_imm64 : Operand<i64> { let PrintMethod = "printLogicalImm<int64_t>"; }
class I<bits<4> op, dag ins, string text> : Instruction {
  let Namespace = "AArch64"; let Size = 4; let OutOperandList = (outs GPR64:$Rd);
  let InOperandList = ins; let AsmString = text;
  field bits<32> Inst = 0; bits<5> Rd; bits<5> Rn;
  let Inst{31-28} = op; let Inst{4-0} = Rd; let Inst{9-5} = Rn;
}
def AND : I<1, (ins GPR64:$Rn, (logical_shifted_reg64 $Rm, $shift):$Rm_and_shift), "and\t$Rd, $Rn, $Rm_and_shift"> {
  let DecoderMethod = "DecodeThreeAddrSRegInstruction";
  bits<5> Rm; bits<8> shift; let Inst{23-22} = shift{7-6}; let Inst{20-16} = Rm; let Inst{15-10} = shift{5-0};
}
def ANDI : I<2, (ins GPR64:$Rn, logical_imm64:$imm), "and\t$Rd, $Rn, $imm"> {
  let DecoderMethod = "DecodeLogicalImmInstruction";
  bits<13> imm; let Inst{22-10} = imm;
}
def UBFMXri : I<3, (ins GPR64:$Rn, i32imm:$r, i32imm:$s), "ubfm\t$Rd, $Rn, $r, $s"> {
  bits<6> r; bits<6> s; let Inst{21-16} = r; let Inst{15-10} = s;
}
"##;
    check_printed(
        "AArch64",
        description,
        &[
            (0x1002_0021, "and\tx1, x1, x2"),
            (0x1042_0c21, "and\tx1, x1, x2, lsr #3"),
            (0x1002_0024, "<unknown>"),
            (0x2040_0021, "and\tx1, x1, #0x1"),
            (0x2040_fc21, "<unknown>"),
            (0x303d_f041, "lsl\tx1, x2, #3"),
            (0x3003_fc41, "lsr\tx1, x2, #3"),
        ],
    );
}

#[test]
fn powerpc_registers_are_numbers() {
    let description = r##"
class R<string name, bits<16> n> : Register<name> { let Namespace = "PPC"; let HWEncoding = n; }
foreach i = 0-3 in def R#i : R<"r"#i, i>;
def ZERO : R<"0", 0>;
def FP : R<"**FRAME POINTER**", 0>;
def GPRC : RegisterClass<"PPC", [i32], 32, (add (sequence "R%u", 0, 3))>;
def ptr_rc_nor0 : PointerLikeRegClass<1>;
def i32imm : Operand<i32>;
def dispRI : Operand<i32>;
def memri : Operand<i32> {
  let PrintMethod = "printMemRegImm"; let MIOperandInfo = (ops dispRI:$imm, ptr_rc_nor0:$reg);
}
class I<bits<6> op, dag ins, string text> : Instruction {
  let Namespace = "PPC"; let Size = 4; let OutOperandList = (outs GPRC:$d);
  let InOperandList = ins; let AsmString = text;
  field bits<32> Inst = 0; bits<5> d; let Inst{31-26} = op; let Inst{25-21} = d;
}
def LWZ : I<32, (ins (memri $i, $a):$addr), "lwz $d, $addr"> {
  bits<16> i; bits<5> a; let Inst{20-16} = a; let Inst{15-0} = i;
}
def RLWINM : I<21, (ins GPRC:$s, i32imm:$h, i32imm:$b, i32imm:$e), "rlwinm $d, $s, $h, $b, $e"> {
  bits<5> s; bits<5> h; bits<5> b; bits<5> e;
  let Inst{20-16} = s; let Inst{15-11} = h; let Inst{10-6} = b; let Inst{5-1} = e;
}
"##;
    check_printed(
        "PPC",
        description,
        &[
            (0x8041_fffc, "lwz 2, -4(1)"),
            (0x8040_0008, "lwz 2, 8(0)"),
            (0x5441_1838, "slwi 2, 1, 3"),
            (0x5441_e8fe, "srwi 2, 1, 3"),
            (0x5441_1882, "rlwinm 2, 1, 3, 2, 1"),
        ],
    );
}

#[test]
fn arm_operands_have_conditions_shifts_and_directions() {
    let description = r##"
class R<string name, bits<16> n> : Register<name> { let Namespace = "ARM"; let HWEncoding = n; }
foreach i = 0-12 in def R#i : R<"r"#i, i>;
def SP : R<"sp", 13>; def LR : R<"lr", 14>; def PC : R<"pc", 15>; def CPSR : R<"cpsr", 0>;
def GPR : RegisterClass<"ARM", [i32], 32, (add (sequence "R%u", 0, 12), SP, LR, PC)>;
def CCR : RegisterClass<"ARM", [i32], 32, (add CPSR)>;
def i32imm : Operand<i32>;
def zero_reg;
def pred : OperandWithDefaultOps<OtherVT, (ops (i32 14), (i32 zero_reg))> {
  let MIOperandInfo = (ops i32imm, i32imm);
  let PrintMethod = "printPredicateOperand"; let DecoderMethod = "DecodePredicateOperand";
}
class O<string print, string decode, dag parts> : Operand<i32> {
  let PrintMethod = print; let DecoderMethod = decode; let MIOperandInfo = parts;
}
def cc_out : O<"printSBitModifierOperand", "DecodeCCOutOperand", (ops CCR)>;
def so_reg_imm : O<"printSORegImmOperand", "DecodeSORegImmOperand", (ops GPR, i32imm)>;
def mod_imm : Operand<i32> { let PrintMethod = "printModImmOperand"; }
def addrmode_imm12 : O<"printAddrModeImm12Operand<false>", "DecodeAddrModeImm12Operand", (ops GPR, i32imm)>;
def reglist : Operand<i32> { let PrintMethod = "printRegisterList"; let DecoderMethod = "DecodeRegListOperand"; }
class I<bits<8> op, dag outs, dag ins, string text> : Instruction {
  let Namespace = "ARM"; let Size = 4; let OutOperandList = outs; let InOperandList = ins; let AsmString = text;
  field bits<32> Inst = 0; bits<4> p; let Inst{31-28} = p; let Inst{27-20} = op;
}
class A<bits<8> op, dag ins, string text> : I<op, (outs GPR:$Rd), ins, text> {
  bits<4> Rd; let Inst{15-12} = Rd;
}
def ADDri : A<0x28, (ins GPR:$Rn, mod_imm:$imm, pred:$p, cc_out:$s), "add${s}${p}\t$Rd, $Rn, $imm"> {
  bits<4> Rn; bits<12> imm; bit s; let Inst{20} = s; let Inst{19-16} = Rn; let Inst{11-0} = imm;
}
def MOVsi : A<0x1a, (ins so_reg_imm:$src, pred:$p, cc_out:$s), "mov${s}${p}\t$Rd, $src"> {
  bits<12> src; bit s; let Inst{20} = s; let Inst{11-5} = src{11-5}; let Inst{3-0} = src{3-0};
}
def MVNsi : A<0x1e, (ins so_reg_imm:$src, pred:$p, cc_out:$s), "mvn${s}${p}\t$Rd, $src"> {
  bits<12> src; bit s; let Inst{20} = s; let Inst{11-5} = src{11-5}; let Inst{3-0} = src{3-0};
}
def LDRi12 : A<0x51, (ins addrmode_imm12:$a, pred:$p), "ldr${p}\t$Rd, $a"> {
  bits<17> a; let Inst{23} = a{12}; let Inst{19-16} = a{16-13}; let Inst{11-0} = a{11-0};
}
class L<bits<8> op, string text> : I<op, (outs GPR:$wb), (ins GPR:$Rn, pred:$p, reglist:$regs), text> {
  let Constraints = "$Rn = $wb"; let DecoderMethod = "DecodeMemMultipleWritebackInstruction";
  bits<4> Rn; bits<16> regs; let Inst{19-16} = Rn; let Inst{15-0} = regs;
}
def LDMIA_UPD : L<0x8b, "ldm${p}\t$Rn!, $regs">;
def STMDB_UPD : L<0x92, "stmdb${p}\t$Rn!, $regs">;
// A vector instruction is not conditional, and names the value of the condition.
let DecoderNamespace = "VFPV8" in def VSEL : A<0x40, (ins GPR:$Rn, pred:$q), "vsel${q}\t$Rd, $Rn"> {
  let Inst{31-28} = 15; bits<4> Rn; let Inst{19-16} = Rn;
}
"##;
    check_printed(
        "ARM",
        description,
        &[
            (0xe282_1001, "add\tr1, r2, #1"),
            (0x1292_14ff, "addsne\tr1, r2, #-16777216"),
            (0xe282_1104, "add\tr1, r2, #4, #2"),
            (0xe282_1201, "add\tr1, r2, #268435456"),
            (0xe282_1e04, "add\tr1, r2, #4, #28"),
            (0xf282_1001, "<unknown>"),
            (0xe1a0_1182, "lsl\tr1, r2, #3"),
            (0xe1b0_1062, "rrxs\tr1, r2"),
            (0xe1e0_1022, "mvn\tr1, r2, lsr #32"),
            (0xe1e0_1002, "mvn\tr1, r2"),
            (0xe592_1000, "ldr\tr1, [r2]"),
            (0xe512_1000, "ldr\tr1, [r2, #-0]"),
            (0x0592_1004, "ldreq\tr1, [r2, #4]"),
            (0xe8bd_8010, "pop\t{r4, pc}"),
            (0xe8bd_0010, "ldm\tsp!, {r4}"),
            (0xe92d_4010, "push\t{r4, lr}"),
            (0xe921_4010, "stmdb\tr1!, {r4, lr}"),
            (0xe921_0000, "<unknown>"),
            (0xf402_1000, "vsel\tr1, r2"),
        ],
    );
}

#[test]
fn arm_vectors_follow_the_first_register() {
    let description = r##"
class R<string name, bits<16> n> : Register<name> { let Namespace = "ARM"; let HWEncoding = n; }
foreach i = 0-15 in def R#i : R<"r"#i, i>;
foreach i = 0-31 in def D#i : R<"d"#i, i>;
def GPR : RegisterClass<"ARM", [i32], 32, (sequence "R%u", 0, 15)>;
def DPR : RegisterClass<"ARM", [i64], 64, (sequence "D%u", 0, 31)>;
def i32imm : Operand<i32>;
def nohash_imm : Operand<i32> { let PrintMethod = "printNoHashImmediate"; }
def nImmVMOVI32 : Operand<i32> { let PrintMethod = "printVMOVModImmOperand"; }
def am6offset : Operand<i32> {
  let PrintMethod = "printAddrMode6OffsetOperand"; let MIOperandInfo = (ops GPR);
}
def addrmode6 : Operand<i32> {
  let PrintMethod = "printAddrMode6Operand"; let MIOperandInfo = (ops GPR:$addr, i32imm:$align);
  let DecoderMethod = "DecodeAddrMode6Operand";
}
class V<bits<9> op, dag outs, dag ins, string text, string method> : Instruction {
  let Namespace = "ARM"; let DecoderNamespace = "NEONLoadStore"; let Size = 4; let DecoderMethod = method;
  let OutOperandList = outs; let InOperandList = ins; let AsmString = text;
  field bits<32> Inst = 0; bits<5> Vd; let Inst{31-23} = op; let Inst{22} = Vd{4}; let Inst{15-12} = Vd{3-0};
}
class VLD3<bits<4> type, string text> : V<0x1e8, (outs DPR:$Vd, DPR:$dst2, DPR:$dst3, GPR:$wb),
    (ins addrmode6:$Rn, am6offset:$Rm), text, "DecodeVLDST3Instruction"> {
  let Constraints = "$Rn.addr = $wb";
  bits<6> Rn; bits<4> Rm; let Inst{21-20} = 2; let Inst{19-16} = Rn{3-0}; let Inst{11-8} = type;
  let Inst{4} = Rn{4}; let Inst{3-0} = Rm;
}
def VLD3d8_UPD : VLD3<4, "vld3.8\t\\{$Vd, $dst2, $dst3\\}, $Rn$Rm">;
def VLD3q8_UPD : VLD3<5, "vld3q.8\t\\{$Vd, $dst2, $dst3\\}, $Rn$Rm">;
def VLD2LNd16 : V<0x1e9, (outs DPR:$Vd, DPR:$dst2), (ins addrmode6:$Rn, DPR:$src1, DPR:$src2, nohash_imm:$lane),
    "vld2.16\t\\{$Vd[$lane], $dst2[$lane]\\}, $Rn", "DecodeVLD2LN"> {
  let Constraints = "$src1 = $Vd, $src2 = $dst2";
  bits<6> Rn; bits<2> lane; let Inst{21-20} = 2; let Inst{19-16} = Rn{3-0}; let Inst{11-8} = 5;
  let Inst{7-6} = lane; let Inst{4} = Rn{4}; let Inst{3-0} = 15;
}
def VMOVv2i32 : V<0x1e5, (outs DPR:$Vd), (ins nImmVMOVI32:$SIMM), "vmov.i32\t$Vd, $SIMM", "DecodeVMOVModImmInstruction"> {
  let DecoderNamespace = "NEONData"; bits<12> SIMM; let Inst{24} = SIMM{7};
  let Inst{18-16} = SIMM{6-4}; let Inst{11-8} = SIMM{11-8}; let Inst{3-0} = SIMM{3-0};
}
"##;
    check_printed(
        "ARM",
        description,
        &[
            (0xf421_2403, "vld3.8\t{d2, d3, d4}, [r1], r3"),
            (0xf461_f51d, "vld3q.8\t{d31, d1, d3}, [r1:64]!"),
            (0xf4a1_258f, "vld2.16\t{d2[2], d3[2]}, [r1]"),
            (0xf4a1_259f, "vld2.16\t{d2[2], d3[2]}, [r1:32]"),
            (0xf4e1_f59f, "<unknown>"),
            (0xf281_2c02, "vmov.i32\td2, #0x12ff"),
            (0xf281_2602, "vmov.i32\td2, #0x12000000"),
            (0xf281_2102, "<unknown>"),
        ],
    );
}

#[test]
fn mips_addresses_have_a_base_and_zero_registers_are_left_out() {
    let description = r##"
def ZERO : R<"zero", 0>; def A0 : R<"4", 4>;
def GPR32 : RegisterClass<"Mips", [i32], 32, (add ZERO, A0)>;
def simm16 : Operand<i32>;
def mem : Operand<i32> { let MIOperandInfo = (ops GPR32, simm16); let PrintMethod = "printMemOperand"; }
def brtarget : Operand<OtherVT> { let DecoderMethod = "DecodeBranchTarget"; let PrintMethod = "printBranchOperand"; }
def calltarget : Operand<i32> { let PrintMethod = "printJumpOperand"; }
class M<bits<6> op, dag outs, dag ins, string text> : I<outs, ins, text, 4> {
  field bits<32> Inst = 0; let Inst{31-26} = op;
}
class T<bits<6> op, dag outs, dag ins, string text> : M<op, outs, ins, text> {
  bits<5> rs; bits<5> rt; let Inst{25-21} = rs; let Inst{20-16} = rt;
}
def LW : M<35, (outs GPR32:$rt), (ins mem:$addr), "lw\t$rt, $addr"> {
  bits<5> rt; bits<21> addr; let Inst{20-16} = rt;
  let Inst{25-21} = addr{20-16}; let Inst{15-0} = addr{15-0}; let DecoderMethod = "DecodeMem";
}
def BEQ : T<4, (outs), (ins GPR32:$rs, GPR32:$rt, brtarget:$t), "beq\t$rs, $rt, $t"> { bits<16> t; let Inst{15-0} = t; }
def OR : T<0, (outs GPR32:$rd), (ins GPR32:$rs, GPR32:$rt), "or\t$rd, $rs, $rt"> { bits<5> rd; let Inst{15-11} = rd; let Inst{5-0} = 37; }
def JAL : M<3, (outs), (ins calltarget:$t), "jal\t$t"> { bits<26> t; let Inst{25-0} = t; let DecoderMethod = "DecodeJumpTarget"; }
"##;
    let lines = [
        ("lw $4, -8($4)", "8c84fff8 lw\t$4, -8($4)"),
        ("beq $4, $4, -4", "1084fffe beq\t$4, $4, -4"),
        ("beq $4, $zero, 8", "10800001 beqz\t$4, 8"),
        ("beq $zero, $zero, 8", "10000001 b\t8"),
        ("or $4, $4, $zero", "00802025 move\t$4, $4"),
        ("or $4, $4, $4", "00842025 or\t$4, $4, $4"),
        ("jal 4096", "0c000400 jal\t4096"),
    ];
    check("Mips", description, &lines);
}

#[test]
fn mips_joins_fields_of_an_operand_and_tries_new_tables_first() {
    let description = r##"
class R<string name, int number> : Register<name> { let Namespace = "Mips"; let HWEncoding = number; }
class I<dag outs, dag ins, string text> : Instruction {
  let Namespace = "Mips"; let Size = 4; let OutOperandList = outs; let InOperandList = ins; let AsmString = text;
}
foreach i = 1-7 in def R#i : R<""#i, i>;
def ZERO : R<"zero", 0>;
def GPR32 : RegisterClass<"Mips", [i32], 32, (add ZERO, (sequence "R%u", 1, 7))>;
def uimm16 : Operand<i32>;
class M<bits<6> op, dag outs, dag ins, string text> : I<outs, ins, text> {
  field bits<32> Inst = 0; let Inst{31-26} = op; bits<5> rs; let Inst{25-21} = rs;
}
// The description has a register in two fields.
def CLO : M<28, (outs GPR32:$rd), (ins GPR32:$rs), "clo\t$rd, $rs"> {
  bits<5> rd; let Inst{20-16} = rd; let Inst{15-11} = rd; let Inst{5-0} = 33;
}
class U<string text> : M<15, (outs GPR32:$rt), (ins GPR32:$rs, uimm16:$n), text> {
  bits<5> rt; bits<16> n; let Inst{20-16} = rt; let Inst{15-0} = n;
}
let DecoderNamespace = "Mips32r6_64r6" in def AUI : U<"aui\t$rt, $rs, $n">;
let DecoderNamespace = "Mips" in def OLD : U<"old\t$rt, $rs, $n">;
"##;
    let words = [
        (0x7043_0821, "clo\t$3, $2"),
        (0x7041_1021, "clo\t$3, $2"),
        (0x3c01_0008, "aui\t$1, $zero, 8"),
    ];
    check_printed("Mips", description, &words);
}

#[test]
fn sparc_addresses_have_negative_distances() {
    let description = r##"
foreach i = 0-7 in def G#i : R<"g"#i, i>;
def I6 : R<"fp", 30>;
def FeatureV9 : SubtargetFeature<"v9", "IsV9", "true", "">;
def V9 : Processor<"v9", NoItineraries, [FeatureV9]>;
def IntRegs : RegisterClass<"Sparc", [i32], 32, (add (sequence "G%u", 0, 7), I6)>;
def simm13Op : Operand<i32> { let DecoderMethod = "DecodeSIMM13"; }
def i32imm : Operand<i32>;
def MEMri : Operand<i32> { let PrintMethod = "printMemOperand"; let MIOperandInfo = (ops IntRegs, i32imm); }
def LD : I<(outs IntRegs:$rd), (ins (MEMri $rs1, $simm13):$addr), "ld [$addr], $rd", 4> {
  field bits<32> Inst; bits<5> rd; bits<5> rs1; bits<13> simm13;
  let Inst{31-30} = 3; let Inst{29-25} = rd; let Inst{24-19} = 0; let Inst{18-14} = rs1;
  let Inst{13} = 1; let Inst{12-0} = simm13;
}
def ORri : I<(outs IntRegs:$rd), (ins IntRegs:$rs1, simm13Op:$simm13), "or $rs1, $simm13, $rd", 4> {
  field bits<32> Inst; bits<5> rd; bits<5> rs1; bits<13> simm13;
  let Inst{31-30} = 2; let Inst{29-25} = rd; let Inst{24-19} = 2; let Inst{18-14} = rs1;
  let Inst{13} = 1; let Inst{12-0} = simm13;
}
def I7 : R<"i7", 31>;
def O7 : R<"o7", 15>;
def Returns : RegisterClass<"Sparc", [i32], 32, (add IntRegs, I7, O7)>;
def MEMret : Operand<i32> { let PrintMethod = "printMemOperand"; let MIOperandInfo = (ops Returns, i32imm); }
def JMPLri : I<(outs IntRegs:$rd), (ins (MEMret $rs1, $simm13):$addr), "jmpl $addr, $rd", 4> {
  field bits<32> Inst; bits<5> rd; bits<5> rs1; bits<13> simm13;
  let Inst{31-30} = 2; let Inst{29-25} = rd; let Inst{24-19} = 0x38; let Inst{18-14} = rs1;
  let Inst{13} = 1; let Inst{12-0} = simm13;
}
let isPseudo = 1, isCodeGenOnly = 0 in
def SET : I<(outs IntRegs:$rd), (ins i32imm:$val), "set $val, $rd", 4>;
"##;
    check(
        "Sparc",
        description,
        &[
            // LLVM's decoder prints the distance without its sign.
            ("ld [%g1 - 15], %g2", "c4007ff1 ld [%g1+8177], %g2"),
            ("ld [%g1 + 15], %i6", "fc00600f ld [%g1+15], %fp"),
            ("ld [%g1 - 4097], %g2", "1:5: error: operand 1: expected a number from 0 to 8191"),
            ("jmpl %i7 + 8, %g0", "81c7e008 ret"),
            ("jmpl %o7 + 8, %g0", "81c3e008 retl"),
            ("jmpl %o7 + 12, %g0", "81c3e00c jmpl %o7+12, %g0"),
            ("set -1, %g3", "86103fff or %g0, -1, %g3"),
            ("set 0x100000000, %g3", "1:1: error: 'SET' has no instructions for these operands"),
        ],
    );
}

#[test]
fn loongarch_numbers_are_loaded_in_parts() {
    let description = r##"
def RegAliasName : RegAltNameIndex;
let RegAltNameIndices = [RegAliasName] in {
def R0 : R<"r0", 0, ["zero"]>; def R1 : R<"r1", 1, ["ra"]>; def R4 : R<"r4", 4, ["a0"]>; def R5 : R<"r5", 5, ["a1"]>;
}
def GPR : RegisterClass<"LoongArch", [i64], 64, (add R0, R1, R4, R5)>;
class N<string m> : Operand<i64> { let DecoderMethod = m; }
def i64imm : Operand<i64>;
def simm20 : N<"decodeSImmOperand<20>">;
def simm12 : N<"decodeSImmOperand<12>">;
def uimm12 : N<"decodeUImmOperand<12>">;
class W<bits<4> op, dag ins, string text> : I<(outs GPR:$rd), ins, text, 4> {
  field bits<32> Inst = 0; let Inst{3-0} = op; bits<3> rd; let Inst{6-4} = rd;
}
class Two<bits<4> op, Operand imm, string text> : W<op, (ins GPR:$rj, imm:$k), text> {
  bits<3> rj; let Inst{9-7} = rj; bits<12> k; let Inst{31-20} = k;
}
def ORI : Two<1, uimm12, "ori\t$rd, $rj, $k">;
def ADDI : Two<2, simm12, "addi.w\t$rd, $rj, $k">;
def LU52I : Two<3, simm12, "lu52i.d\t$rd, $rj, $k">;
def LU12I : W<4, (ins simm20:$k), "lu12i.w\t$rd, $k"> { bits<20> k; let Inst{31-12} = k; }
class Three<bits<4> op, string text> : W<op, (ins GPR:$rk, GPR:$rj), text> {
  bits<3> rj; let Inst{9-7} = rj; bits<3> rk; let Inst{12-10} = rk;
}
def AMADD_W : Three<5, "amadd.w\t$rd, $rk, $rj">;
def ADD_W : Three<6, "add.w\t$rd, $rk, $rj">;
let isCodeGenOnly = 0 in {
def PseudoLI_W : I<(outs GPR:$rd), (ins i64imm:$k), "li.w\t$rd, $k", 4>;
def PseudoLI_D : I<(outs GPR:$rd), (ins i64imm:$k), "li.d\t$rd, $k", 4>;
}
"##;
    check(
        "LoongArch",
        description,
        &[
            ("li.w $a0, 0", "41000000 ori\t$a0, $zero, 0"),
            ("li.w $a0, 0xfffff800", "42000080 addi.w\t$a0, $zero, -2048"),
            ("li.d $a0, 0x7ff0000000000000", "4300f07f lu52i.d\t$a0, $zero, 2047"),
            ("li.d $a0, 0x7ffff000", "44f0ff7f lu12i.w\t$a0, 524287"),
            ("add.w $a0, $a0, $a1", "c6120000 add.w\t$a0, $a0, $a1"),
            (
                "amadd.w $a0, $a0, $a1",
                "1:9: error: operand 1: expected a register that is not a source",
            ),
        ],
    );
}

#[test]
fn avr_addresses_wrap_and_small_processors_lack_registers() {
    let description = r##"
def FeatureTinyEncoding : SubtargetFeature<"tinyencoding", "HasTinyEncoding", "true", "">;
def : Processor<"avr2", NoItineraries, []>;
def : Processor<"avrtiny", NoItineraries, [FeatureTinyEncoding]>;
foreach i = [1, 16] in def R#i : R<"r"#i, i>;
def GPR8 : RegisterClass<"AVR", [i8], 8, (add R1, R16)>;
def call_target : Operand<iPTR> { let DecoderMethod = "decodeCallTarget"; }
def CALL : I<(outs), (ins call_target:$k), "call\t$k", 4> {
  field bits<32> Inst; bits<22> k; let Inst{31-22} = 0x3fd; let Inst{21-0} = k;
}
def INC : I<(outs), (ins GPR8:$rd), "inc\t$rd", 2> {
  field bits<16> Inst; bits<5> rd; let Inst{15-5} = 0x4a0; let Inst{4-0} = rd;
}
"##;
    check(
        "AVR",
        description,
        &[("call -12", "7ffffaff call\t8388596"), ("inc r1", "0194 inc\tr1")],
    );
    let tiny =
        MachineOptions { processor: Some("avrtiny".to_owned()), ..MachineOptions::default() };
    let refused = "1:5: error: operand 1: expected a register from r16 to r31";
    check_with(&tiny, "AVR", description, &[("inc r16", "1094 inc\tr16"), ("inc r1", refused)]);
}

#[test]
fn msp430_jumps_have_distances_and_word_counts() {
    let description = r##"
def R0 : R<"r0", 0>;
def GR16 : RegisterClass<"MSP430", [i16], 16, (add R0)>;
def jmptarget : Operand<i16> { let PrintMethod = "printPCRelImmOperand"; }
def JMP : I<(outs), (ins jmptarget:$dst), "jmp\t$dst", 2> {
  field bits<16> Inst; bits<10> dst; let Inst{15-10} = 0b001111; let Inst{9-0} = dst;
}
"##;
    check(
        "MSP430",
        description,
        &[
            ("jmp $+6", "023c jmp\t$+6"),
            ("jmp $-1022", "003e jmp\t$-1022"),
            ("jmp 2", "023c jmp\t$+6"),
            ("jmp 511", "ff3d jmp\t$+1024"),
            (
                "jmp 512",
                "1:5: error: operand 1: expected a number from -512 to 511, a distance such as $+6, or a symbol",
            ),
        ],
    );
}
