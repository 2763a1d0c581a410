// What settings are made of.
class Property<string name, string type> {
  string Name = name;
  string Type = type;
  string Definition;
  string Path;
}
class Global { bit Global = 1; }
class DefaultUnsignedValue<int value> {
  int DefaultUnsignedValue = value;
  bit HasDefaultUnsignedValue = 1;
}
class DefaultStringValue<string value> {
  string DefaultStringValue = value;
  bit HasDefaultStringValue = 1;
}
class DefaultEnumValue<string value> {
  string DefaultEnumValue = value;
  bit HasDefaultEnumValue = 1;
}
class EnumValues<string values> { string EnumValues = values; }
class ElementType<string type> { string ElementType = type; bit HasElementType = 1; }
class Desc<string text> { string Description = text; }
