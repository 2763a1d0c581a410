// What `dump` prints is a string, or a record; the reference release crashes on all other values, later
// ones report this.
class C { int number = 1; }
def c : C;
dump c;
dump 5;
dump ?;
dump [1, 2];
dump c.number;
dump !cast<C>("missing");
dump "name: " # !repr(!cast<C>("missing"));
def unset { string s; dump s; }
multiclass M<string s> { dump s; }
defm m : M<?>;
class Never { dump 1; }
