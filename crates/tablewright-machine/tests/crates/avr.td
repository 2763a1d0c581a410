// Words that a function refuses, an instruction of another subtarget, and registers that depend on operands.
def FeatureTinyEncoding : SubtargetFeature<"tinyencoding", "Tiny", "true", "">;
def FeatureLDD : SubtargetFeature<"ldd", "LDD", "true", "">;
def HasLDD : Predicate<"">, AssemblerPredicate<(all_of FeatureLDD)>;
def ptr : RegAltNameIndex;
foreach i = 0-31 in def R#i : R<"r"#i, i>;
let RegAltNameIndices = [ptr] in {
def R27R26 : R<"r27:r26", 26, ["X"]>;
def R29R28 : R<"r29:r28", 28, ["Y"]>;
def R31R30 : R<"r31:r30", 30, ["Z"]>;
}
def GPR8 : RegisterClass<"AVR", [i8], 8, (sequence "R%u", 0, 31)>;
def PTRREGS : RegisterClass<"AVR", [i16], 8, (add R27R26, R29R28, R31R30)>;
def PTRDISPREGS : RegisterClass<"AVR", [i16], 8, (add R29R28, R31R30)>;
def DREGS : RegisterClass<"AVR", [i16], 8, (add R27R26, R29R28, R31R30)>;
def LDSTPtrReg : Operand<i16> { let MIOperandInfo = (ops PTRREGS); }
def i8imm : Operand<i8>;
def memri : Operand<i16> {
  let PrintMethod = "printMemri"; let DecoderMethod = "decodeMemri"; let MIOperandInfo = (ops PTRDISPREGS, i8imm);
}
def LD : I<(outs GPR8:$reg), (ins LDSTPtrReg:$ptrreg), "ld\t$reg, $ptrreg", 2> {
  field bits<16> Inst; bits<2> ptrreg; bits<5> reg; let DecoderMethod = "decodeLoadStore";
  let Inst{15-9} = 0b1000000; let Inst{8-4} = reg; let Inst{3-2} = ptrreg; let Inst{1-0} = 0;
}
def PAIR : I<(outs DREGS:$d), (ins GPR8:$r), "pair\t$d, $r", 2> {
  field bits<16> Inst; bits<5> d; bits<5> r;
  let Inst{15-11} = 0b10100; let Inst{10} = 0; let Inst{9-5} = d; let Inst{4-0} = r;
}
// A function refuses the words with bit 0 clear.
def POP : I<(outs GPR8:$d), (ins), "pop\t$d", 2> {
  field bits<16> Inst; bits<5> d;
  let Inst{15-9} = 0b1001000; let Inst{8-4} = d; let Inst{3-1} = 0; let Inst{0} = ?;
}
let Predicates = [HasLDD] in
def LDDRdPtrQ : I<(outs GPR8:$d), (ins memri:$m), "ldd\t$d, $m", 2> {
  field bits<16> Inst; bits<5> d; bits<7> m;
  let Inst{15-12} = 0b1100; let Inst{11} = m{5}; let Inst{10} = m{4}; let Inst{9} = m{6};
  let Inst{8-4} = d; let Inst{3-0} = m{3-0};
}
