// ARGS: --gen-searchable-tables
include "classes.td"
class C<bits<4> number> { bits<4> Number = number; }
def a : C<{1, ?, 0, 0}>;
def Kind : GenericEnum {
  let FilterClass = "C";
  let ValueField = "Number";
}
