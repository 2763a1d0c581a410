// ARGS: --gen-searchable-tables
include "classes.td"
class C<int number> { int Number = number; }
def a : C<1>;
def Kind : GenericEnum {
  let FilterClass = "C";
  let NameField = "Number";
}
