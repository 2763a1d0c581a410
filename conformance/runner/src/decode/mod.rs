//! `cargo runner decode`: decodes words with `tablewright encoding --decode` and with `llvm-mc`,
//! with the same features.
//!
//! Half the words are random, half are the target's encodings with random values in their unknown
//! bits. `tablewright encoding` does not call the methods in a target's decoder, which may refuse a
//! word, pass it on to the next encoding, or replace the instruction. Such differences are counted
//! by kind and listed; any other difference is a failure.

mod compare;
mod programs;
mod targets;
mod x86;
mod x86_registers;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say, summary};

use self::compare::{CompareDifference, compare};
use self::programs::{ReferenceAnswer, ReferencePattern};
use self::targets::{DecodeTarget, DecodeWords, TARGETS};
use crate::arguments::pattern;
use crate::paths::{self, BuildProfile};
use crate::random::Random;
use crate::reference::ReferenceRelease;

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let only = pattern(args)?;
    let number = |name: &str| args.get_one::<u64>(name).copied();
    let count = number("words").unwrap_or(10_000) as usize;
    let seed = number("seed").unwrap_or(1);
    let corpus = paths::corpus()?;
    let program = paths::candidate(args, BuildProfile::Release)?;
    let Some(reference) = ReferenceRelease::main()?.program("llvm-mc") else {
        say!("SKIPPED: words are not decoded, for llvm-mc is not installed");
        return Ok(ExitCode::SUCCESS);
    };
    let (mut passed, mut failed) = (0, 0);
    for target in TARGETS.iter().filter(|target| only.is_match(target.name)) {
        for words in target.words {
            let tried = DecodeTrial { target, words, program: &program, reference: &reference };
            let is_same = tried.run(&corpus, count, seed, args.get_flag("verbose"))?;
            *(if is_same { &mut passed } else { &mut failed }) += 1;
        }
    }
    if only.is_match("X86") {
        let (same, different) = x86::compare(&program, &reference, &corpus, count, seed)?;
        passed += same;
        failed += different;
    }
    Ok(summary(passed, failed))
}

/// A target's words with the same size, and the programs that decode them.
struct DecodeTrial<'a> {
    target: &'a DecodeTarget,
    words: &'a DecodeWords,
    program: &'a Path,
    reference: &'a Path,
}

impl DecodeTrial<'_> {
    /// Returns whether both programs agree on `count` words, except for decisions by target
    /// methods.
    fn run(
        &self,
        corpus: &Path,
        count: usize,
        seed: u64,
        is_verbose: bool,
    ) -> Result<bool, String> {
        let DecodeTrial { target, words, program, reference } = self;
        let patterns = programs::patterns(program, corpus, target, words)?;
        let words = random_words(words, &patterns, count, seed);
        let ours = programs::decode(program, corpus, target, self.words, &words)?;
        let theirs = programs::reference_decode(reference, target, self.words, &words)?;
        let report = DecodeReport::new(&words, &ours, &theirs);
        say!(
            "{}, {} bits: {} words, {} decoded by both as the same instruction, {} by neither",
            target.name,
            self.words.width,
            words.len(),
            report.same,
            report.neither
        );
        report.show(is_verbose);
        Ok(report.unexplained() == 0)
    }
}

/// Returns random words and words from encodings, half each.
fn random_words(
    words: &DecodeWords,
    patterns: &[ReferencePattern],
    count: usize,
    seed: u64,
) -> Vec<u64> {
    let mut random = Random::for_trial(seed, u64::from(words.width));
    let all = u64::MAX >> (64 - words.width);
    let mut samples = Vec::with_capacity(count);
    while samples.len() < count {
        let any = random.next() & all;
        let word = match random.choose(patterns) {
            Some(pattern) if samples.len() % 2 == 1 => pattern.value | any & !pattern.mask,
            _ => any,
        };
        if (words.is_word)(word) {
            samples.push(word);
        }
    }
    samples
}

/// Counts of decoded words.
#[derive(Default)]
struct DecodeReport {
    same: usize,
    neither: usize,
    /// For each difference with both instructions: its count, and an example word.
    differences: BTreeMap<(CompareDifference, String, String), (usize, u64)>,
}

impl DecodeReport {
    fn new(
        words: &[u64],
        ours: &[Vec<ReferenceAnswer>],
        theirs: &[Option<String>],
    ) -> DecodeReport {
        let mut report = DecodeReport::default();
        for ((&word, ours), theirs) in words.iter().zip(ours).zip(theirs) {
            let Some(difference) = compare(ours, theirs.as_deref()) else {
                *(if theirs.is_some() { &mut report.same } else { &mut report.neither }) += 1;
                continue;
            };
            let our_name = ours.first().map_or("nothing", |answer| &answer.instruction);
            let key = (
                difference,
                our_name.to_owned(),
                theirs.as_deref().unwrap_or("nothing").to_owned(),
            );
            report.differences.entry(key).or_insert((0, word)).0 += 1;
        }
        report
    }

    fn unexplained(&self) -> usize {
        let all = self.differences.iter();
        all.filter(|((kind, ..), _)| *kind == CompareDifference::Unexplained)
            .map(|(_, (n, _))| n)
            .sum()
    }

    fn show(&self, is_verbose: bool) {
        for kind in CompareDifference::ALL {
            let of_kind: Vec<_> =
                self.differences.iter().filter(|((other, ..), _)| *other == kind).collect();
            if of_kind.is_empty() {
                continue;
            }
            let count: usize = of_kind.iter().map(|(_, (count, _))| count).sum();
            say!("  {count} {}", kind.description());
            if is_verbose || kind == CompareDifference::Unexplained {
                for ((_, ours, theirs), (count, word)) in of_kind {
                    say!("    {count} times {ours} here and {theirs} there, as {word:#x}");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_word_is_of_an_encoding() {
        let words = DecodeWords { width: 16, tables: &[], is_word: |word| word & 1 == 0 };
        let patterns = [ReferencePattern { mask: 0xff00, value: 0x1200 }];
        let samples = random_words(&words, &patterns, 100, 1);
        assert_eq!(samples.len(), 100);
        assert!(samples.iter().all(|word| word & 1 == 0 && *word < 0x10000));
        assert!(samples.iter().filter(|&&word| word >> 8 == 0x12).count() >= 40);
        assert_eq!(samples, random_words(&words, &patterns, 100, 1));
    }
}
