// ARGS: --diagnostic-format=rich
def outs;
def ins;
class Reg;
def GPR : Reg;

def ADD {
  dag OutOperandList = (out GPR:$rd);
  dag InOperandList = (ins GPR:$rs, GPR:$rt);
}
