def d : Missing<1>;
def e : Other;
