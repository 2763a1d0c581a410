// Both results of `!if` have a common type.
def otherTypes { int x = !if(1, "a", 2); }
def noTypes { int x = !if(1, ?, ?); }
def stringCondition { int x = !if("a", 1, 2); }
def unsetCondition { int x = !if(?, 1, 2); }
