// The classes of RuntimeLibcallsImpl.td from release 24 on, as far as they are read.

def all_of;
def any_of;
def none_of;
def not;
class LibcallPredicate<code cond> { code Cond = cond; }
class RuntimeLibcallAvailability<dag cond = (?)> { dag CondDag = cond; }
def AlwaysAvailable : RuntimeLibcallAvailability;
class LibcallCallingConv<code cc = [{}]> { code CallingConv = cc; }
def DefaultCC : LibcallCallingConv;
class FuncArgType { string Name = NAME; }
def NoneType : FuncArgType;
class RuntimeLibcall<FuncArgType ret = NoneType, list<FuncArgType> args = []> {
  string Name = NAME;
  FuncArgType ReturnType = ret;
  list<FuncArgType> ArgumentTypes = args;
}
class MaskedRuntimeLibcall<RuntimeLibcall unmasked, FuncArgType mask>
    : RuntimeLibcall<unmasked.ReturnType, !listconcat(unmasked.ArgumentTypes, [mask])> {
  RuntimeLibcall Unmasked = unmasked;
}
class RuntimeLibcallImpl<RuntimeLibcall p, string name = NAME> {
  RuntimeLibcall Provides = p;
  string LibCallFuncName = name;
}
class RuntimeLibcallFamily<string base, list<string> intrinsics = [], list<string> vectors = []> {
  string LibcallBase = base;
  list<string> Intrinsics = intrinsics;
  list<string> VectorSuffixes = vectors;
}
class LibcallImpls<dag funcs, RuntimeLibcallAvailability pred = AlwaysAvailable> {
  RuntimeLibcallAvailability AvailabilityPredicate = pred;
  dag MemberList = funcs;
  LibcallCallingConv CallingConv = ?;
}
class LibcallsWithCC<dag funcs, LibcallCallingConv cc,
                     RuntimeLibcallAvailability pred = AlwaysAvailable> : LibcallImpls<funcs, pred> {
  let CallingConv = cc;
}
class LibcallLibrary<string name, dag impls, RuntimeLibcallAvailability pred = AlwaysAvailable> {
  string LibraryName = name;
  dag Impls = impls;
  RuntimeLibcallAvailability Pred = pred;
  bit Isolated = false;
}
class LibraryExclusion<string name, RuntimeLibcallAvailability pred, list<RuntimeLibcallImpl> exclude> {
  string LibraryName = name;
  RuntimeLibcallAvailability Pred = pred;
  list<RuntimeLibcallImpl> Exclude = exclude;
}
class SystemRuntimeLibrary<RuntimeLibcallAvailability pred, list<string> libraries> {
  LibcallCallingConv DefaultLibcallCallingConv = DefaultCC;
  RuntimeLibcallAvailability TriplePred = pred;
  list<string> DefaultLibraries = libraries;
}
def add;
def sub;
