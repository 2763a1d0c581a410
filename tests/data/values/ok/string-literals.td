// Strings that stand beside each other are one string; `\` escapes a quote, a tabulator, a line
// break and itself (ProgRef, "Literals").
def values {
  string adjacent = "one " "two" " three";
  string escapes = "\t\"quoted\"\n\\ \'";
  string empty = "";
}
