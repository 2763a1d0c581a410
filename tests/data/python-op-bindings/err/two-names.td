// TOOL: mlir-tblgen
// ARGS: --release 23 -I../support --gen-python-op-bindings -bind-dialect=toy
class PythonTypeName<string cppType, string pythonType> {
  string cppName = cppType;
  string pyName = pythonType;
}
def : PythonTypeName<"::mlir::IntegerType", "my.IntegerType">;
