// A language whose spellings changed in version 6. Its name makes Clang's tables of OpenACC.

def Toy : DirectiveLanguage {
  let name = "OpenACC";
  let cppNamespace = "toy";
  let directivePrefix = "TD_";
  let clausePrefix = "TC_";
  let loopModifierPrefix = "TL_";
  let makeEnumAvailableInNamespace = true;
  let clauseEnumSetClass = "Set";
  let flangClauseBaseClass = "ToyClause";
}
def Low : EnumVal<"low", 1>;
def High : EnumVal<"high", 2> { let isDefault = true; }
def Level : Clause<[Spelling<"level">, Spelling<"lvl", 1, 5>]> {
  let enumClauseValue = "LevelKind";
  let allowedClauseValues = [Low, High];
  let clangAccSpelling = "LEVEL";
}
def Other : Clause<[Spelling<"other">]> {
  let isDefault = true;
  let flangClass = "IntExpr";
  let skipFlangUnparser = true;
}
def Grid : LoopModifier<[Spelling<"grid">]>;
def Run : Directive<[Spelling<"run_now", 6>, Spelling<"run now", 1, 5>]> {
  let allowedClauses = [VersionedClause<Level, 2, 4>];
  let association = AS_Block;
  let languages = [L_Fortran];
}
def Repeat : Directive<[Spelling<"repeat", 6>]> {
  let association = AS_LoopSeq;
  let allowedLoopModifiers = [Grid];
}
def RunRepeat : Directive<[Spelling<"run repeat">]> { let leafConstructs = [Run, Repeat]; }
def Unknown : Directive<[Spelling<"unknown">]> {
  let isDefault = true;
  let association = AS_Block;
}
