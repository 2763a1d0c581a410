//! The text form of grammars. Repeated groups become rules of their own.

use std::collections::HashMap;

use super::{ByteSet, GbnfSymbol, Production};

/// A grammar as productions.
pub(super) struct ParsedGrammar {
    pub(super) root: u32,
    pub(super) sets: Vec<ByteSet>,
    pub(super) productions: Vec<Production>,
    pub(super) rule_count: usize,
}

/// Parses a grammar.
pub(super) fn parse(text: &str) -> Result<ParsedGrammar, String> {
    let mut parser = GbnfParser {
        bytes: text.as_bytes(),
        position: 0,
        depth: 0,
        sets: Vec::new(),
        productions: Vec::new(),
        rules: HashMap::new(),
        rule_lines: Vec::new(),
        defined: Vec::new(),
    };
    parser.grammar()?;
    let Some(&root) = parser.rules.get("root") else {
        return Err("rule root is undefined".to_owned());
    };
    let mut undefined: Vec<(usize, &String)> = parser
        .rules
        .iter()
        .filter(|(_, rule)| !parser.defined[**rule as usize])
        .map(|(name, rule)| (parser.rule_lines[*rule as usize], name))
        .collect();
    undefined.sort();
    match undefined.first() {
        Some((line, name)) => Err(format!("line {line}: rule {name} is undefined")),
        None => Ok(ParsedGrammar {
            root,
            sets: parser.sets,
            productions: parser.productions,
            rule_count: parser.defined.len(),
        }),
    }
}

struct GbnfParser<'t> {
    bytes: &'t [u8],
    position: usize,
    /// The number of open groups. Lines may break in a group.
    depth: usize,
    sets: Vec<ByteSet>,
    productions: Vec<Production>,
    rules: HashMap<String, u32>,
    /// The line of each rule's first use or definition.
    rule_lines: Vec<usize>,
    defined: Vec<bool>,
}

impl GbnfParser<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn line(&self) -> usize {
        let before = &self.bytes[..self.position.min(self.bytes.len())];
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    fn error<T>(&self, problem: &str) -> Result<T, String> {
        Err(format!("line {}: {problem}", self.line()))
    }

