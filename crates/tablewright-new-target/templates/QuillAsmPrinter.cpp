// The printer of assembly and object files: machine instructions become MC instructions.
#include "MCTargetDesc/QuillInstPrinter.h"
#include "MCTargetDesc/QuillMCExpr.h"
#include "Quill.h"
#include "QuillTargetMachine.h"
#include "TargetInfo/QuillTargetInfo.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/MC/TargetRegistry.h"
using namespace llvm;

namespace {
class QuillAsmPrinter : public AsmPrinter {
public:
  QuillAsmPrinter(TargetMachine &TM, std::unique_ptr<MCStreamer> S) : AsmPrinter(TM, std::move(S)) {}
  StringRef getPassName() const override { return "Quill assembly printer"; }
  // Generated from PseudoInstExpansion. Returns whether the instruction was one.
  bool emitPseudoExpansionLowering(MCStreamer &OutStreamer, const MachineInstr *MI); //@19
  bool lowerPseudoInstExpansion(const MachineInstr *MI, MCInst &Out); //@22
  // Called for each machine instruction.
  void emitInstruction(const MachineInstr *MI) override {
    if (emitPseudoExpansionLowering(*OutStreamer, MI)) //@19
      return; //@19
    MCInst I;
    if (lowerPseudoInstExpansion(MI, I)) { //@22
      EmitToStreamer(*OutStreamer, I); //@22
      return; //@22
    } //@22
    I.setOpcode(MI->getOpcode());
    for (const MachineOperand &MO : MI->operands()) {
      MCOperand Op;
      if (lowerOperand(MO, Op))
        I.addOperand(Op);
    }
    EmitToStreamer(*OutStreamer, I);
  }
  void EmitToStreamer(MCStreamer &S, const MCInst &I) {
    MCInst Short;
    AsmPrinter::EmitToStreamer(S, Quill::compress(Short, I, getSubtargetInfo()) ? Short : I);
  }
  // Called by the generated function, too. Returns whether the operand is printed.
  bool lowerOperand(const MachineOperand &MO, MCOperand &Op) {
    switch (MO.getType()) {
    case MachineOperand::MO_Register:
      if (MO.isImplicit())
        return false;
      Op = MCOperand::createReg(MO.getReg());
      return true;
    case MachineOperand::MO_Immediate:
      Op = MCOperand::createImm(MO.getImm());
      return true;
    case MachineOperand::MO_MachineBasicBlock:
      return symbol(MO, MO.getMBB()->getSymbol(), 0, Op);
    case MachineOperand::MO_GlobalAddress:
      return symbol(MO, getSymbol(MO.getGlobal()), MO.getOffset(), Op);
    case MachineOperand::MO_BlockAddress:
      return symbol(MO, GetBlockAddressSymbol(MO.getBlockAddress()), MO.getOffset(), Op);
    case MachineOperand::MO_ExternalSymbol:
      return symbol(MO, GetExternalSymbolSymbol(MO.getSymbolName()), MO.getOffset(), Op);
    case MachineOperand::MO_ConstantPoolIndex:
      return symbol(MO, GetCPISymbol(MO.getIndex()), MO.getOffset(), Op);
    case MachineOperand::MO_JumpTableIndex:
      return symbol(MO, GetJTISymbol(MO.getIndex()), 0, Op);
    case MachineOperand::MO_RegisterMask:
      return false;
    default:
      llvm_unreachable("operands of this kind are not created");
    }
  }
  bool symbol(const MachineOperand &MO, const MCSymbol *S, int64_t Offset, MCOperand &Op) {
    const MCExpr *E = MCSymbolRefExpr::create(S, OutContext);
    if (Offset)
      E = MCBinaryExpr::createAdd(E, MCConstantExpr::create(Offset, OutContext), OutContext);
    if (unsigned F = MO.getTargetFlags())
      E = QuillMCExpr::create(F == QuillII::MO_Hi ? QuillMCExpr::Hi : QuillMCExpr::Lo, E, OutContext);
    Op = MCOperand::createExpr(E);
    return true;
  }
  // Called for operands in inline assembly.
  bool PrintAsmOperand(const MachineInstr *MI, unsigned N, const char *Extra, raw_ostream &OS) override {
    if (!AsmPrinter::PrintAsmOperand(MI, N, Extra, OS))
      return false;
    const MachineOperand &MO = MI->getOperand(N);
    if (MO.isReg())
      OS << QuillInstPrinter::getRegisterName(MO.getReg());
    else if (MO.isImm())
      OS << MO.getImm();
    else
      return true;
    return false;
  }
  // Called for operands in inline assembly that are in memory.
  bool PrintAsmMemoryOperand(const MachineInstr *MI, unsigned N, const char *, raw_ostream &OS) override {
    StringRef Base = QuillInstPrinter::getRegisterName(MI->getOperand(N).getReg());
    int64_t Distance = MI->getOperand(N + 1).getImm();
    OS << QUILL_ADDRESS;
    return false;
  }
};
} // namespace
#include "QuillGenMCPseudoLowering.inc"
extern "C" void LLVMInitializeQuillAsmPrinter() { RegisterAsmPrinter<QuillAsmPrinter> X(getTheQuillTarget()); }
