//! Frequencies of turns of phrase in text, with limits.
//!
//! A limit is the highest rate among four well written code bases (rust-analyzer, ruff, typst,
//! ripgrep), rounded up. A turn of phrase is reported from its third occurrence on, so that a small
//! crate does not fail on a single word.

use std::borrow::Cow;

use regex_lite::Regex;

/// Name, pattern, and limit in 1,000 words.
const PHRASES: [(&str, &str, f64); 12] = [
    ("what", r"\bwhat\b", 3.0),
    ("of", r"\bof\b", 30.0),
    ("that of, those of", r"\b(that|those|the ones?) of\b", 0.5),
    ("the one that, those that", r"\b(the ones?|those|that) (that|which|who)\b", 0.3),
    ("which", r"\bwhich\b", 4.0),
    ("where", r"\bwhere\b", 2.0),
    ("is no, has no", r"\b(is|are|was|were|has|have|had|be) no\b", 0.8),
    ("one, ones", r"\bones?\b", 4.0),
    ("stands", r"\bst(and|ands|ood|anding)\b", 0.3),
    ("says, said, asked", r"\b(say|says|said|asks?|asked|told|tells?)\b", 0.8),
    ("goes, comes, takes, gives", r"\b(goes|comes|came|went|gives?|given|gave)\b", 6.5),
    ("makes, made, become", r"\b(makes?|made|becomes?|became)\b", 2.5),
];

/// First words that hide the subject of a block, and the name of their rate.
const HEADS: (&str, [&str; 6]) = (
    "starts with What, Which, Where, How, That, Those",
    ["What", "Which", "Where", "How", "That", "Those"],
);

/// The limit of [`HEADS`], in 100 blocks.
const HEADS_LIMIT: f64 = 2.0;

/// Frequency of a turn of phrase.
#[derive(Debug)]
pub(super) struct Rate {
    pub(super) name: &'static str,
    /// Occurrences in 1,000 words; in 100 blocks for the first words.
    pub(super) value: f64,
    pub(super) limit: f64,
    /// Whether the value is over the limit, with three occurrences or more.
    pub(super) is_over: bool,
}

impl Rate {
    fn new(name: &'static str, limit: f64, count: usize, value: f64) -> Rate {
        Rate { name, value, limit, is_over: count > 2 && value > limit }
    }
}

/// Counts words and turns of phrase. Code spans and addresses do not count.
#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
pub(super) fn measure(blocks: &[String]) -> (usize, Vec<Rate>) {
    let texts: Vec<String> =
        blocks.iter().filter(|block| !block.trim().is_empty()).map(|block| plain(block)).collect();
    let text = texts.join("\n");
    let words = compile(r"[A-Za-z][A-Za-z'-]*").find_iter(&text).count();
    let mut rates: Vec<Rate> = PHRASES
        .iter()
        .map(|&(name, pattern, limit)| {
            let count = compile(&format!("(?i){pattern}")).find_iter(&text).count();
            Rate::new(name, limit, count, count as f64 * 1000.0 / words.max(1) as f64)
        })
        .collect();
    let heads = texts.iter().filter(|text| has_weak_head(text)).count();
    let share = heads as f64 * 100.0 / texts.len().max(1) as f64;
    rates.push(Rate::new(HEADS.0, HEADS_LIMIT, heads, share));
    (words, rates)
}

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("patterns are constant")
}

/// Replaces code spans and addresses by `X`, and links by their text.
fn plain(block: &str) -> String {
    let without_code = compile("`[^`]*`").replace_all(block, "X");
    let without_links =
        compile(r"\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])?").replace_all(&without_code, "$1");
    let without_addresses: Cow<'_, str> = compile(r"https?://\S+").replace_all(&without_links, "X");
    without_addresses.into_owned()
}

fn has_weak_head(text: &str) -> bool {
    let first = text.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next();
    first.is_some_and(|word| HEADS.1.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(blocks: &[&str], name: &str) -> Rate {
        let blocks: Vec<String> = blocks.iter().map(|&block| block.to_owned()).collect();
        measure(&blocks).1.into_iter().find(|rate| rate.name == name).expect("a known rate")
    }

    #[test]
    fn code_links_and_addresses_do_not_count() {
        let block =
            "A list of `bits of what` in [the page](of-what.md), see https://of.example/of.";
        let (words, _) = measure(&[block.to_owned()]);
        // A list of X in the page, see X
        assert_eq!(words, 9);
        assert!((rate(&[block], "of").value - 1000.0 / 9.0).abs() < 0.01);
    }

    #[test]
    fn a_rate_is_over_its_limit_from_the_third_occurrence_on() {
        assert!(!rate(&["What it is.", "The thing and what."], "what").is_over);
        assert!(rate(&["What it is, what and what."], "what").is_over);
    }

    #[test]
    fn first_words_count_in_blocks() {
        let rate = rate(&["What it is.", "How so.", "  That.", "Whatever."], HEADS.0);
        assert!((rate.value - 75.0).abs() < 0.01);
        assert!(rate.is_over);
    }

    #[test]
    fn blank_blocks_do_not_count() {
        assert!((rate(&["What.", " \n"], HEADS.0).value - 100.0).abs() < 0.01);
    }
}
