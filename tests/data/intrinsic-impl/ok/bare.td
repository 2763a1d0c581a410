// ARGS: --gen-intrinsic-impl

// Types, type codes and builtins are there only where the description has them.
class SDNodeProperty;
class IntrinsicProperty { bit IsDefault = false; }
class Intrinsic {
  string LLVMName = "";
  string TargetPrefix = "";
  list<IntrinsicProperty> IntrProperties = [];
  list<SDNodeProperty> Properties = [];
  bit DisableDefaultAttributes = true;
}
def int_foo : Intrinsic;
