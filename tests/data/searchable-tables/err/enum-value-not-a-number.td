// ARGS: --gen-searchable-tables
include "classes.td"
class C<string number> { string Number = number; }
multiclass Items { def item : C<"one">; }
defm the_ : Items;
def Kind : GenericEnum {
  let FilterClass = "C";
  let ValueField = "Number";
}
