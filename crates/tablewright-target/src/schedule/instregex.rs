//! Regular expressions for instruction names.
//!
//! A pattern is matched against thousands of names in byte order. The caller runs the automaton
//! byte by byte, so that the states for the common prefix of two names are computed once.

use regex_automata::Anchored;
use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, Config, DFA};
use regex_automata::nfa::thompson::{self, Compiler, WhichCaptures};
use regex_automata::util::{start, syntax};

/// Maximal automaton size in bytes: far more than any pattern for names needs.
const SIZE_LIMIT: usize = 16 << 20;

/// A search pattern for texts.
#[doc(alias = "InstRegexOp")]
#[derive(Debug)]
pub struct InstRegex {
    automaton: DFA,
    cache: Cache,
    start: State,
}

/// The automaton state after a part of a text; `None` if a match is impossible.
#[derive(Clone, Copy, Debug)]
pub struct State(Option<LazyStateID>);

impl State {
    /// Returns the verdict on the whole text.
    pub fn verdict(self) -> Verdict {
        match self.0 {
            Some(state) if state.is_match() => Verdict::Match,
            Some(state) if !state.is_dead() => Verdict::Open,
            _ => Verdict::NoMatch,
        }
    }
}

/// The match result known from a [`State`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The pattern matches every text with this beginning.
    Match,
    /// The pattern matches no text with this beginning.
    NoMatch,
    /// Depends on the characters that follow.
    Open,
}

impl InstRegex {
    /// Compiles a pattern with the syntax of POSIX extended regular expressions.
    ///
    /// # Errors
    /// Returns a short description of the syntax error.
    pub fn new(pattern: &str) -> Result<InstRegex, String> {
        let syntax = syntax::Config::new().unicode(false).utf8(false);
        let parsed =
            syntax::parse_with(&from_posix(pattern), &syntax).map_err(|error| match error {
                regex_syntax::Error::Parse(error) => error.kind().to_string(),
                regex_syntax::Error::Translate(error) => error.kind().to_string(),
                error => error.to_string(),
            })?;
        let config = thompson::Config::new()
            .utf8(false)
            .which_captures(WhichCaptures::None)
            .nfa_size_limit(Some(SIZE_LIMIT));
        let too_large = || "the pattern is too large".to_owned();
        let steps = Compiler::new().configure(config).build_from_hir(&parsed);
        let steps = steps.map_err(|_| too_large())?;
        // A pattern that can only match at the start fails at the first unexpected byte.
        let is_anchored = steps.is_always_start_anchored();
        let anchored = if is_anchored { Anchored::Yes } else { Anchored::No };
        // Callers keep states while reading names, so the cache must never drop any.
        let config = Config::new().cache_capacity(SIZE_LIMIT).minimum_cache_clear_count(Some(0));
        let automaton = DFA::builder().configure(config).build_from_nfa(steps);
        let automaton = automaton.map_err(|_| too_large())?;
        let mut cache = automaton.create_cache();
        let start = automaton.start_state(&mut cache, &start::Config::new().anchored(anchored));
        let start = State(Some(start.map_err(|_| too_large())?));
        Ok(InstRegex { automaton, cache, start })
    }

    /// Returns the state before the text.
    pub fn start(&self) -> State {
        self.start
    }

    /// Returns the state after another byte. A pattern whose automaton exceeds the size limit never
    /// matches.
    pub fn next(&mut self, state: State, byte: u8) -> State {
        let next = |state| self.automaton.next_state(&mut self.cache, state, byte).ok();
        State(state.0.and_then(next))
    }

    /// Whether a text that ends here matches.
    pub fn matches_at_end(&mut self, state: State) -> bool {
        let end = |state| self.automaton.next_eoi_state(&mut self.cache, state).ok();
        state.0.and_then(end).is_some_and(|end| end.is_match())
    }

    /// Whether `text` contains a match.
    pub fn is_match(&mut self, text: &str) -> bool {
        let mut state = self.start;
        for &byte in text.as_bytes() {
            state = self.next(state, byte);
            match state.verdict() {
                Verdict::Match => return true,
                Verdict::NoMatch => return false,
                Verdict::Open => {}
            }
        }
        self.matches_at_end(state)
    }
}

/// Converts a POSIX pattern for [`regex_syntax`], which gives more characters a special meaning in
/// brackets and after backslashes.
fn from_posix(pattern: &str) -> String {
    let mut spelt = String::with_capacity(pattern.len() + 8);
    let mut unread = pattern.chars();
    while let Some(c) = unread.next() {
        match c {
            '[' => {
                let brackets = unread.as_str();
                unread = brackets[bracket_from_posix(brackets, &mut spelt)..].chars();
            }
            '\\' => match unread.next() {
                // POSIX lacks classes such as `\d`: a backslash before a letter has no effect.
                Some(c) if c.is_ascii_alphabetic() => spelt.push(c),
                Some(c) => spelt.extend(['\\', c]),
                None => spelt.push('\\'),
            },
            // A brace without a number after it is a literal.
            '{' if !unread.as_str().starts_with(|c: char| c.is_ascii_digit()) => spelt += "\\{",
            _ => spelt.push(c),
        }
    }
    spelt
}

