class HasProperties;
class PropertyType<string name = ""> {
  string CXXName = !if(!empty(name), NAME, name);
  bit PassByReference = 0;
  bit ConstWhenWriting = 0;
  string PackOptional = "";
  string UnpackOptional = "";
  list<PropertyType> BufferElementTypes = [];
}
class EnumPropertyType<string name = ""> : PropertyType<name>;
class RefPropertyType<string name> : PropertyType<name # "*"> {
  let ConstWhenWriting = 1;
  let PackOptional = "value ? *value : nullptr";
  let UnpackOptional = "value ? std::optional<" # CXXName # ">(value) : std::nullopt";
}
class SubclassPropertyType<string name, PropertyType base> : RefPropertyType<name> {
  PropertyType Base = base;
  string SubclassName = name;
}
class Array<PropertyType element> : PropertyType {
  PropertyType Element = element;
  let BufferElementTypes = [element];
}
class Optional<PropertyType element> : PropertyType {
  PropertyType Element = element;
}
class Property<string name, PropertyType type> {
  HasProperties Class;
  string Name = name;
  PropertyType Type = type;
  code Read;
  code Conditional = "";
}
class ReadHelper<code text> { HasProperties Class; code Code = text; }
class Creator<code text> { HasProperties Class; code Create = text; }
class Override { HasProperties Class; list<string> IgnoredProperties = []; }
class PropertyTypeKind<PropertyType type, PropertyType kind_type, string read> {
  PropertyType Type = type;
  PropertyType KindType = kind_type;
  string KindPropertyName = "kind";
  string Read = read;
}
class PropertyTypeCase<PropertyType type, string name> : HasProperties {
  PropertyType Type = type;
  string Name = name;
}
class ASTNode : HasProperties;
class TypeNode<TypeNode base, bit abstract = 0> : ASTNode {
  TypeNode Base = base;
  bit Abstract = abstract;
}
def Bool : PropertyType<"bool">;
def UInt32 : PropertyType<"uint32_t"> {
  let PackOptional = "value ? *value + 1 : 0";
  let UnpackOptional = "value ? std::optional<uint32_t>(value - 1) : std::nullopt";
}
def QualType : PropertyType;
def DeclRef : RefPropertyType<"Decl">;
def FieldRef : SubclassPropertyType<"FieldDecl", DeclRef>;
