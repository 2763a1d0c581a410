// TOOL: clang-tblgen
// ARGS: -gen-arm-sve-builtins
include "../arm-sve-header/classes.td"

// Each letter of a prototype with elements of several kinds: with and without a sign, and predicates and
// counts, whose sign means nothing but shows.
defvar letters = ["d", "e", "h", "b", "o", "P", "u", "x", "w", "g", "[", "t", "z", "M", "$", "}", "{", "c", "s",
                  "a", "p", "R", "@", "K", "L", "j", "f", "n", "i", "k", "l", "m", "I", "J", "C", "G", "U", "Y",
                  "Q", "%", "2", "3.x"];
defvar types = ["i", "Us", "f", "Ps", "PUs", "Qs"];
foreach number = !range(!size(types)) in
foreach index = !range(!size(letters)) in {
  defvar type = types[number];
  defvar letter = letters[index];
  // There are no elements of less than 8 bits, and no floating-point numbers of 128.
  defvar is_narrow = !and(!ne(type, "i"), !ne(type, "f"));
  defvar has_width = !not(!or(!and(is_narrow, !ne(!find("b @", letter), -1)),
                              !and(!eq(type, "f"), !eq(letter, "o"))));
  if has_width then
  def : Inst<"svx" # number # "_" # index # "_{d}", "v" # letter, type>;
}
