// ARGS: --diagnostic-format=rich --gen-register-info -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
include "Toy.td"

def subtract;
def Low : RegisterClass<"Toy", [i16], 16, (subtract GPR, R7)>;
