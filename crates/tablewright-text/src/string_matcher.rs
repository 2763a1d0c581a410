//! C++ that compares a variable with several strings.
//!
//! The C++ switches on the length first and then, from left to right, on the characters in which
//! strings with this length differ. Common substrings are compared at once.

use crate::{Append, CppWriter, Escaped, TextSink, append};

/// A decision on a variable's text, with code for each string.
///
/// ```
/// use tablewright_text::{CppWriter, StringMatcher};
///
/// let cases = [("red", "return 1;"), ("rot", "return 2;")];
/// let matcher = StringMatcher::new(cases).unwrap();
/// let mut w = CppWriter::new();
/// w.string_matcher("Name", &matcher);
/// assert_eq!(
///     w.finish(),
///     "\
/// switch (Name.size()) {
/// default: break;
/// case 3: // 2 strings to match.
///   if (Name[0] != 'r')
///     break;
///   switch (Name[1]) {
///   default: break;
///   case 'e': // 1 string to match.
///     if (Name[2] != 'd')
///       break;
///     return 1; // \"red\"
///   case 'o': // 1 string to match.
///     if (Name[2] != 't')
///       break;
///     return 2; // \"rot\"
///   }
///   break;
/// }
/// "
/// );
/// ```
#[derive(Debug)]
pub struct StringMatcher<'a, C = String> {
    /// Sorted by length, then by text. Strings with a common prefix are adjacent.
    cases: Vec<StringMatcherCase<'a, C>>,
}

/// Error: two cases of a [`StringMatcher`] have the same string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DuplicateKey {
    /// The first case's index.
    pub first: usize,
    /// The second case's index.
    pub second: usize,
}

#[derive(Debug)]
struct StringMatcherCase<'a, C> {
    string: &'a str,
    code: C,
    index: usize,
}

impl<C> StringMatcherCase<'_, C> {
    fn byte(&self, at: usize) -> u8 {
        self.string.as_bytes()[at]
    }
}

impl<'a, C> StringMatcher<'a, C> {
    /// Creates a decision between strings. A case's code must leave the `switch`. It is text, or
    /// another type that [`append!`](crate::append!) can write.
    ///
    /// # Errors
    /// [`DuplicateKey`] if two cases have the same string.
    pub fn new(
        cases: impl IntoIterator<Item = (&'a str, C)>,
    ) -> Result<StringMatcher<'a, C>, DuplicateKey> {
        let matcher = StringMatcher::first_of_equal(cases);
        let mut neighbours = matcher.cases.windows(2);
        match neighbours.find(|pair| pair[0].string == pair[1].string) {
            Some(pair) => Err(DuplicateKey { first: pair[0].index, second: pair[1].index }),
            None => Ok(matcher),
        }
    }

