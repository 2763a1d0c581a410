// What the programs over targets of LLVM have in common.
#ifndef TARGET_H
#define TARGET_H

#include "expect.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSchedule.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <initializer_list>
#include <memory>
#include <string>

// An operand of an instruction: `reg` and `imm` tell them apart.
static inline llvm::MCOperand reg(unsigned Reg) { return llvm::MCOperand::createReg(Reg); }
static inline llvm::MCOperand imm(int64_t Imm) { return llvm::MCOperand::createImm(Imm); }

static inline llvm::MCInst inst(unsigned Opcode,
                                std::initializer_list<llvm::MCOperand> Operands) {
  llvm::MCInst MI;
  MI.setOpcode(Opcode);
  for (const llvm::MCOperand &Operand : Operands)
    MI.addOperand(Operand);
  return MI;
}

#endif
