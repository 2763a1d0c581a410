// Hands arguments to generated calling conventions. Registers of the toy are some of X86 that do
// not overlap, as LLVM wants to know a target.
#include "expect.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/CallingConvLower.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>

using namespace llvm;

namespace llvm {
namespace Toy {
static MCPhysReg R0, R1, R2, R3, R4, R5, F0, F1, F2, F3;
}
static MCPhysReg Flags;

bool CC_Toy(unsigned ValNo, MVT ValVT, MVT LocVT, CCValAssign::LocInfo LocInfo,
            ISD::ArgFlagsTy ArgFlags, CCState &State);
} // namespace llvm

// Takes nothing.
static bool CC_Toy_Custom(unsigned, MVT, MVT, CCValAssign::LocInfo,
                          ISD::ArgFlagsTy, CCState &) {
  return false;
}

// Puts what is left on the stack.
static bool CC_Toy_ByHand(unsigned ValNo, MVT ValVT, MVT LocVT,
                          CCValAssign::LocInfo LocInfo, ISD::ArgFlagsTy,
                          CCState &State) {
  int64_t Offset = State.AllocateStack(16, Align(16));
  State.addLoc(CCValAssign::getMem(ValNo, ValVT, Offset, LocVT, LocInfo));
  return false;
}

#include "../data/callingconv/ok/actions.out"

#define GET_CC_REGISTER_LISTS
#include "../data/callingconv/ok/actions.out"

static MCPhysReg findRegister(const TargetRegisterInfo &Registers, StringRef Name) {
  for (unsigned Reg = 1; Reg < Registers.getNumRegs(); ++Reg)
    if (Name == Registers.getName(Reg))
      return Reg;
  EXPECT(false && "the register is there");
  return 0;
}

namespace {
struct Call {
  SmallVector<CCValAssign, 16> Locations;
  CCState State;

  Call(MachineFunction &MF, bool IsVarArg)
      : State(CallingConv::C, IsVarArg, MF, Locations,
              MF.getFunction().getContext()) {}

  // Where the next argument goes.
  const CCValAssign &pass(MVT Type, ISD::ArgFlagsTy Flags = {}) {
    unsigned Number = Locations.size();
    EXPECT(!CC_Toy(Number, Type, Type, CCValAssign::Full, Flags, State));
    EXPECT(Locations.size() == Number + 1);
    return Locations.back();
  }
};
} // namespace

static void check(MachineFunction &MF) {
  ISD::ArgFlagsTy Nest, SignExtended, SwiftSelf;
  Nest.setNest();
  SignExtended.setSExt();
  SwiftSelf.setSwiftSelf();

  Call C(MF, false);
  const CCValAssign &Byte = C.pass(MVT::i8, SignExtended);
  EXPECT(Byte.getLocReg() == Toy::R0 && Byte.getLocVT() == MVT::i32);
  EXPECT(Byte.getLocInfo() == CCValAssign::SExt);
  EXPECT(C.pass(MVT::i32, Nest).getLocReg() == Flags);
  EXPECT(C.pass(MVT::i32, SwiftSelf).getLocReg() == Toy::R5);
  // It takes the register that R2 shadows, too.
  const CCValAssign &Vector = C.pass(MVT::v2i32);
  EXPECT(Vector.getLocReg() == Toy::R2 && Vector.getLocVT() == MVT::i64);
  EXPECT(Vector.getLocInfo() == CCValAssign::BCvt);
  EXPECT(C.State.isAllocated(Toy::R3));
  EXPECT(C.pass(MVT::i32).getLocReg() == Toy::R1);
  const CCValAssign &OnStack = C.pass(MVT::i32);
  EXPECT(OnStack.isMemLoc() && OnStack.getLocMemOffset() == 0);
  const CCValAssign &Float = C.pass(MVT::f32);
  EXPECT(Float.getLocReg() == Toy::F0 && Float.getLocVT() == MVT::f64);
  EXPECT(Float.getLocInfo() == CCValAssign::FPExt);
  EXPECT(C.pass(MVT::f64).getLocReg() == Toy::F1);
  EXPECT(C.pass(MVT::f128).isMemLoc());

  // With variable arguments, registers have room on the stack besides.
  Call V(MF, true);
  EXPECT(V.pass(MVT::i32).getLocReg() == Toy::R0);
  EXPECT(V.State.getStackSize() == 4);
  EXPECT(V.pass(MVT::f32).isMemLoc());
}

int main() {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  std::string Error;
  const char *Triple = "x86_64-unknown-linux-gnu";
  const Target *X86 = TargetRegistry::lookupTarget(Triple, Error);
  if (!X86) {
    std::fprintf(stderr, "LLVM is built without X86: nothing is checked\n");
    return 0;
  }
  std::unique_ptr<TargetMachine> Machine(
      X86->createTargetMachine(Triple, "", "", TargetOptions(), std::nullopt));
  LLVMContext Context;
  Module M("calls", Context);
  M.setDataLayout(Machine->createDataLayout());
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(Context), false),
                                 Function::ExternalLinkage, "f", M);
  auto &LLVMMachine = static_cast<LLVMTargetMachine &>(*Machine);
  MachineModuleInfo Info(&LLVMMachine);
  const TargetSubtargetInfo &Subtarget = *Machine->getSubtargetImpl(*F);
  MachineFunction MF(*F, LLVMMachine, Subtarget, 0, Info);

  const TargetRegisterInfo &Registers = *Subtarget.getRegisterInfo();
  MCPhysReg *All[] = {&Toy::R0, &Toy::R1, &Toy::R2, &Toy::R3, &Toy::R4, &Toy::R5,
                      &Toy::F0, &Toy::F1, &Toy::F2, &Toy::F3, &Flags};
  unsigned Number = 0;
  for (MCPhysReg *Reg : All)
    *Reg = findRegister(Registers, "XMM" + std::to_string(Number++));
  check(MF);
  return 0;
}
