// ARGS: --diagnostic-format=rich --print-records
def ADD : Inst { let Parent = SUB; }
class Inst { Other Parent = ?; }
class Other;
def MUL : Inst { let Parent = SUB; }
def SUB : Other;
