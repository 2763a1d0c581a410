// TOOL: clang-tblgen
// ARGS: -gen-clang-sa-checkers
class CmdOptionTypeEnum<bits<2> val> { bits<2> Type = val; }
def Integer : CmdOptionTypeEnum<0>;
def String : CmdOptionTypeEnum<1>;
def Boolean : CmdOptionTypeEnum<2>;
def Strange : CmdOptionTypeEnum<3>;
class DevelopmentStageEnum<bits<1> val> { bits<1> Val = val; }
def InAlpha : DevelopmentStageEnum<0>;
def Released : DevelopmentStageEnum<1>;
class CmdLineOption<CmdOptionTypeEnum type, string flag, string desc, string default, DevelopmentStageEnum stage, bit hidden = 0> {
  bits<2> Type = type.Type;
  string CmdFlag = flag;
  string Desc = desc;
  string DefaultVal = default;
  bits<1> DevelopmentStage = stage.Val;
  bit Hidden = hidden;
}
class Package<string name> {
  string PackageName = name;
  list<CmdLineOption> PackageOptions;
  Package ParentPackage;
  bit Hidden = 0;
}
class Checker<string name> {
  int CheckerName = 1;
  string HelpText;
  list<CmdLineOption> CheckerOptions;
  list<Checker> Dependencies;
  list<Checker> WeakDependencies;
  bits<2> Documentation;
  Package ParentPackage;
  bit Hidden = 0;
}

def C : Checker<"c"> { let Documentation = 0; }
