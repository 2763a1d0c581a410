// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-typedef-decls --asmformat-error-is-fatal=false
include "mlir.inc"

// Each format is invalid for the reason that the definition is called after.

def Toy : Dialect { let name = "toy"; }
class Format<string text> : TypeDef<Toy, NAME> {
  let mnemonic = "t";
  let assemblyFormat = text;
}
class Required1<string text> : Format<text> { let parameters = (ins "int":$v0); }
class Required2<string text> : Format<text> { let parameters = (ins "int":$v0, "int":$v1); }
// Only the first parameter may be left out.
class Optional2<string text> : Format<text> { let parameters = (ins OptionalParameter<"int">:$v0, "int":$v1); }

def Missing : Required2<"`<` $v0 `>`">;
def Duplicate : Required2<"$v0 `,` $v1 `,` $v0">;
def NoElement : Required2<"$v0, $v1">;
def LiteralInStruct : Required1<"struct($v0, `,`)">;
def EmptyStruct : Required1<"struct() $v0">;
def Unknown : Required1<"$v0 $v1">;
def AfterStruct : Required2<"struct(params) $v0">;
def BeforeStruct : Required2<"$v0 struct(params)">;
def AfterParams : Required1<"params $v0">;
def Unsupported : Required1<"$v0 attr-dict">;
def UnquotedString : Required1<"$v0 \"x\"">;
def GroupInStruct : Required1<"struct((`x`)?) $v0">;
def ReferenceAtTop : Required1<"$v0 ref($v0)">;
def ReferenceBefore : Required1<"custom<F>(ref($v0)) $v0">;
def ParamsInCustom : Required1<"custom<F>(params)">;
def StructInCustom : Required1<"custom<F>(struct(params))">;
def CustomInCustom : Required2<"custom<F>($v0, custom<G>($v1))">;
def QualifiedLiteral : Required1<"qualified(`x`) $v0">;
def CustomName : Required1<"custom<struct>($v0)">;
def NotAToken : Required1<"custom<a.b>($v0)">;
def NoEnd : Required1<"$v0 `x">;
def LongCustomInStruct : Required2<"struct(custom<F>($v0, $v1))">;
def CustomWithoutParameter : Required1<"$v0 struct(custom<F>(\"x\"))">;

def CommaAfterStruct : Optional2<"struct($v0) `,` $v1">;
def StructInGroup : Optional2<"(`(` struct(params)^ `)`)?">;
def ParamsInGroup : Optional2<"(`(` params^ `)`)?">;
def RequiredInGroup : Optional2<"(`(` $v0^ `,` $v1 `)`)?">;
def CustomInGroup : Optional2<"(`(` custom<F>($v0, $v1)^)?">;
def LiteralAnchor : Optional2<"(`(` $v0 `)`^)? $v1">;
def CustomAnchor : Optional2<"$v0 $v1 (`x` custom<F>(ref($v0))^)?">;
def FirstElement : Optional2<"(struct($v0)^)? $v1">;
def NoAnchor : Optional2<"(`x` $v0)? $v1">;
def TwoAnchors : Optional2<"(`x` $v0^) : (`y`^)? $v1">;
def RequiredAfterAnchor : Optional2<"(`x`^) : ($v1)? $v0">;
