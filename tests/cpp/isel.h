// What the programs over generated instruction selectors have in common.
#ifndef ISEL_H
#define ISEL_H

#include "expect.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/ISDOpcodes.h"
#include "llvm/CodeGen/SelectionDAGISel.h"
#include "llvm/CodeGen/SelectionDAGNodes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/Support/Debug.h"
#include <type_traits>

#define DEBUG_TYPE "isel"

using namespace llvm;

// The nodes of the target that the selector's table names.
#include "nodes.inc"

#endif