    /// Skips blanks and comments, and line breaks inside groups or on request.
    fn skip(&mut self, with_lines: bool) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' => self.position += 1,
                b'\n' if with_lines || self.depth > 0 => self.position += 1,
                b'#' => {
                    while self.peek().is_some_and(|byte| byte != b'\n') {
                        self.position += 1;
                    }
                }
                _ => return,
            }
        }
    }

    fn accept(&mut self, text: &str) -> bool {
        let is_next = self.bytes[self.position..].starts_with(text.as_bytes());
        if is_next {
            self.position += text.len();
        }
        is_next
    }

    fn new_rule(&mut self) -> u32 {
        let line = self.line();
        self.defined.push(false);
        self.rule_lines.push(line);
        self.defined.len() as u32 - 1
    }

    fn add(&mut self, rule: u32, symbols: Vec<GbnfSymbol>) {
        self.defined[rule as usize] = true;
        self.productions.push(Production { rule, symbols });
    }

    fn name(&mut self) -> Option<String> {
        let start = self.position;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        while self.peek().is_some_and(is_part) {
            self.position += 1;
        }
        let name = &self.bytes[start..self.position];
        (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
    }

    fn rule(&mut self, name: String) -> u32 {
        match self.rules.get(&name) {
            Some(&rule) => rule,
            None => {
                let rule = self.new_rule();
                self.rules.insert(name, rule);
                rule
            }
        }
    }

    fn grammar(&mut self) -> Result<(), String> {
        loop {
            self.skip(true);
            if self.peek().is_none() {
                return Ok(());
            }
            let Some(name) = self.name() else { return self.error("a rule name is missing") };
            let shown = name.clone();
            let rule = self.rule(name);
            if self.defined[rule as usize] {
                return self.error(&format!("rule {shown} is defined twice"));
            }
            self.skip(false);
            if !self.accept("::=") {
                return self.error("::= is missing");
            }
            self.skip(true);
            self.alternatives(rule)?;
            if !matches!(self.peek(), None | Some(b'\n')) {
                return self.error("a rule does not end here");
            }
        }
    }

    fn alternatives(&mut self, rule: u32) -> Result<(), String> {
        loop {
            let symbols = self.sequence()?;
            self.add(rule, symbols);
            // The next line may continue the rule.
            let end = self.position;
            self.skip(true);
            if !self.accept("|") {
                self.position = end;
                self.skip(false);
                return Ok(());
            }
            self.skip(true);
        }
    }

    fn sequence(&mut self) -> Result<Vec<GbnfSymbol>, String> {
        let mut symbols = Vec::new();
        loop {
            self.skip(false);
            let start = symbols.len();
            match self.peek() {
                Some(b'"') => self.literal(&mut symbols)?,
                Some(b'[') => {
                    let set = self.class()?;
                    symbols.push(set);
                }
                Some(b'(') => {
                    self.position += 1;
                    self.depth += 1;
                    let group = self.new_rule();
                    self.skip(true);
                    self.alternatives(group)?;
                    self.skip(true);
                    if !self.accept(")") {
                        return self.error("a group does not end");
                    }
                    self.depth -= 1;
                    symbols.push(GbnfSymbol::Rule(group));
                }
                _ => match self.name() {
                    Some(name) => {
                        let rule = self.rule(name);
                        symbols.push(GbnfSymbol::Rule(rule));
                    }
                    None => return Ok(symbols),
                },
            }
            self.repetition(&mut symbols, start);
        }
    }

    /// Applies `*`, `+` or `?` to the symbols from `start`.
    fn repetition(&mut self, symbols: &mut Vec<GbnfSymbol>, start: usize) {
        let (is_optional, is_repeated) = match self.peek() {
            Some(b'*') => (true, true),
            Some(b'+') => (false, true),
            Some(b'?') => (true, false),
            _ => return,
        };
        self.position += 1;
        let item: Vec<GbnfSymbol> = symbols.drain(start..).collect();
        let rule = self.new_rule();
        self.add(rule, if is_optional { Vec::new() } else { item.clone() });
        let mut again = Vec::new();
        if is_repeated {
            again.push(GbnfSymbol::Rule(rule));
        }
        again.extend(item);
        self.add(rule, again);
        symbols.push(GbnfSymbol::Rule(rule));
    }

    fn literal(&mut self, symbols: &mut Vec<GbnfSymbol>) -> Result<(), String> {
        self.position += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(());
                }
                None | Some(b'\n') => return self.error("a literal does not end"),
                Some(_) => {
                    let byte = self.character();
                    let mut set = [false; 256];
                    set[usize::from(byte)] = true;
                    symbols.push(self.set(set));
                }
            }
        }
    }

    fn class(&mut self) -> Result<GbnfSymbol, String> {
        self.position += 1;
        let is_negated = self.accept("^");
        let mut set = [false; 256];
        loop {
            match self.peek() {
                Some(b']') => break,
                None | Some(b'\n') => return self.error("a class does not end"),
                Some(_) => {}
            }
            let first = self.character();
            let last = match (self.peek(), self.bytes.get(self.position + 1)) {
                (Some(b'-'), Some(next)) if *next != b']' => {
                    self.position += 1;
                    self.character()
                }
                _ => first,
            };
            set[usize::from(first)..=usize::from(last)].fill(true);
        }
        self.position += 1;
        if is_negated {
            set = set.map(|is_in| !is_in);
        }
        Ok(self.set(set))
    }

    /// Reads a character or an escape.
    fn character(&mut self) -> u8 {
        let byte = self.bytes[self.position];
        self.position += 1;
        if byte != b'\\' {
            return byte;
        }
        let escaped = self.peek().unwrap_or(b'\\');
        self.position += 1;
        match escaped {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            other => other,
        }
    }

    fn set(&mut self, set: ByteSet) -> GbnfSymbol {
        let index = self.sets.iter().position(|other| *other == set).unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        GbnfSymbol::Byte(index as u32)
    }
}
