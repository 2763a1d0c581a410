//! Regular expressions over the names of instructions.
//!
//! A pattern is matched against thousands of names in byte order. Therefore the caller drives the
//! automaton byte by byte: the states after the bytes that two names share are computed once.

use regex_automata::Anchored;
use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, Config, DFA};
use regex_automata::nfa::thompson::{self, Compiler, WhichCaptures};
use regex_automata::util::{start, syntax};

/// How large an automaton may become, in bytes: far more than any pattern of a name needs.
const SIZE_LIMIT: usize = 16 << 20;

/// A pattern that is looked for in texts.
#[doc(alias = "InstRegexOp")]
#[derive(Debug)]
pub struct InstRegex {
    automaton: DFA,
    cache: Cache,
    start: State,
}

/// The state of the automaton after a part of a text; `None` if nothing can match any more.
#[derive(Clone, Copy, Debug)]
pub struct State(Option<LazyStateID>);

impl State {
    /// The verdict on the whole text.
    pub fn verdict(self) -> Verdict {
        match self.0 {
            Some(state) if state.is_match() => Verdict::Match,
            Some(state) if !state.is_dead() => Verdict::Open,
            _ => Verdict::NoMatch,
        }
    }
}

/// What a [`State`] knows of the whole text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It matches, whatever follows.
    Match,
    /// It does not, whatever follows.
    NoMatch,
    /// That depends.
    Open,
}

impl InstRegex {
    /// A pattern in the syntax of POSIX's extended expressions.
    ///
    /// # Errors
    /// What is wrong with it, in a few words.
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
        // A pattern that can only match at the start fails at the first byte that does not fit.
        let is_anchored = steps.is_always_start_anchored();
        let anchored = if is_anchored { Anchored::Yes } else { Anchored::No };
        // States are kept while names are read, so the cache may not forget any.
        let config = Config::new().cache_capacity(SIZE_LIMIT).minimum_cache_clear_count(Some(0));
        let automaton = DFA::builder().configure(config).build_from_nfa(steps);
        let automaton = automaton.map_err(|_| too_large())?;
        let mut cache = automaton.create_cache();
        let start = automaton.start_state(&mut cache, &start::Config::new().anchored(anchored));
        let start = State(Some(start.map_err(|_| too_large())?));
        Ok(InstRegex { automaton, cache, start })
    }

    /// The state before a text is read.
    pub fn start(&self) -> State {
        self.start
    }

    /// The state after another byte. A pattern whose automaton outgrows its limit matches nothing.
    pub fn next(&mut self, state: State, byte: u8) -> State {
        let next = |state| self.automaton.next_state(&mut self.cache, state, byte).ok();
        State(state.0.and_then(next))
    }

    /// Whether a text matches that ends here.
    pub fn matches_at_end(&mut self, state: State) -> bool {
        let end = |state| self.automaton.next_eoi_state(&mut self.cache, state).ok();
        state.0.and_then(end).is_some_and(|end| end.is_match())
    }

    /// Whether the pattern is in `text`.
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

/// Spells a pattern as [`regex_syntax`] reads it, for which more has a meaning within brackets and
/// after backslashes than for POSIX.
fn from_posix(pattern: &str) -> String {
    let mut spelt = String::with_capacity(pattern.len() + 8);
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        match c {
            '[' => {
                let brackets = rest.as_str();
                rest = brackets[bracket_from_posix(brackets, &mut spelt)..].chars();
            }
            '\\' => match rest.next() {
                // POSIX has no classes such as `\d`: a letter after a backslash is that letter.
                Some(c) if c.is_ascii_alphabetic() => spelt.push(c),
                Some(c) => spelt.extend(['\\', c]),
                None => spelt.push('\\'),
            },
            // Without a number after it, a brace stands for itself.
            '{' if !rest.as_str().starts_with(|c: char| c.is_ascii_digit()) => spelt += "\\{",
            _ => spelt.push(c),
        }
    }
    spelt
}

/// Spells what begins after an opening bracket; returns how long it was.
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
        // A closing bracket that comes first is a member of the set.
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
