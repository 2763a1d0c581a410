// A code literal is a string over several lines without escapes (ProgRef, "Literals").
def values {
  string asString = [{ code "as is" \n }];
  code asCode = [{
    if (x) { return 0; }
  }];
  code ofString = "text";
}
