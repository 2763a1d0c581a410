// ARGS: --diagnostic-format=rich --gen-register-info -I ../../../examples/toy-target -I ../../../examples/toy-target/prelude
class Register;
