// A `deftype` names a type that is not a class, by a name that is not one (ProgRef, "deftype").
class A;
deftype T = A;
deftype A = int;