    /// Creates a decision between strings. If several cases have the same string, the first is
    /// used.
    ///
    /// ```
    /// use tablewright_text::{CppWriter, StringMatcher};
    ///
    /// let cases = [("r0", "return 1;"), ("r0", "return 2;")];
    /// let mut w = CppWriter::new();
    /// w.string_matcher("Name", &StringMatcher::first_of_equal(cases));
    /// assert!(w.finish().contains("return 1;"));
    /// ```
    pub fn first_of_equal(cases: impl IntoIterator<Item = (&'a str, C)>) -> StringMatcher<'a, C> {
        let cases = cases.into_iter().enumerate();
        let mut cases: Vec<StringMatcherCase<'a, C>> = cases
            .map(|(index, (string, code))| StringMatcherCase { string, code, index })
            .collect();
        // The sort is stable: the first of equal strings stays first.
        cases.sort_by_key(|case| (case.string.len(), case.string));
        StringMatcher { cases }
    }
}

/// Writes an indented line of parts, without a format. [`line!`](crate::line!) would be too slow
/// for so many lines.
macro_rules! write_line {
    ($w:expr, $($part:expr),+) => {{
        $w.indentation();
        append!($w, $($part),+, "\n");
    }};
}

impl CppWriter<'_> {
    /// Writes the decision on `variable`, a `StringRef`, or nothing if there are no cases. If no
    /// case matches, control reaches the end.
    pub fn string_matcher<C: Append>(&mut self, variable: &str, matcher: &StringMatcher<'_, C>) {
        if matcher.cases.is_empty() {
            return;
        }
        write_line!(self, "switch (", variable, ".size()) {");
        write_line!(self, "default: break;");
        for cases in matcher.cases.chunk_by(|a, b| a.string.len() == b.string.len()) {
            write_line!(self, "case ", cases[0].string.len(), ": // ", ToMatch(cases.len()));
            self.indented(|w| decide(w, variable, cases, 0));
        }
        write_line!(self, "}");
    }
}

/// Writes the decision between strings that have the same length and are equal before byte `at`.
fn decide<C: Append>(
    w: &mut CppWriter,
    variable: &str,
    cases: &[StringMatcherCase<'_, C>],
    at: usize,
) {
    let [first, .., last] = cases else { return found(w, variable, &cases[0], at) };
    // The first and the last string's common prefix is common to all strings.
    let differing = (at..first.string.len()).find(|&at| first.byte(at) != last.byte(at));
    let Some(differing) = differing else { return found(w, variable, first, at) };
    compare(w, variable, &first.string.as_bytes()[at..differing], at);
    write_line!(w, "switch (", variable, "[", differing, "]) {");
    write_line!(w, "default: break;");
    // `char` is signed on the reference release's platform: bytes from 128 on are sorted first.
    let ascii = cases.partition_point(|case| case.byte(differing).is_ascii());
    let (ascii, others) = cases.split_at(ascii);
    for part in [others, ascii] {
        for cases in part.chunk_by(|a, b| a.byte(differing) == b.byte(differing)) {
            let byte = Character(cases[0].byte(differing));
            write_line!(w, "case ", byte, ": // ", ToMatch(cases.len()));
            w.indented(|w| decide(w, variable, cases, differing + 1));
        }
    }
    write_line!(w, "}");
    write_line!(w, "break;");
}

/// Writes a comparison for the bytes from `at` on, and the case's code.
fn found<C: Append>(w: &mut CppWriter, variable: &str, case: &StringMatcherCase<'_, C>, at: usize) {
    compare(w, variable, &case.string.as_bytes()[at..], at);
    let mut code = String::new();
    append!(&mut code, case.code);
    let mut lines = code.lines();
    write_line!(w, lines.next().unwrap_or_default(), " // \"", Escaped(case.string), "\"");
    lines.for_each(|line| write_line!(w, line));
}

/// Writes a comparison between the bytes from `at` on and `text`.
fn compare(w: &mut CppWriter, variable: &str, text: &[u8], at: usize) {
    match *text {
        [] => return,
        [byte] => write_line!(w, "if (", variable, "[", at, "] != ", Character(byte), ")"),
        [..] => {
            w.indentation();
            append!(w, "if (memcmp(", variable, ".data()+", at, ", \"", EscapedBytes(text));
            append!(w, "\", ", text.len(), ") != 0)\n");
        }
    }
    w.indented(|w| write_line!(w, "break;"));
}

/// Comment that counts the remaining strings.
struct ToMatch(usize);

impl Append for ToMatch {
    fn append_to(&self, out: &mut impl TextSink) {
        let plural = if self.0 == 1 { "" } else { "s" };
        append!(out, self.0, " string", plural, " to match.");
    }
}

/// A byte as a C++ character literal.
struct Character(u8);

impl Append for Character {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.0 {
            b'\'' => append!(out, "'\\''"),
            b'"' => append!(out, "'\"'"),
            byte => append!(out, "'", EscapedBytes(&[byte]), "'"),
        }
    }
}

/// Bytes as they appear within a literal. They need not be UTF-8, since a common prefix may end
/// within a character.
struct EscapedBytes<'a>(&'a [u8]);

impl Append for EscapedBytes<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        for chunk in self.0.utf8_chunks() {
            append!(out, Escaped(chunk.valid()));
            for byte in chunk.invalid() {
                write!(out, "\\{byte:03o}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CppWriter, DuplicateKey, StringMatcher};
    use expect_test::{Expect, expect};

    fn check(cases: &[&str], expected: Expect) {
        let codes = cases.iter().enumerate().map(|(i, &s)| (s, format!("f({i});\nreturn;")));
        let mut w = CppWriter::new();
        w.string_matcher("S", &StringMatcher::new(codes).expect("the strings differ"));
        expected.assert_eq(&w.finish());
    }

    #[test]
    fn what_strings_share_is_compared_in_one_piece() {
        check(
            &["", "abc1x", "abc2y"],
            expect![[r#"
                switch (S.size()) {
                default: break;
                case 0: // 1 string to match.
                  f(0); // ""
                  return;
                case 5: // 2 strings to match.
                  if (memcmp(S.data()+0, "abc", 3) != 0)
                    break;
                  switch (S[3]) {
                  default: break;
                  case '1': // 1 string to match.
                    if (S[4] != 'x')
                      break;
                    f(1); // "abc1x"
                    return;
                  case '2': // 1 string to match.
                    if (S[4] != 'y')
                      break;
                    f(2); // "abc2y"
                    return;
                  }
                  break;
                }
            "#]],
        );
    }

    #[test]
    fn characters_are_escaped() {
        check(
            &["'", "\\", "\"", "\u{e4}", "\u{f6}"],
            expect![[r#"
                switch (S.size()) {
                default: break;
                case 1: // 3 strings to match.
                  switch (S[0]) {
                  default: break;
                  case '"': // 1 string to match.
                    f(2); // "\""
                    return;
                  case '\'': // 1 string to match.
                    f(0); // "'"
                    return;
                  case '\\': // 1 string to match.
                    f(1); // "\\"
                    return;
                  }
                  break;
                case 2: // 2 strings to match.
                  if (S[0] != '\303')
                    break;
                  switch (S[1]) {
                  default: break;
                  case '\244': // 1 string to match.
                    f(3); // "\303\244"
                    return;
                  case '\266': // 1 string to match.
                    f(4); // "\303\266"
                    return;
                  }
                  break;
                }
            "#]],
        );
    }

    #[test]
    fn nothing_needs_no_decision() {
        check(&[], expect![""]);
    }

    #[test]
    fn a_string_may_come_once() {
        let cases = ["a", "b", "a"].map(|s| (s, String::new()));
        let error = StringMatcher::new(cases).expect_err("two are the same");
        assert_eq!(error, DuplicateKey { first: 0, second: 2 });
    }
}
