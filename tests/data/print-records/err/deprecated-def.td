// TOOL: mlir-tblgen
// ARGS: --release 23 --print-records --on-deprecated=error

class Deprecated<string reason> { string odsDeprecated = reason; }
class Trait;
def Old : Trait, Deprecated<"use `New`">;
def User { Trait value = Old; }
