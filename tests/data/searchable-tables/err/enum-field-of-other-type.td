// ARGS: --gen-searchable-tables
include "classes.td"
class Member;
def a : Member;
def Kind : GenericEnum { let FilterClass = "Member"; }
class Entry { string Which = "a"; }
def : Entry;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["Which"];
  string TypeOf_Which = "Kind";
}