/// Converts a bracket expression after its opening bracket; returns its length in bytes.
fn bracket_from_posix(text: &str, spelt: &mut String) -> usize {
    spelt.push('[');
    let mut at = 0;
    if text.starts_with('^') {
        spelt.push('^');
        at = 1;
    }
    let first = at;
    while let Some(c) = text[at..].chars().next() {
        let is_class = text[at..].starts_with("[:");
        if let (true, Some(length)) = (is_class, text[at..].find(":]")) {
            *spelt += &text[at..at + length + 2];
            at += length + 2;
            continue;
        }
        // A closing bracket in the first position is a set member.
        let ends = c == ']' && at > first;
        if !ends && "[]\\&~^".contains(c) {
            spelt.push('\\');
        }
        spelt.push(c);
        at += c.len_utf8();
        if ends {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matching<'a>(pattern: &str, texts: &[&'a str]) -> Vec<&'a str> {
        let mut regex = InstRegex::new(pattern).expect("a pattern");
        texts.iter().copied().filter(|text| regex.is_match(text)).collect()
    }

    const TEXTS: [&str; 7] = ["", "ADD", "ADD8", "ADD16", "ADDX", "SUB8", "XADD"];

    #[test]
    fn a_pattern_matches_at_the_start_if_it_says_so() {
        assert_eq!(matching("^ADD", &TEXTS), ["ADD", "ADD8", "ADD16", "ADDX"]);
        assert_eq!(matching("ADD", &TEXTS), ["ADD", "ADD8", "ADD16", "ADDX", "XADD"]);
        assert_eq!(matching("^(X|SUB)", &TEXTS), ["SUB8", "XADD"]);
        assert_eq!(matching("^S|DX", &TEXTS), ["ADDX", "SUB8"]);
        assert_eq!(matching("^()", &TEXTS), TEXTS);
    }

    #[test]
    fn parts_are_repeated() {
        assert_eq!(matching("^AD+[0-9]?$", &TEXTS), ["ADD", "ADD8"]);
        assert_eq!(matching("^AD{2}[0-9]{2,}", &TEXTS), ["ADD16"]);
        assert_eq!(matching("^(A|D){2,3}(8|16)$", &TEXTS), ["ADD8", "ADD16"]);
        assert_eq!(matching("^.*8$", &TEXTS), ["ADD8", "SUB8"]);
        assert_eq!(matching("^[^A]+$", &TEXTS), ["SUB8"]);
        assert_eq!(matching("^[[:upper:]]*$", &TEXTS), ["", "ADD", "ADDX", "XADD"]);
    }

    #[test]
    fn posix_has_its_ways() {
        assert_eq!(matching(r"^A\D[]D]$", &TEXTS), ["ADD"]);
        assert_eq!(matching("^[^]A]+$", &TEXTS), ["SUB8"]);
        assert_eq!(matching("^[[|A)[X&&]+$", &["A", "[&)", "B"]), ["A", "[&)"]);
        assert_eq!(matching("^X{", &["X", "X{"]), ["X{"]);
        assert_eq!(matching(r"^X\{[[:digit:]\]", &["X{1", r"X{\", "X"]), ["X{1", r"X{\"]);
    }

    #[test]
    fn what_decides_is_known_at_once() {
        let mut regex = InstRegex::new("^A(D|N)").expect("a pattern");
        let state = regex.next(regex.start(), b'B');
        assert_eq!(state.verdict(), Verdict::NoMatch);
    }

    #[test]
    fn ill_formed_patterns_say_why() {
        let nested = "(".repeat(1000) + &")".repeat(1000);
        let error = |pattern| InstRegex::new(pattern).expect_err("ill-formed");
        assert_eq!(error("(A"), "unclosed group");
        assert_eq!(error("A)"), "unopened group");
        assert_eq!(error("{2}"), "repetition operator missing expression");
        assert_eq!(error("[A"), "unclosed character class");
        assert_eq!(error("[B-A]"), "invalid character class range, the start must be <= the end");
        assert_eq!(error(r"(A)\1"), "backreferences are not supported");
        assert_eq!(
            error(&nested),
            "exceed the maximum number of nested parentheses/brackets (250)"
        );
        assert_eq!(error("((A{255}){255}){255}"), "the pattern is too large");
    }
}
