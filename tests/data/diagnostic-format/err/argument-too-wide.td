// ARGS: --diagnostic-format=rich
// A number that does not fit its template argument is marked at the argument, with the argument's width.
class Field<bits<3> value, bits<2> other> { bits<5> Bits; let Bits{4-2} = value; let Bits{1-0} = other; }
class Inner<bits<3> value> : Field<value, 1>;
def fits : Field<7, 3>;
def direct : Field<9, 1>;
def through_class : Inner<12>;
def : Field<1, 4>;
class Sum<int v> : Field<!add(v, 1), 1>;
def computed : Sum<7>;
