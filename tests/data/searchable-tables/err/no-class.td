// ARGS: --gen-searchable-tables
class GenericEnum;
class SearchIndex;
