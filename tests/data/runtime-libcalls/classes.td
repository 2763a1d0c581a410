// The classes of RuntimeLibcallsImpl.td, as far as they are read.

class RuntimeLibcallPredicate<code cond> { code Cond = cond; }
def AlwaysAvailable : RuntimeLibcallPredicate<[{}]>;
class LibcallCallingConv<code cc = [{}]> { code CallingConv = cc; }
def DefaultCC : LibcallCallingConv;
class RuntimeLibcall { string Name = NAME; }
class RuntimeLibcallImpl<RuntimeLibcall p, string name = NAME> {
  RuntimeLibcall Provides = p;
  string LibCallFuncName = name;
}
class LibcallImpls<dag funcs, RuntimeLibcallPredicate pred = AlwaysAvailable> {
  RuntimeLibcallPredicate AvailabilityPredicate = pred;
  dag MemberList = funcs;
  LibcallCallingConv CallingConv = ?;
}
class LibcallsWithCC<dag funcs, LibcallCallingConv cc,
                     RuntimeLibcallPredicate pred = AlwaysAvailable> : LibcallImpls<funcs, pred> {
  let CallingConv = cc;
}
class SystemRuntimeLibrary<RuntimeLibcallPredicate pred, dag funcs> {
  LibcallCallingConv DefaultLibcallCallingConv = DefaultCC;
  RuntimeLibcallPredicate TriplePred = pred;
  LibcallImpls MemberList = LibcallImpls<funcs>;
}
def add;
def sub;
