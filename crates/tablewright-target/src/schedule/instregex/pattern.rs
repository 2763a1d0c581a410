//! What patterns are made of.

use super::Fault;

/// How often a part can be repeated by `{n}`.
const MAX_REPEAT: u32 = 255;
/// How deeply parentheses can be nested.
const MAX_DEPTH: usize = 200;
/// What a pattern is made of.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Empty,
    Start,
    End,
    Set(Box<ByteSet>),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat { node: Box<Node>, least: u32, most: Option<u32> },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ByteSet([u64; 4]);

impl ByteSet {
    pub(super) const NONE: ByteSet = ByteSet([0; 4]);

    pub(super) fn insert(&mut self, byte: u8) {
        self.0[byte as usize / 64] |= 1 << (byte % 64);
    }

    pub(super) fn contains(&self, byte: u8) -> bool {
        self.0[byte as usize / 64] >> (byte % 64) & 1 != 0
    }

    pub(super) fn complement(&self) -> ByteSet {
        ByteSet(self.0.map(|bits| !bits))
    }
}

/// Whether a byte is of a class.
type IsIn = fn(&u8) -> bool;

/// The classes of characters that have names.
const CLASSES: [(&[u8], IsIn); 8] = [
    (b"alnum:]", u8::is_ascii_alphanumeric),
    (b"alpha:]", u8::is_ascii_alphabetic),
    (b"digit:]", u8::is_ascii_digit),
    (b"lower:]", u8::is_ascii_lowercase),
    (b"upper:]", u8::is_ascii_uppercase),
    (b"xdigit:]", u8::is_ascii_hexdigit),
    (b"punct:]", u8::is_ascii_punctuation),
    (b"space:]", u8::is_ascii_whitespace),
];

/// Reads a pattern.
pub(super) fn parse(pattern: &str) -> Result<Node, Fault> {
    let mut parser = Parser { bytes: pattern.as_bytes(), at: 0, depth: 0 };
    let node = parser.alternatives()?;
    match parser.peek() {
        Some(_) => Err("a parenthesis is closed that is not open"),
        None => Ok(node),
    }
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self) -> Result<Node, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("parentheses are nested too deeply");
        }
        let mut alternatives = vec![self.sequence()?];
        while self.take(b'|') {
            alternatives.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(match alternatives.pop() {
            Some(only) if alternatives.is_empty() => only,
            last => Node::Either(alternatives.into_iter().chain(last).collect()),
        })
    }

    fn sequence(&mut self) -> Result<Node, Fault> {
        let mut nodes = Vec::new();
        while !matches!(self.peek(), None | Some(b'|' | b')')) {
            nodes.push(self.repeated()?);
        }
        match nodes.is_empty() {
            true => Err("an alternative is empty"),
            false => Ok(Node::Sequence(nodes)),
        }
    }

    fn repeated(&mut self) -> Result<Node, Fault> {
        let node = self.atom()?;
        let Some((least, most)) = self.repetition()? else { return Ok(node) };
        if self.repetition()?.is_some() {
            return Err("a repetition is repeated");
        }
        Ok(Node::Repeat { node: Box::new(node), least, most })
    }

    /// How often what stands before can be there, if that is said here.
    fn repetition(&mut self) -> Result<Option<(u32, Option<u32>)>, Fault> {
        let repetition = match self.peek() {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            Some(b'{') if self.is_count() => {
                self.at += 1;
                return self.count().map(Some);
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(repetition))
    }

    /// Whether the brace here begins a count; else it stands for itself.
    fn is_count(&self) -> bool {
        self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit)
    }

    fn count(&mut self) -> Result<(u32, Option<u32>), Fault> {
        let least = self.number()?;
        let most = match self.take(b',') {
            false => Some(least),
            true if self.peek() == Some(b'}') => None,
            true => Some(self.number()?),
        };
        if !self.take(b'}') {
            return Err("a count is not closed by '}'");
        }
        if most.is_some_and(|most| most < least) {
            return Err("a count ends before it starts");
        }
        Ok((least, most))
    }

    fn number(&mut self) -> Result<u32, Fault> {
        let mut number = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.at += 1;
            number = number * 10 + u32::from(digit - b'0');
            if number > MAX_REPEAT {
                return Err("a count is too large");
            }
        }
        Ok(number)
    }

    fn atom(&mut self) -> Result<Node, Fault> {
        let Some(byte) = self.peek() else { return Err("the pattern ends early") };
        self.at += 1;
        match byte {
            b'(' if self.take(b')') => Ok(Node::Empty),
            b'(' => {
                let node = self.alternatives()?;
                if self.take(b')') { Ok(node) } else { Err("a parenthesis is not closed") }
            }
            b'^' => Ok(Node::Start),
            b'$' => Ok(Node::End),
            b'.' => Ok(Node::Set(Box::new(ByteSet::NONE.complement()))),
            b'[' => self.bracket().map(|set| Node::Set(Box::new(set))),
            b'*' | b'+' | b'?' => Err("there is nothing to repeat"),
            b'{' if self.peek().is_some_and(|c| c.is_ascii_digit()) => {
                Err("there is nothing to repeat")
            }
            b'\\' => match self.peek() {
                None => Err("the pattern ends in a backslash"),
                Some(b'1'..=b'9') => Err("references back are not supported"),
                Some(escaped) => {
                    self.at += 1;
                    Ok(byte_node(escaped))
                }
            },
            _ => Ok(byte_node(byte)),
        }
    }

    fn bracket(&mut self) -> Result<ByteSet, Fault> {
        const OPEN: Fault = "a bracket is not closed";
        let is_complement = self.take(b'^');
        let mut set = ByteSet::NONE;
        let mut is_first = true;
        loop {
            let Some(byte) = self.peek() else { return Err(OPEN) };
            self.at += 1;
            if byte == b']' && !is_first {
                break;
            }
            is_first = false;
            if byte == b'[' && self.take(b':') {
                self.named_class(&mut set)?;
                continue;
            }
            let is_range = self.peek() == Some(b'-')
                && self.bytes.get(self.at + 1).is_some_and(|&end| end != b']');
            let mut last = byte;
            if is_range {
                last = self.bytes[self.at + 1];
                self.at += 2;
            }
            if last < byte {
                return Err("a range in brackets ends before it starts");
            }
            (byte..=last).for_each(|byte| set.insert(byte));
        }
        Ok(if is_complement { set.complement() } else { set })
    }

    fn named_class(&mut self, set: &mut ByteSet) -> Result<(), Fault> {
        let rest = &self.bytes[self.at..];
        let Some((name, is_in)) = CLASSES.iter().find(|(name, _)| rest.starts_with(name)) else {
            return Err("a class of characters is not known");
        };
        self.at += name.len();
        (0..=255).filter(is_in).for_each(|byte| set.insert(byte));
        Ok(())
    }
}

fn byte_node(byte: u8) -> Node {
    let mut set = ByteSet::NONE;
    set.insert(byte);
    Node::Set(Box::new(set))
}
