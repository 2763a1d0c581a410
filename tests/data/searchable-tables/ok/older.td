// ARGS: --gen-searchable-tables
// Tables of the older form, with an enum each, or none.
include "classes.td"

class Hint<string name, bits<8> encoding> : SearchableTable {
  let SearchableFields = ["Name", "Encoding"];
  let EnumValueField = "Encoding";
  string Name = name;
  bits<8> Encoding = encoding;
  bit IsSafe = 1;
}
def : Hint<"Yield", 1>;
def : Hint<"Wait", 4> { let IsSafe = 0; }
def : Hint<"Nop", 0>;

class Place<string name> : SearchableTable {
  let SearchableFields = ["Name"];
  let EnumNameField = ?;
  string Name = name;
}
def : Place<"north">;
def : Place<"South">;

// Its own table does not come from a class that derives from another one.
class NorthernPlace<string name> : Place<name>;
def : NorthernPlace<"pole">;
