class Operation<list<dag> ops = []> { list<dag> Ops = ops; bit Unavailable = 0; }
class Op<dag op> : Operation<[op]>;
foreach Index = 0...31 in
def sv#Index;
class MaskExpand;
def mask0 : MaskExpand;
def mask1 : MaskExpand;
foreach name = ["op", "call", "call_mangled", "cast", "bitcast", "dup", "dup_typed", "splat",
                "save_temp", "name_replace", "literal", "shuffle", "add", "interleave", "decimate",
                "rotl", "rotr", "highhalf", "lowhalf", "rev"] in
def name;
def OP_NONE : Operation;
def OP_UNAVAILABLE : Operation { let Unavailable = 1; }
class Inst<string name, string prototype, string types, Operation operation> {
  string Name = name;
  string Prototype = prototype;
  string Types = types;
  string ArchGuard = "";
  string TargetGuard = "neon";
  Operation Operation = operation;
  bit BigEndianSafe = 0;
  bit isShift = 0;
  bit isScalarShift = 0;
  bit isScalarNarrowShift = 0;
  bit isVCVT_N = 0;
  bit isVXAR = 0;
  bit isLaneQ = 0;
  string CartesianProductWith = "";
}
class SInst<string name, string prototype, string types> : Inst<name, prototype, types, OP_NONE>;
class IInst<string name, string prototype, string types> : Inst<name, prototype, types, OP_NONE>;
class WInst<string name, string prototype, string types> : Inst<name, prototype, types, OP_NONE>;
class SOpInst<string name, string prototype, string types, Operation operation>
    : Inst<name, prototype, types, operation>;
