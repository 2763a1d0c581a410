//! Regular expressions over the names of instructions: POSIX extended ones, without references
//! back.
//!
//! A pattern is asked about thousands of names in byte order, so it is turned into an automaton
//! whose states are found while names are read; what has been read of a name holds for the next
//! name as far as that begins alike.

mod pattern;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use pattern::{ByteSet, Node};

/// What is wrong with a pattern.
pub type Fault = &'static str;

/// How many steps the automaton of a pattern can have.
const MAX_STEPS: usize = 20_000;

/// A step of the automaton that can be in several places at once.
#[derive(Debug)]
enum Step {
    /// Reads a byte, and goes on behind.
    Read(ByteSet),
    /// Goes on in both places.
    Split(u32, u32),
    /// Goes on there.
    Jump(u32),
    /// Goes on behind at the start of the text.
    Start,
    /// Goes on behind at the end of the text.
    End,
    Match,
}

struct Compiler {
    steps: Vec<Step>,
}

impl Compiler {
    fn push(&mut self, step: Step) -> Result<usize, Fault> {
        if self.steps.len() == MAX_STEPS {
            return Err("the pattern is too large");
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    fn end(&self) -> u32 {
        self.steps.len() as u32
    }

    fn node(&mut self, node: &Node) -> Result<(), Fault> {
        match node {
            Node::Empty => {}
            Node::Start => drop(self.push(Step::Start)?),
            Node::End => drop(self.push(Step::End)?),
            Node::Set(set) => drop(self.push(Step::Read((**set).clone()))?),
            Node::Sequence(nodes) => {
                for node in nodes {
                    self.node(node)?;
                }
            }
            Node::Either(nodes) => self.either(nodes)?,
            Node::Repeat { node, least, most } => self.repeat(node, *least, *most)?,
        }
        Ok(())
    }

    fn either(&mut self, nodes: &[Node]) -> Result<(), Fault> {
        let mut ends = Vec::new();
        for (i, node) in nodes.iter().enumerate() {
            let split = self.push(Step::Jump(0))?;
            self.steps[split] = Step::Jump(self.end());
            self.node(node)?;
            if i + 1 < nodes.len() {
                ends.push(self.push(Step::Jump(0))?);
                self.steps[split] = Step::Split(split as u32 + 1, self.end());
            }
        }
        for end in ends {
            self.steps[end] = Step::Jump(self.end());
        }
        Ok(())
    }

    fn repeat(&mut self, node: &Node, least: u32, most: Option<u32>) -> Result<(), Fault> {
        for _ in 0..least {
            self.node(node)?;
        }
        match most {
            None => {
                let split = self.push(Step::Jump(0))?;
                self.node(node)?;
                self.push(Step::Jump(split as u32))?;
                self.steps[split] = Step::Split(split as u32 + 1, self.end());
            }
            Some(most) => {
                let mut splits = Vec::new();
                for _ in least..most {
                    splits.push(self.push(Step::Jump(0))?);
                    self.node(node)?;
                }
                for split in splits {
                    self.steps[split] = Step::Split(split as u32 + 1, self.end());
                }
            }
        }
        Ok(())
    }
}

/// Whether a pattern can match at the start of a text only.
fn is_anchored(node: &Node) -> bool {
    match node {
        Node::Start => true,
        Node::Sequence(nodes) => nodes.first().is_some_and(is_anchored),
        Node::Either(nodes) => nodes.iter().all(is_anchored),
        Node::Repeat { node, least, .. } => *least > 0 && is_anchored(node),
        Node::Empty | Node::End | Node::Set(_) => false,
    }
}

/// A state of the automaton that is in one place at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State(u32);

/// What a state knows of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It matches, whatever follows.
    Match,
    /// It does not, whatever follows.
    NoMatch,
    /// That depends.
    Open,
}

#[derive(Debug)]
struct StateData {
    steps: Box<[u32]>,
    next: Vec<Option<State>>,
    verdict: Verdict,
    matches_at_end: bool,
}

/// A pattern that is looked for in texts.
#[derive(Debug)]
pub struct InstRegex {
    steps: Vec<Step>,
    /// By byte, a number that bytes share which no step tells apart.
    byte_classes: Box<[u8; 256]>,
    states: Vec<StateData>,
    numbers: FxHashMap<Box<[u32]>, State>,
    marks: Vec<bool>,
}

impl InstRegex {
    /// A pattern.
    pub fn new(pattern: &str) -> Result<InstRegex, Fault> {
        let node = pattern::parse(pattern)?;
        let mut compiler = Compiler { steps: Vec::new() };
        if !is_anchored(&node) {
            let any = Box::new(Node::Set(Box::new(ByteSet::NONE.complement())));
            compiler.node(&Node::Repeat { node: any, least: 0, most: None })?;
        }
        compiler.node(&node)?;
        compiler.push(Step::Match)?;
        let steps = compiler.steps;
        let marks = vec![false; steps.len()];
        let byte_classes = byte_classes(&steps);
        let (states, numbers) = (Vec::new(), FxHashMap::default());
        let mut regex = InstRegex { steps, byte_classes, states, numbers, marks };
        regex.state(VecDeque::from([0]), true);
        Ok(regex)
    }

