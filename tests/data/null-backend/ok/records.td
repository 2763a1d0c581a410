// ARGS: --null-backend
// Warnings are shown, records are not.
class Unused<int n>;
def a;
