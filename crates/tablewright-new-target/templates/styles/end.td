
//===----------------------------------------------------------------------===//
// Pseudo-instructions
//===----------------------------------------------------------------------===//

class Pseudo<dag outputs, dag inputs, list<dag> pattern>
    : QuillInst<outputs, inputs, "", pattern> {
  let isPseudo = true;
  let isCodeGenOnly = true;
}
// Calls change the stack pointer between these.
let Defs = [SP], Uses = [SP], hasNoSchedulingInfo = true in {
def ADJCALLSTACKDOWN : Pseudo<(outs), (ins wordvtimm:$a, wordvtimm:$b), [(callseq_start timm:$a, timm:$b)]>;
def ADJCALLSTACKUP : Pseudo<(outs), (ins wordvtimm:$a, wordvtimm:$b), [(callseq_end timm:$a, timm:$b)]>;
}
let isReturn = true, isBarrier = true, isTerminator = true, Size = 4 in
def RET : Pseudo<(outs), (ins), [(QuillRet)]>, Sched<[WriteJump]>, PseudoInstExpansion<(JR LR)>;

// For assembly: sets a register to any number or address.
let isPseudo = true, hasNoSchedulingInfo = true in
def LA : QuillInst<(outs GPR:$rd), (ins wordvtimm:$value), "la\t$rd, $value", []>;

def : InstAlias<"mv\t$rd, $rs", (ADDI GPR:$rd, GPR:$rs, 0)>;
def : InstAlias<"ret", (JR LR)>;

//===----------------------------------------------------------------------===//
// Processors and the target
//===----------------------------------------------------------------------===//

def : ProcessorModel<"generic", QuillModel, []>;
def : ProcessorModel<"quill1", QuillModel, [FeatureDiv]>;

def QuillInstrInfo : InstrInfo;
def QuillAsmWriter : AsmWriter { let PassSubtarget = 1; }
def QuillAsmParser : AsmParser { let ShouldEmitMatchRegisterAltName = 1; }
def Quill : Target {
  let InstructionSet = QuillInstrInfo;
  let AssemblyParsers = [QuillAsmParser];
  let AssemblyWriters = [QuillAsmWriter];
}
