// TOOL: clang-tblgen
// ARGS: -gen-diag-docs
include "../support/clang-diagnostics.inc"

def GlobalDocumentation { code Intro = [{Flags
=====
}]; }

def kind : TextSubstitution<"%select{class|struct}0">;
def Empty : DiagGroup<"empty">;
def Documented : DiagGroup<"documented"> { let Documentation = [{Only *documented*.
}]; }
def Synonym : DiagGroup<"synonym", [Documented]>;
def Shadow : DiagGroup<"shadow">;
def Mixed : DiagGroup<"mixed", [Shadow, Documented]>;
def Fatal : DiagGroup<"fatal">;
def Passes : DiagGroup<"passes">;
def Pedantic : DiagGroup<"pedantic", [Shadow]>;

def warn_plain : Warning<"declaration of %0 shadows `%1` in a_b">, InGroup<Shadow>;
def warn_select : Warning<"%0 is a %select{%1 of|}2 long %select{name|type}3">, InGroup<Shadow>;
def warn_plural : Warning<"%0 argument%s0 %plural{1:is|:are}0 %ordinal1">, InGroup<Shadow>;
def warn_diff : Warning<"conversion%diff{ from $ to $|}0,1">, InGroup<Shadow>;
def warn_sub : Warning<"%sub{kind}2 %q0">, InGroup<Mixed>, DefaultIgnore;
def warn_sub_only : Warning<"%sub{kind}0">, InGroup<Mixed>;
def warn_empty : Warning<"">, InGroup<Mixed>;
def warn_any : Warning<"%0">, InGroup<Mixed>;
def ext_error : ExtWarn<"not allowed">, InGroup<Fatal> { let DefaultSeverity = SEV_Error; }
def remark_pass : Remark<"pass %0 ran">, InGroup<Passes>;
def ext_second : Extension<"second">;
def ext_first : Extension<"first">;
