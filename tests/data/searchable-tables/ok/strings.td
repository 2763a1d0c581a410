// ARGS: --release 23 --gen-searchable-tables
// Since 23 strings are offsets in a string table, first those of the rows, then those of the indices in upper
// case. A table whose key is short may have a row for each key.
include "classes.td"

class Reg<string n, bits<2> e> {
  string Name = n;
  bits<2> Encoding = e;
}
def : Reg<"r0", 0>;
def : Reg<"R3", 3>;

def Regs : GenericTable {
  let FilterClass = "Reg";
  let CppTypeName = "RegRow";
  let Fields = ["Name", "Encoding"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupRegByEncoding";
  let PrimaryKeyEarlyOut = true;
}
def lookupRegByName : SearchIndex {
  let Table = Regs;
  let Key = ["Name"];
}

def Sparse : GenericTable {
  let FilterClass = "Reg";
  let CppTypeName = "RegRow";
  let Fields = ["Name", "Encoding"];
  let PrimaryKey = ["Encoding"];
  let PrimaryKeyName = "lookupSparse";
  bit DisallowSparseTable = false;
}
