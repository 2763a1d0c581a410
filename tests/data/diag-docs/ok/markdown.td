// TOOL: clang-tblgen
// ARGS: --release 24 -gen-diag-docs
// From release 24 on, the page is Markdown. A choice in a text is a list, and an option with a choice in it is a list
// with a row. What `-Wpedantic` implies is in the order of names, where numbers count as numbers.
include "../support/clang-diagnostics.inc"

def GlobalDocumentation { code Intro = "Flags\n=====\n"; }
def kind : TextSubstitution<"a %select{class|struct %1}0 b">;
def Documented : DiagGroup<"documented"> { let Documentation = "\n   Only\n  *documented*.\n\n"; }
def Synonym : DiagGroup<"synonym", [Documented]>;
def Empty : DiagGroup<"empty">;
def Fatal : DiagGroup<"fatal">;
def Shadow : DiagGroup<"shadow", [Documented, Empty]>;
def Passes : DiagGroup<"passes">;

def ext_error : ExtWarn<"not allowed"> , InGroup<Fatal> { let DefaultSeverity = SEV_Error; }
def remark_pass : Remark<"pass %0 ran">, InGroup<Passes>;
def warn_any : Warning<"%0">, InGroup<Shadow>;
def warn_diff : Warning<"%diff{from $ to $ at %select{p|q}2|other}0,1 x">, InGroup<Shadow>;
def warn_nested : Warning<"a %select{b %select{c|d %1}2 e|f|%select{x|y}3}4 z">, InGroup<Shadow>;
def warn_none : Warning<"">, InGroup<Shadow>;
def warn_plural : Warning<"%0 thing%s0 %plural{1:is|:are}0">, InGroup<Shadow>;
def warn_signs : Warning<"  *a* [b] \\c `d` <e> &f ">, InGroup<Shadow>;
def warn_sub : Warning<"%sub{kind}0,1 and %select{|x}2">, InGroup<Shadow>;

def Pedantic : DiagGroup<"pedantic">;
def Later : DiagGroup<"later">;
def ext_c23_case : Extension<"a case of C23">, InGroup<Later>;
def ext_c2y_case : Extension<"a case of C2y">, InGroup<Later>;
def ext_other : ExtWarn<"another case">, InGroup<Later>;
