// What the programs over generated GlobalISel tables have in common.
#ifndef GLOBAL_ISEL_H
#define GLOBAL_ISEL_H

#include "expect.h"
#include "llvm/Config/llvm-config.h"
#if LLVM_VERSION_MAJOR >= 23
#include "llvm/ADT/Bitset.h"
#endif
#include "llvm/CodeGen/GlobalISel/GIMatchTableExecutorImpl.h"
#include "llvm/CodeGen/GlobalISel/InstructionSelector.h"
#include "llvm/CodeGen/GlobalISel/MachineIRBuilder.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterBankInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/IR/IntrinsicsRISCV.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CodeGenCoverage.h"
#include "llvm/Support/Debug.h"
#include <type_traits>

#define DEBUG_TYPE "isel"

using namespace llvm;

#endif
