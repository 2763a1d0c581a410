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
  string CheckerName = name;
  string HelpText;
  list<CmdLineOption> CheckerOptions;
  list<Checker> Dependencies;
  list<Checker> WeakDependencies;
  bits<2> Documentation;
  Package ParentPackage;
  bit Hidden = 0;
}

def Core : Package<"core"> {
  let PackageOptions = [CmdLineOption<Integer, "Depth", "How \"deep\"", "3", Released>];
}
def Alpha : Package<"alpha"> { let Hidden = 1; }
def AlphaCore : Package<"core"> { let ParentPackage = Alpha; }
def Unix : Package<"unix">;
// The same full name again counts once.
def AlphaCoreToo : Package<"core"> { let ParentPackage = Alpha; }

def Base : Checker<"Base"> { let Documentation = 0; let Hidden = 1; }
let ParentPackage = Core in {
def DivideZero : Checker<"DivideZero"> {
  let HelpText = "Finds divisions by zero";
  let Documentation = 1;
  let Dependencies = [Base];
  let CheckerOptions = [
    CmdLineOption<String, "Mode", "Which", "all", InAlpha>,
    CmdLineOption<Boolean, "Strict", "Whether", "true", Released, 1>
  ];
}
}
def Inherited : Checker<"Inherited"> {
  let ParentPackage = AlphaCore;
  let Documentation = 2;
  let WeakDependencies = [DivideZero, Base];
}
