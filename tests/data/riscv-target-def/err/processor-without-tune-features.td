// ARGS: --release 23 --gen-riscv-target-def
// Since release 23 each `ProcessorModel` says which features directives can change.
class SubtargetFeature;
class ProcessorModel<string name> { string Name = name; }
def : ProcessorModel<"toy">;
