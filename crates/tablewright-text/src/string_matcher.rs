//! C++ that finds out which of several known strings a variable holds.
//!
//! It switches on the length first, then on the characters in which strings of that length differ,
//! from left to right; what they share is compared in one piece.

use std::collections::BTreeMap;
use std::fmt;

use crate::{CppWriter, Escaped, line};

/// A decision on the text of a variable, which runs code of its own for each of several strings.
///
/// ```
/// use tablewright_text::{CppWriter, StringMatcher};
///
/// let cases = [("red", "return 1;".to_owned()), ("rot", "return 2;".to_owned())];
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
pub struct StringMatcher<'a> {
    by_length: Vec<(usize, Arm<'a>)>,
}

/// Two cases of a [`StringMatcher`] are for the same string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DuplicateKey {
    /// The index of the first of the two.
    pub first: usize,
    /// The index of the second.
    pub second: usize,
}

/// A decision, and how many strings it is between.
#[derive(Debug)]
struct Arm<'a> {
    count: usize,
    node: Node<'a>,
}

#[derive(Debug)]
enum Node<'a> {
    /// Nothing is left to compare.
    Found { string: &'a str, code: String },
    /// All strings that are left go on with `text` at byte `at`.
    Shared { at: usize, text: &'a [u8], rest: Box<Node<'a>> },
    /// They differ in byte `at`.
    Differing { at: usize, arms: Vec<(u8, Arm<'a>)> },
}

struct Case<'a> {
    index: usize,
    string: &'a str,
    code: String,
}

impl<'a> StringMatcher<'a> {
    /// A decision between strings, with the code of each. The code has to leave the `switch`.
    pub fn new(
        cases: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<StringMatcher<'a>, DuplicateKey> {
        StringMatcher::build(cases, false)
    }

    /// A decision between strings, where the first of several cases for the same string holds.
    ///
    /// ```
    /// use tablewright_text::{CppWriter, StringMatcher};
    ///
    /// let cases = [("r0", "return 1;".to_owned()), ("r0", "return 2;".to_owned())];
    /// let mut w = CppWriter::new();
    /// w.string_matcher("Name", &StringMatcher::first_of_equal(cases));
    /// assert!(w.finish().contains("return 1;"));
    /// ```
    pub fn first_of_equal(cases: impl IntoIterator<Item = (&'a str, String)>) -> StringMatcher<'a> {
        StringMatcher::build(cases, true).expect("duplicates are allowed")
    }

    fn build(
        cases: impl IntoIterator<Item = (&'a str, String)>,
        allows_duplicates: bool,
    ) -> Result<StringMatcher<'a>, DuplicateKey> {
        let mut by_length: BTreeMap<usize, Vec<Case<'a>>> = BTreeMap::new();
        for (index, (string, code)) in cases.into_iter().enumerate() {
            by_length.entry(string.len()).or_default().push(Case { index, string, code });
        }
        let arm = |(length, cases)| Ok((length, Arm::new(cases, 0, allows_duplicates)?));
        Ok(StringMatcher { by_length: by_length.into_iter().map(arm).collect::<Result<_, _>>()? })
    }
}

impl<'a> Arm<'a> {
    fn new(
        cases: Vec<Case<'a>>,
        at: usize,
        allows_duplicates: bool,
    ) -> Result<Arm<'a>, DuplicateKey> {
        Ok(Arm { count: cases.len(), node: node(cases, at, allows_duplicates)? })
    }
}

/// The decision between strings of one length that are the same before byte `at`.
fn node(
    mut cases: Vec<Case<'_>>,
    at: usize,
    allows_duplicates: bool,
) -> Result<Node<'_>, DuplicateKey> {
    let bytes = cases[0].string.as_bytes();
    if at == bytes.len() {
        if let [first, second, ..] = &cases[..]
            && !allows_duplicates
        {
            return Err(DuplicateKey { first: first.index, second: second.index });
        }
        let case = cases.swap_remove(0);
        return Ok(Node::Found { string: case.string, code: case.code });
    }
    let differs = |i: &usize| cases.iter().any(|case| case.string.as_bytes()[*i] != bytes[*i]);
    let end = (at..bytes.len()).find(differs).unwrap_or(bytes.len());
    if end > at {
        let rest = Box::new(node(cases, end, allows_duplicates)?);
        return Ok(Node::Shared { at, text: &bytes[at..end], rest });
    }
    // `char` is signed where the reference release runs: bytes from 128 on come first.
    let mut arms: BTreeMap<i8, Vec<Case<'_>>> = BTreeMap::new();
    for case in cases {
        arms.entry(case.string.as_bytes()[at] as i8).or_default().push(case);
    }
    let arm =
        |(byte, cases): (i8, _)| Ok((byte as u8, Arm::new(cases, at + 1, allows_duplicates)?));
    Ok(Node::Differing { at, arms: arms.into_iter().map(arm).collect::<Result<_, _>>()? })
}

impl CppWriter<'_> {
    /// Writes the decision on the text of `variable`, a `StringRef`; nothing where there is nothing
    /// to decide. No case matched where control goes on behind it.
    pub fn string_matcher(&mut self, variable: &str, matcher: &StringMatcher<'_>) {
        if matcher.by_length.is_empty() {
            return;
        }
        line!(self, "switch ({variable}.size()) {{");
        line!(self, "default: break;");
        for (length, of_length) in &matcher.by_length {
            line!(self, "case {length}: // {}", ToMatch(of_length.count));
            self.indented(|w| arm(w, variable, &of_length.node));
        }
        line!(self, "}}");
    }
}

