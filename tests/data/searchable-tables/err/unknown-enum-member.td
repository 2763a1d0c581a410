// ARGS: --gen-searchable-tables
include "classes.td"
class Member;
def a : Member;
class Foreign : Member;
class Kinds;
def k : Kinds;
def Kind : GenericEnum { let FilterClass = "Kinds"; }
class Entry<Member member> { Member Which = member; }
def : Entry<a>;
def Table : GenericTable {
  let FilterClass = "Entry";
  let Fields = ["Which"];
  string TypeOf_Which = "Kind";
}
