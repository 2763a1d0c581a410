// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-python-op-bindings -bind-dialect=toy
include "mlir-toy-ops.inc"

class PythonTypeName<string cppType, string pythonType> {
  string cppName = cppType;
  string pyName = pythonType;
}
class PythonAttrType<string attrDefName, string pythonType> {
  string defName = attrDefName;
  string pyType = pythonType;
}
def : PythonTypeName<"::toy::IntType", "toy.IntType">;
def : PythonAttrType<"Text", "str">;