    /// The state before a text is read.
    pub const START: State = State(0);

    pub fn verdict(&self, state: State) -> Verdict {
        self.states[state.0 as usize].verdict
    }

    pub fn matches_at_end(&self, state: State) -> bool {
        self.states[state.0 as usize].matches_at_end
    }

    /// The state after another byte.
    pub fn next(&mut self, state: State, byte: u8) -> State {
        let class = self.byte_classes[byte as usize] as usize;
        if let Some(next) = self.states[state.0 as usize].next[class] {
            return next;
        }
        let from = &self.states[state.0 as usize].steps;
        let reads = |&&step: &&u32| matches!(&self.steps[step as usize], Step::Read(set) if set.contains(byte));
        let reached = from.iter().filter(reads).map(|step| step + 1).collect();
        let next = self.state(reached, false);
        self.states[state.0 as usize].next[class] = Some(next);
        next
    }

    /// Whether the pattern is in `text`.
    pub fn is_match(&mut self, text: &str) -> bool {
        let mut state = InstRegex::START;
        for &byte in text.as_bytes() {
            match self.verdict(state) {
                Verdict::Match => return true,
                Verdict::NoMatch => return false,
                Verdict::Open => state = self.next(state, byte),
            }
        }
        self.matches_at_end(state)
    }

    /// The state of being in all of these places.
    fn state(&mut self, places: VecDeque<u32>, is_start: bool) -> State {
        let mut reached = self.closure(places, is_start, false);
        let is_match = |steps: &[u32]| {
            steps.iter().any(|&step| matches!(self.steps[step as usize], Step::Match))
        };
        let matches_now = is_match(&reached);
        reached.sort_unstable();
        if let Some(&state) = self.numbers.get(&reached[..]) {
            return state;
        }
        let at_end = self.closure(reached.iter().copied().collect(), is_start, true);
        let is_match = |steps: &[u32]| {
            steps.iter().any(|&step| matches!(self.steps[step as usize], Step::Match))
        };
        let verdict = match (matches_now, reached.is_empty()) {
            (true, _) => Verdict::Match,
            (false, true) => Verdict::NoMatch,
            (false, false) => Verdict::Open,
        };
        let state = State(self.states.len() as u32);
        let classes = self.byte_classes.iter().max().map_or(0, |&last| last as usize + 1);
        let steps: Box<[u32]> = reached.into();
        self.numbers.insert(steps.clone(), state);
        self.states.push(StateData {
            steps,
            next: vec![None; classes],
            verdict,
            matches_at_end: is_match(&at_end),
        });
        state
    }

    /// The steps that wait for something, from `places` on.
    fn closure(&mut self, mut places: VecDeque<u32>, is_start: bool, is_end: bool) -> Vec<u32> {
        self.marks.fill(false);
        let mut waiting = Vec::new();
        while let Some(place) = places.pop_front() {
            if std::mem::replace(&mut self.marks[place as usize], true) {
                continue;
            }
            match self.steps[place as usize] {
                Step::Split(first, second) => places.extend([first, second]),
                Step::Jump(to) => places.push_back(to),
                Step::Start if is_start => places.push_back(place + 1),
                Step::Start => {}
                Step::End if is_end => places.push_back(place + 1),
                Step::End | Step::Read(_) | Step::Match => waiting.push(place),
            }
        }
        waiting
    }
}

/// Numbers bytes so that those have the same number which every step takes alike.
fn byte_classes(steps: &[Step]) -> Box<[u8; 256]> {
    let mut classes = Box::new([0u8; 256]);
    for step in steps {
        let Step::Read(set) = step else { continue };
        // By number so far, and by whether this step takes them.
        let mut renumbered = [None; 2 * 256];
        let mut next = 0;
        for byte in 0..=255u8 {
            let class = &mut classes[byte as usize];
            let number = &mut renumbered[usize::from(*class) * 2 + usize::from(set.contains(byte))];
            *class = *number.get_or_insert_with(|| {
                next += 1;
                (next - 1) as u8
            });
        }
    }
    classes
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
        assert_eq!(matching(r"^A\D[]D]$", &TEXTS), ["ADD"]);
        assert_eq!(matching("^X{", &["X", "X{"]), ["X{"]);
    }

    #[test]
    fn ill_formed_patterns_say_why() {
        let nested = "(".repeat(1000);
        let fault = |pattern| InstRegex::new(pattern).expect_err("ill-formed");
        assert_eq!(fault("(A"), "a parenthesis is not closed");
        assert_eq!(fault("A)"), "a parenthesis is closed that is not open");
        assert_eq!(fault("A||B"), "an alternative is empty");
        assert_eq!(fault("{2}"), "there is nothing to repeat");
        assert_eq!(fault("A**"), "a repetition is repeated");
        assert_eq!(fault("[A"), "a bracket is not closed");
        assert_eq!(fault("[B-A]"), "a range in brackets ends before it starts");
        assert_eq!(fault(r"(A)\1"), "references back are not supported");
        assert_eq!(fault(&nested), "parentheses are nested too deeply");
        assert_eq!(fault("((A{255}){255}){255}"), "the pattern is too large");
    }
}
