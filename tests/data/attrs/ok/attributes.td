// ARGS: --gen-attrs
include "attributes.inc"

def Alignment : IntAttr<"align", [ParamAttr, RetAttr]>;
def ByVal : TypeAttr<"byval", [ParamAttr]>;
def Cold : EnumAttr<"cold", [FnAttr]>;
def NoReturn : EnumAttr<"noreturn", [FnAttr]>;
def Range : ConstantRangeAttr<"range", [ParamAttr, RetAttr]>;
def Plain : EnumAttr<"plain", []>;

def NoJumpTables : StrBoolAttr<"no-jump-tables">;
def DenormalFPMath : ComplexStrAttr<"denormal-fp-math", [FnAttr]>;

def : CompatRule<"isEqual<ColdAttr>">;
def : CompatRuleStrAttr<"isEqual", "sign-return-address">;
def : MergeRule<"setAND<NoJumpTablesAttr>">;