/// How many strings are left.
struct ToMatch(usize);

impl fmt::Display for ToMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} string{plural} to match.", self.0)
    }
}

fn arm(w: &mut CppWriter, variable: &str, node: &Node<'_>) {
    comparisons(w, variable, node);
    if can_go_on(node) {
        line!(w, "break;");
    }
}

fn comparisons(w: &mut CppWriter, variable: &str, node: &Node<'_>) {
    match node {
        Node::Found { string, code } => {
            let mut lines = code.lines();
            line!(w, "{} // \"{}\"", lines.next().unwrap_or_default(), Escaped(string));
            lines.for_each(|rest| line!(w, "{rest}"));
        }
        Node::Shared { at, text: [byte], rest } => {
            line!(w, "if ({variable}[{at}] != {})", character(*byte));
            w.indented(|w| line!(w, "break;"));
            comparisons(w, variable, rest);
        }
        Node::Shared { at, text, rest } => {
            let (length, text) = (text.len(), escaped(text));
            line!(w, "if (memcmp({variable}.data()+{at}, \"{text}\", {length}) != 0)");
            w.indented(|w| line!(w, "break;"));
            comparisons(w, variable, rest);
        }
        Node::Differing { at, arms } => {
            line!(w, "switch ({variable}[{at}]) {{");
            line!(w, "default: break;");
            for (byte, of_byte) in arms {
                line!(w, "case {}: // {}", character(*byte), ToMatch(of_byte.count));
                w.indented(|w| arm(w, variable, &of_byte.node));
            }
            line!(w, "}}");
        }
    }
}

/// Whether control reaches what stands behind the code for `node`.
fn can_go_on(node: &Node<'_>) -> bool {
    match node {
        Node::Found { .. } => false,
        Node::Shared { rest, .. } => can_go_on(rest),
        Node::Differing { .. } => true,
    }
}

fn character(byte: u8) -> String {
    match byte {
        b'\'' => "'\\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        _ => format!("'{}'", escaped(&[byte])),
    }
}

/// The bytes as they stand in a literal. A piece of a string need not be UTF-8 where others share
/// only a part of a character with it.
fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text += &Escaped(chunk.valid()).to_string();
        text.extend(chunk.invalid().iter().map(|byte| format!("\\{byte:03o}")));
    }
    text
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
