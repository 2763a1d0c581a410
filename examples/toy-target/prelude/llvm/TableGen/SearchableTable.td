//===- SearchableTable.td - What enums and tables are described with ------===//
//
// LLVM has a file of this name. The names of classes and fields are the interface between
// descriptions and `--gen-searchable-tables`, and the same in both files.
//
//===----------------------------------------------------------------------===//

// An enum with an enumerator for each record of the class `FilterClass`. The fields `NameField`
// and `ValueField` of these records have its name and value.
class GenericEnum {
  string FilterClass;
  string NameField;
  string ValueField;
}

// A table with a row for each record of the class `FilterClass`, or for those whose bit
// `FilterClassField` is set. `Fields` are its columns, `PrimaryKey` those that it is sorted by, and
// `PrimaryKeyName` the function that finds a row by them.
class GenericTable {
  string FilterClass;
  string FilterClassField = ?;
  string CppTypeName = FilterClass;
  list<string> Fields;
  list<string> PrimaryKey;
  string PrimaryKeyName;
  bit PrimaryKeyEarlyOut = false;
  bit PrimaryKeyReturnRange = false;
}

// One more function that finds rows of `Table`; its name is that of the record.
class SearchIndex {
  GenericTable Table;
  list<string> Key;
  bit EarlyOut = false;
}
