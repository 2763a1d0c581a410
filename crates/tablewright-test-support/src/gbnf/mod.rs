//! A recognizer for grammars in GBNF, the form that llama.cpp reads.
//!
//! In: rules as text. Out: whether a text matches the rule `root`. The parser follows Earley, so that any grammar
//! works, also an ambiguous one.

mod parse;
mod recognize;

/// A set of bytes.
type ByteSet = [bool; 256];

/// A symbol of a production.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GbnfSymbol {
    /// A byte of a set, by its index.
    Byte(u32),
    /// A rule, by its index.
    Rule(u32),
}

/// An alternative of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Production {
    rule: u32,
    symbols: Vec<GbnfSymbol>,
}

/// A grammar.
pub struct Gbnf {
    root: u32,
    sets: Vec<ByteSet>,
    productions: Vec<Production>,
    /// The productions of each rule.
    by_rule: Vec<Vec<u32>>,
    /// For each rule, whether it matches the empty text.
    nullable: Vec<bool>,
    /// By production, the bytes that begin a text.
    first: Vec<ByteSet>,
    /// For each production, whether it matches the empty text.
    empty: Vec<bool>,
}

impl Gbnf {
    /// Reads a grammar.
    ///
    /// # Errors
    /// The line number and the problem, if a rule is invalid, undefined or defined twice.
    pub fn new(text: &str) -> Result<Gbnf, String> {
        let parse::ParsedGrammar { root, sets, productions, rule_count } = parse::parse(text)?;
        let mut by_rule = vec![Vec::new(); rule_count];
        for (index, production) in productions.iter().enumerate() {
            by_rule[production.rule as usize].push(index as u32);
        }
        let mut grammar = Gbnf {
            root,
            first: vec![[false; 256]; productions.len()],
            empty: vec![false; productions.len()],
            nullable: vec![false; rule_count],
            sets,
            productions,
            by_rule,
        };
        grammar.find_first_bytes();
        Ok(grammar)
    }

    /// Computes `first`, `empty` and `nullable`. They grow until nothing changes.
    fn find_first_bytes(&mut self) {
        let mut of_rules: Vec<ByteSet> = vec![[false; 256]; self.by_rule.len()];
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (index, production) in self.productions.iter().enumerate() {
                let mut bytes = [false; 256];
                let mut is_empty = true;
                for symbol in &production.symbols {
                    let (set, is_nullable) = match symbol {
                        GbnfSymbol::Byte(set) => (&self.sets[*set as usize], false),
                        GbnfSymbol::Rule(rule) => {
                            (&of_rules[*rule as usize], self.nullable[*rule as usize])
                        }
                    };
                    add(&mut bytes, set);
                    if !is_nullable {
                        is_empty = false;
                        break;
                    }
                }
                let rule = production.rule as usize;
                is_changed |= add(&mut self.first[index], &bytes);
                is_changed |= add(&mut of_rules[rule], &bytes);
                is_changed |= is_empty && !self.nullable[rule];
                self.empty[index] |= is_empty;
                self.nullable[rule] |= is_empty;
            }
        }
    }
}

/// Adds bytes to a set. Returns whether the set has grown.
fn add(set: &mut ByteSet, other: &ByteSet) -> bool {
    let mut is_changed = false;
    for (one, other) in set.iter_mut().zip(other) {
        is_changed |= *other && !*one;
        *one |= *other;
    }
    is_changed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(grammar: &str, text: &str) -> bool {
        Gbnf::new(grammar).expect("it is a grammar").accepts(text)
    }

    #[test]
    fn literals_classes_and_groups_match() {
        let grammar = "root ::= \"a\" [0-9]+ (\"-\" | \"\\\"\")? [^x\\n]*\n";
        for text in ["a1", "a12-", "a1\"yz", "a1abc"] {
            assert!(accepts(grammar, text), "{text}");
        }
        for text in ["", "a", "b1", "a1-x", "a1\n"] {
            assert!(!accepts(grammar, text), "{text}");
        }
    }

    #[test]
    fn rules_may_be_recursive_ambiguous_and_empty() {
        let grammar = "root ::= list\n# A list.\nlist ::= list list | blank \"(\" list? \")\"\n  | \"\"\nblank ::= \" \"*\n";
        for text in ["", "()", "(())()", " ( () )".trim_end(), "()  ()"] {
            let expected = !text.ends_with(" )");
            assert_eq!(accepts(grammar, text), expected, "{text}");
        }
        assert!(!accepts(grammar, "(()"));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let error = |text: &str| Gbnf::new(text).err().expect("it is invalid");
        assert_eq!(error("root ::= \"a\"\nb ::= c\n"), "line 2: rule c is undefined");
        assert_eq!(error("root ::= \"a\nb\"\n"), "line 1: a literal does not end");
        assert_eq!(error("root ::= \"a\"\nroot ::= \"b\"\n"), "line 2: rule root is defined twice");
        assert_eq!(error("a ::= \"a\"\n"), "rule root is undefined");
    }
}
