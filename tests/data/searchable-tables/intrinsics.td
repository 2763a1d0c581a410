// The classes that intrinsics are described with, as far as they are read.
class IntrinsicProperty {
  bit IsDefault = 0;
}
class SDNodeProperty;
class LLVMType;
class Intrinsic<string target = ""> {
  string LLVMName = "";
  string TargetPrefix = target;
  list<LLVMType> RetTypes = [];
  list<IntrinsicProperty> IntrProperties = [];
  list<SDNodeProperty> Properties = [];
  bit DisableDefaultAttributes = 1;
}
