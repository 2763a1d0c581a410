// ARGS: --gen-subtarget -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
// A third CPU, of which the model says nothing yet.
include "Toy.td"

def Toy3Model : SchedMachineModel;
def : ProcessorModel<"toy3", Toy3Model, [FeatureShort]>;
