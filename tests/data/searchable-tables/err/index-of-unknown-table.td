// ARGS: --gen-searchable-tables
class GenericEnum;
class GenericTable;
class Elsewhere;
class SearchIndex {
  Elsewhere Table;
  list<string> Key;
  bit EarlyOut = 0;
}
def Entries : Elsewhere;
def find : SearchIndex {
  let Table = Entries;
  let Key = ["b"];
}
