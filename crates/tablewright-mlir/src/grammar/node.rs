//! Expressions of a grammar, and their text in GBNF.
//!
//! The rules of GBNF match characters, not tokens. An expression knows whether its text begins and ends with a word
//! character, so that blanks are required between two words and optional elsewhere.

use rustc_hash::FxHashMap;

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Node {
    /// A keyword, a mark or a name.
    Text(String),
    /// A rule.
    Rule(String),
    /// Expressions one after the other.
    Sequence(Vec<Node>),
    /// One of several expressions.
    Choice(Vec<Node>),
    /// An expression or nothing.
    Optional(Box<Node>),
    /// An expression any number of times.
    Repeated(Box<Node>),
    /// An expression once or more often, with a mark in between.
    List(Box<Node>, &'static str),
}

/// The edges of the texts that an expression matches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Edges {
    /// Whether a text may begin with a word character.
    pub(super) begins_with_word: bool,
    /// Whether a text may end with a word character.
    pub(super) ends_with_word: bool,
    /// Whether a text may be empty.
    pub(super) may_be_empty: bool,
}

/// The edges of all rules.
pub(super) type RuleEdges = FxHashMap<String, Edges>;

/// The text before an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    /// Nothing, since a rule begins.
    Nothing,
    /// A text that ends with a mark.
    Mark,
    /// A text that may end with a word character.
    Word,
}

impl Before {
    fn after(self, edges: Edges) -> Before {
        let own = if edges.ends_with_word { Before::Word } else { Before::Mark };
        if edges.may_be_empty { self.or(own) } else { own }
    }

    fn or(self, other: Before) -> Before {
        if self == Before::Word || other == Before::Word {
            Before::Word
        } else if self == Before::Nothing && other == Before::Nothing {
            Before::Nothing
        } else {
            Before::Mark
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')
}

impl Node {
    pub(super) fn text(text: impl Into<String>) -> Node {
        Node::Text(text.into())
    }

    pub(super) fn rule(name: impl Into<String>) -> Node {
        Node::Rule(name.into())
    }

    pub(super) fn optional(self) -> Node {
        Node::Optional(Box::new(self))
    }

    /// Returns a list between commas.
    pub(super) fn list(self) -> Node {
        Node::List(Box::new(self), ",")
    }

    /// Returns an expression that matches the empty text only.
    pub(super) fn empty() -> Node {
        Node::Sequence(Vec::new())
    }

    /// Returns the edges, given the edges of rules.
    pub(super) fn edges(&self, rules: &RuleEdges) -> Edges {
        match self {
            Node::Text(text) => Edges {
                begins_with_word: text.starts_with(is_word),
                ends_with_word: text.ends_with(is_word),
                may_be_empty: false,
            },
            Node::Rule(name) => rules.get(name).copied().unwrap_or_default(),
            Node::Sequence(parts) => {
                let edges: Vec<Edges> = parts.iter().map(|part| part.edges(rules)).collect();
                let begin = edges.iter().position(|one| !one.may_be_empty);
                let end = edges.iter().rposition(|one| !one.may_be_empty);
                let first = &edges[..begin.map_or(edges.len(), |index| index + 1)];
                let last = &edges[end.unwrap_or(0)..];
                Edges {
                    begins_with_word: first.iter().any(|one| one.begins_with_word),
                    ends_with_word: last.iter().any(|one| one.ends_with_word),
                    may_be_empty: begin.is_none(),
                }
            }
            Node::Choice(parts) => {
                let edges: Vec<Edges> = parts.iter().map(|part| part.edges(rules)).collect();
                Edges {
                    begins_with_word: edges.iter().any(|one| one.begins_with_word),
                    ends_with_word: edges.iter().any(|one| one.ends_with_word),
                    may_be_empty: edges.iter().any(|one| one.may_be_empty),
                }
            }
            Node::Optional(inner) | Node::Repeated(inner) => {
                Edges { may_be_empty: true, ..inner.edges(rules) }
            }
            Node::List(inner, _) => inner.edges(rules),
        }
    }

    /// Returns the expression as the body of a rule.
    pub(super) fn rule_body(&self, rules: &RuleEdges) -> String {
        if let Node::Choice(parts) = self {
            let parts = parts.iter().map(|part| part.gbnf(Before::Nothing, rules));
            return parts.collect::<Vec<_>>().join("\n  | ");
        }
        self.gbnf(Before::Nothing, rules)
    }

    /// Returns the expression with the blanks before it.
    fn gbnf(&self, before: Before, rules: &RuleEdges) -> String {
        match self {
            Node::Text(text) => {
                format!("{}{}", blanks(before, self.edges(rules)), quoted(text))
            }
            Node::Rule(name) => {
                let edges = self.edges(rules);
                let blanks = blanks(before, edges);
                if edges.may_be_empty && !blanks.is_empty() {
                    format!("({blanks}{name})?")
                } else {
                    format!("{blanks}{name}")
                }
            }
            Node::Sequence(parts) => {
                let mut before = before;
                let mut texts = Vec::new();
                for part in parts {
                    let text = part.gbnf(before, rules);
                    if text != EMPTY {
                        texts.push(text);
                    }
                    before = before.after(part.edges(rules));
                }
                if texts.is_empty() { EMPTY.to_owned() } else { texts.join(" ") }
            }
            Node::Choice(parts) => {
                let texts: Vec<String> =
                    parts.iter().map(|part| part.gbnf(before, rules)).collect();
                format!("({})", texts.join(" | "))
            }
            Node::Optional(inner) => format!("({})?", inner.gbnf(before, rules)),
            Node::Repeated(inner) => {
                let edges = inner.edges(rules);
                let again = before.after(Edges { may_be_empty: true, ..edges });
                format!("({})*", inner.gbnf(again, rules))
            }
            Node::List(inner, separator) => {
                let (first, next) = (inner.gbnf(before, rules), inner.gbnf(Before::Mark, rules));
                format!("{first} (ws \"{separator}\" {next})*")
            }
        }
    }
}

const EMPTY: &str = "\"\"";

fn blanks(before: Before, edges: Edges) -> &'static str {
    match before {
        Before::Nothing => "",
        Before::Word if edges.begins_with_word => "sp ",
        Before::Word | Before::Mark => "ws ",
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
