// ARGS: --gen-exegesis
class Target;
def Toy;
