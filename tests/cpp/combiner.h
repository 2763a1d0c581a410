// What the programs over generated combiners of GlobalISel have in common.
#ifndef COMBINER_H
#define COMBINER_H

#include "global_isel.h"
#include "llvm/CodeGen/GlobalISel/Combiner.h"
#include "llvm/CodeGen/GlobalISel/CombinerHelper.h"
#include "llvm/CodeGen/GlobalISel/CombinerInfo.h"
#include "llvm/CodeGen/GlobalISel/GISelKnownBits.h"
#include "llvm/CodeGen/GlobalISel/GenericMachineInstrs.h"
#include "llvm/CodeGen/GlobalISel/LegalizerInfo.h"
#include "llvm/CodeGen/GlobalISel/MIPatternMatch.h"
#include "llvm/CodeGen/TargetPassConfig.h"

// A function that looks at instructions, or changes them, which the rules of a target call.
#define MATCHES(NAME)                                                          \
  template <typename... Values> bool NAME(Values &&...) { return false; }
#define APPLIES(NAME)                                                          \
  template <typename... Values> void NAME(Values &&...) {}

#endif
