// The classes of DirectiveBase.td in releases 23 and 24, as far as they are read.

class DirectiveLanguage {
  string name = ?;
  string cppNamespace = name;
  string directivePrefix = "";
  string clausePrefix = "";
  string loopModifierPrefix = "";
  bit makeEnumAvailableInNamespace = false;
  bit enableBitmaskEnumInNamespace = false;
  string clauseEnumSetClass = "";
  string flangClauseBaseClass = "";
}
class Versioned<int min, int max> {
  int minVersion = min;
  int maxVersion = max;
}
class Spelling<string s, int min = 0, int max = 0x7FFFFFFF> : Versioned<min, max> {
  string spelling = s;
}
class EnumVal<string n, int v> {
  string name = n;
  int value = v;
  bit isDefault = false;
}
class Clause<list<Spelling> ss> {
  list<Spelling> spellings = ss;
  string name = ?; // since 24
  string clangClass = "";
  string flangClass = "";
  bit skipFlangUnparser = false;
  bit isValueOptional = false;
  string enumClauseValue = "";
  list<EnumVal> allowedClauseValues = [];
  bit isValueList = false;
  string defaultValue = "";
  bit isImplicit = false;
  bit isDefault = false;
  string prefix = "";
  bit isPrefixOptional = true;
  string clangAccSpelling = "";
}
class VersionedClause<Clause c, int min = 1, int max = 0x7FFFFFFF> : Versioned<min, max> {
  Clause clause = c;
}
class Association<string n> {
  string name = n;
}
def AS_Block : Association<"Block">;
def AS_LoopSeq : Association<"LoopSeq">;
def AS_FromLeaves : Association<"FromLeaves">;
class Category<string n> {
  string name = n;
}
def CA_Executable : Category<"Executable">;
class SourceLanguage<string n> {
  string name = n;
}
def L_C : SourceLanguage<"C">;
def L_Fortran : SourceLanguage<"Fortran">;
class LoopModifier<list<Spelling> ss> {
  list<Spelling> spellings = ss;
}
class Directive<list<Spelling> ss> {
  list<Spelling> spellings = ss;
  string name = ?; // since 24
  int pureSince = 0x7FFFFFFF; // since 24
  list<VersionedClause> allowedClauses = [];
  list<VersionedClause> allowedOnceClauses = [];
  list<VersionedClause> allowedExclusiveClauses = [];
  list<VersionedClause> requiredClauses = [];
  list<Directive> leafConstructs = [];
  bit isDefault = false;
  Association association = AS_FromLeaves;
  Category category = CA_Executable;
  list<LoopModifier> allowedLoopModifiers = [];
  list<SourceLanguage> languages = [L_C, L_Fortran];
}
