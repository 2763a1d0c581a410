class Base;
def d : Bsae;
