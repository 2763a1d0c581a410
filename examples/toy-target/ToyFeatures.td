//===- ToyFeatures.td - What CPUs of Toy may have -------------------------===//

def FeatureMul : SubtargetFeature<"mul", "HasMul", "true",
                                  "Multiplication of two words">;
def FeatureShort : SubtargetFeature<"short", "HasShort", "true",
                                    "Instructions of 16 bits">;

// The first text is C++ for code generation; the condition on features and its name
// are for the assembler.
def HasMul : Predicate<"Subtarget->hasMul()">,
             AssemblerPredicate<(all_of FeatureMul), "multiplication">;
def HasShort : Predicate<"Subtarget->hasShort()">,
               AssemblerPredicate<(all_of FeatureShort), "short instructions">;
