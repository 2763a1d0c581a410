// ARGS: --gen-searchable-tables
// System registers of a toy: enums, tables, and every way to look entries up.
include "classes.td"

class Mode;
def User : Mode;
def Supervisor : Mode;
def Machine : Mode;

// Numbered in the order of the names, which are those of the records.
def ModeKind : GenericEnum {
  let FilterClass = "Mode";
}

class SysReg<bits<12> encoding, Mode mode, bit writable = 1> {
  string Name = NAME;
  string Title = !tolower(NAME) # "!";
  bits<12> Encoding = encoding;
  Mode LowestMode = mode;
  bit IsWritable = writable;
  code Guard = [{ {} }];
  string Alternative = "0";
}
def Zero : SysReg<0x000, User, 0>;
def Cycle : SysReg<0xC00, User, 0>;
def Time : SysReg<0xC01, User, 0>;
def Status : SysReg<0x300, Machine>;
let Guard = [{ {WithVectors} }] in {
  def Vtype : SysReg<0xC21, User>;
  def VtypeOld : SysReg<0xC21, Supervisor, 0> { let Alternative = "1 + 1"; }
}

// Names and values stand in fields.
def SysRegKind : GenericEnum {
  let FilterClass = "SysReg";
  let NameField = "Name";
  let ValueField = "Encoding";
}

// A range, as a key may occur more than once; strings as C++ in two ways.
def SysRegs : GenericTable {
  let FilterClass = "SysReg";
  let CppTypeName = "SysRegEntry";
  let Fields = ["Title", "Encoding", "LowestMode", "IsWritable", "Guard", "Alternative"];
  string TypeOf_LowestMode = "ModeKind";
  string TypeOf_Alternative = "code";
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupSysRegs";
  let PrimaryKeyReturnRange = 1;
}

// Case does not count in strings.
def lookupSysRegByTitle : SearchIndex {
  let Table = SysRegs;
  let Key = ["Title"];
}

// Several fields, of every type.
def lookupSysRegByMode : SearchIndex {
  let Table = SysRegs;
  let Key = ["LowestMode", "IsWritable", "Encoding"];
  let EarlyOut = 1;
}

// Only entries with a bit set. The fields of the key need not come first.
def WritableRegs : GenericTable {
  let FilterClass = "SysReg";
  let FilterClassField = "IsWritable";
  let CppTypeName = "WritableEntry";
  let Fields = ["Title", "Encoding"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupWritable";
  let PrimaryKeyEarlyOut = 1;
}

class ModeInfo<Mode mode, bits<8> letter, bits<40> wide> {
  Mode Which = mode;
  bits<8> Letter = letter;
  bits<20> Wide20 = wide{19...0};
  bits<40> Wide40 = wide;
}
def : ModeInfo<User, 0x55, 0xFFFFFFFFFF>;
def : ModeInfo<Machine, 0x4D, 0x123>;
def : ModeInfo<Supervisor, 0x53, 0>;

// A key without gaps is a subscript.
def ModeInfos : GenericTable {
  let FilterClass = "ModeInfo";
  let CppTypeName = "ModeEntry";
  let Fields = ["Which", "Letter", "Wide20", "Wide40"];
  string TypeOf_Which = "ModeKind";
  let PrimaryKey = ["Which"];
  let PrimaryKeyName = "getModeInfo";
}

def lookupModeByWideNumbers : SearchIndex {
  let Table = ModeInfos;
  let Key = ["Wide40", "Wide20"];
}

// A table without look-ups of its own, and a subscript by way of an index.
class Step<bits<4> number> {
  bits<4> Number = number;
  string Label = NAME;
}
def last : Step<7>;
def first : Step<5>;
def middle : Step<6>;
def Steps : GenericTable {
  let FilterClass = "Step";
  let Fields = ["Label", "Number"];
}
def getStep : SearchIndex {
  let Table = Steps;
  let Key = ["Number"];
}
