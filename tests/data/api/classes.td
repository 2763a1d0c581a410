// What an API is described with, without the classes that compute fields of others.
class Object { string desc = "A " # NAME # "."; }
class APIObject : Object;
class Macro : APIObject { string value; string condition; string alt_value; }
class Handle : APIObject;
class Typedef : APIObject { string value; }
class Etor<string Name, string Desc = "One of them."> {
  string name = Name;
  string desc = Desc;
  string tagged_type;
}
class TaggedEtor<string Name, string Type> : Etor<Name> { let tagged_type = Type; }
class Enum : APIObject {
  bit is_typed = 0;
  bit is_bit_field = 0;
  list<Etor> etors = [];
}
class StructMember<string Type, string Name, string Desc = "A member."> {
  string type = Type;
  string name = Name;
  string desc = Desc;
}
class Struct : APIObject {
  list<StructMember> members;
  list<StructMember> all_members = members;
}
class Range<string Begin, string End> { string begin = Begin; string end = End; }
class TypeInfo<string Enum, string Size> { string enum = Enum; string size = Size; }
class Param<string Type, string Name, bits<3> Flags = 0, string Desc = "A parameter."> {
  string type = Type;
  string name = Name;
  string desc = Desc;
  bits<3> flags = Flags;
  Range range = Range<"", "">;
  TypeInfo type_info = TypeInfo<"", "">;
  bit IsHandle = !ne(!find(Type, "_handle_t"), -1);
  bit IsPointer = !ne(!find(Type, "*"), -1);
  bit IsCallback = !ne(!find(Type, "_cb_t"), -1);
}
class FptrTypedef : APIObject { list<Param> params; string return; }
class Return<string Value, list<string> Conditions = []> {
  string value = Value;
  list<string> conditions = Conditions;
}
class Function : APIObject {
  list<Param> params = [];
  list<string> details = [];
  list<string> analogues = [];
  list<Return> all_returns = [];
}
