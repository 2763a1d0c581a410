//! `cargo runner latencies`: the times of requests and edits in large descriptions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use serde_json::{Value, json};
use xtask_support::{CommandOutcome, say, summary};

use super::client::{LspClient, position, uri, words};
use crate::arguments::pattern;
use crate::paths::{BuildProfile, candidate};
use crate::random::Random;
use crate::reference::ReferenceRelease;

/// The files in which requests are sent.
const FILES: [&str; 4] = [
    "llvm/lib/Target/X86/X86InstrFMA.td",
    "llvm/lib/Target/RISCV/RISCVInstrInfoV.td",
    "mlir/include/mlir/Dialect/Arith/IR/ArithOps.td",
    "llvm/include/llvm/Target/Target.td",
];

/// Requests about a name, and requests about lines around it.
const METHODS: [&str; 16] = [
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/typeDefinition",
    "textDocument/implementation",
    "textDocument/documentHighlight",
    "textDocument/signatureHelp",
    "textDocument/prepareRename",
    "textDocument/codeAction",
    "textDocument/inlayHint",
    "textDocument/semanticTokens/range",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/codeLens",
    "workspace/symbol",
];

/// Lines that an editor shows.
const SHOWN_LINES: u64 = 60;

/// The limit for the 95th percentile of completion.
const COMPLETION_LIMIT: Duration = Duration::from_millis(20);

type Times = BTreeMap<String, Vec<Duration>>;

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let Some(release) = ReferenceRelease::chosen(args)? else { return Ok(summary(0, 0)) };
    let only = pattern(args)?;
    let program = candidate(args, BuildProfile::Release)?;
    let count = |name: &str| args.get_one::<u64>(name).copied().unwrap_or_default();
    let (seed, requests, edits) = (count("seed"), count("requests"), count("edits"));
    let files: Vec<PathBuf> = FILES
        .iter()
        .filter(|file| only.is_match(file))
        .map(|file| release.corpus.join(file))
        .collect();
    let (mut times, mut completion, mut answers) = (Times::new(), Vec::new(), String::new());
    for (index, file) in files.iter().enumerate() {
        let share = |count: u64| count / files.len().max(1) as u64;
        let random = Random::for_trial(seed, index as u64);
        let client = LspClient::start(&program, &release.corpus)?;
        let mut session = LatencySession::start(client, file, random)?;
        session.measure(share(requests), share(edits))?;
        answers += &session.answers;
        let own = session.times.get_mut(METHODS[0]).map(|times| percentile(times, 95));
        completion.extend(own);
        say!("== {}", file.display());
        table(&mut session.times);
        for (kind, list) in session.times {
            times.entry(kind).or_default().extend(list);
        }
    }
    if let Some(path) = args.get_one::<PathBuf>("answers") {
        fs::write(path, answers).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    say!("== all files");
    table(&mut times);
    let slow = completion.iter().filter(|time| **time > COMPLETION_LIMIT).count();
    Ok(summary(completion.len() - slow, slow))
}

/// Starts a server by a command, sends requests about a file and edits of it, and ends the server.
pub(crate) fn drive(
    command: Command,
    folder: &Path,
    file: &Path,
    requests: u64,
) -> Result<(), String> {
    let client = LspClient::start_with(command, folder)?;
    let mut session = LatencySession::start(client, file, Random::for_trial(1, 0))?;
    session.measure(requests, requests / 4)?;
    session.client.stop()
}

/// A server with an open file.
struct LatencySession {
    client: LspClient,
    path: PathBuf,
    text: String,
    words: Vec<(usize, usize)>,
    random: Random,
    version: u64,
    times: Times,
    /// Lines: the method, its parameters and the answer.
    answers: String,
}

impl LatencySession {
    fn start(mut client: LspClient, path: &Path, random: Random) -> Result<LatencySession, String> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let start = Instant::now();
        client.open(path, &text)?;
        let times = Times::from([("open".to_owned(), vec![start.elapsed()])]);
        let (path, words) = (path.to_owned(), words(&text));
        let answers = String::new();
        Ok(LatencySession { client, path, text, words, random, version: 1, times, answers })
    }

    /// Sends requests and edits in turn.
    fn measure(&mut self, requests: u64, edits: u64) -> Result<(), String> {
        let between = requests / edits.max(1);
        for index in 0..requests {
            self.request(METHODS[(index as usize) % METHODS.len()])?;
            if edits > 0 && between > 0 && index % between == 0 {
                self.edit()?;
            }
        }
        Ok(())
    }

    fn request(&mut self, method: &str) -> Result<(), String> {
        let (start, length) = self.words[self.random.below(self.words.len())];
        let at = start + 1 + self.random.below(length);
        let params = self.params(method, at);
        let start = Instant::now();
        let answer = self.client.request(method, &params)?;
        self.add(method, start.elapsed());
        let (Ok(shown) | Err(shown)) = answer.as_ref().map(Value::to_string).map_err(String::clone);
        writeln!(self.answers, "{method}\t{params}\t{shown}").expect("a string takes any text");
        // A name that cannot be renamed is an answer, too.
        answer.map(|_| ()).or_else(|why| if why.is_empty() { Err(why) } else { Ok(()) })
    }

    fn params(&self, method: &str, at: usize) -> Value {
        let document = json!({ "uri": uri(&self.path) });
        let position = position(&self.text, at);
        let line = position["line"].as_u64().unwrap_or_default();
        let end = json!({ "line": line + SHOWN_LINES, "character": 0 });
        let range = json!({ "start": { "line": line, "character": 0 }, "end": end });
        match method {
            "workspace/symbol" => {
                let word = self.text[..at].rfind(|c: char| !c.is_alphanumeric());
                json!({ "query": &self.text[word.map_or(0, |word| word + 1)..at] })
            }
            "textDocument/selectionRange" => {
                json!({ "textDocument": document, "positions": [position] })
            }
            "textDocument/codeAction" => {
                let context = json!({ "diagnostics": [] });
                let range = json!({ "start": position, "end": position });
                json!({ "textDocument": document, "range": range, "context": context })
            }
            _ => json!({ "textDocument": document, "position": position, "range": range }),
        }
    }

    /// Types a comment at the end of a line, and waits until the text is evaluated.
    fn edit(&mut self) -> Result<(), String> {
        let (at, _) = self.words[self.random.below(self.words.len())];
        let end = self.text[at..].find('\n').map_or(self.text.len(), |end| at + end);
        let position = position(&self.text, end);
        for (new, range_end) in [(" ", None), ("", Some(1))] {
            self.version += 1;
            let mut range = json!({ "start": position, "end": position });
            if let Some(length) = range_end {
                let column = position["character"].as_u64().unwrap_or_default();
                range["end"]["character"] = json!(column + length);
            }
            let params = json!({
                "textDocument": { "uri": uri(&self.path), "version": self.version },
                "contentChanges": [{ "range": range, "text": new }],
            });
            let start = Instant::now();
            self.client.notify("textDocument/didChange", &params)?;
            self.client.diagnostics(&self.path, self.version)?;
            self.add("edit", start.elapsed());
        }
        Ok(())
    }

    fn add(&mut self, kind: &str, time: Duration) {
        self.times.entry(kind.to_owned()).or_default().push(time);
    }
}

fn table(times: &mut Times) {
    say!("| request | count | p50 ms | p95 ms | max ms |");
    say!("|---|---|---|---|---|");
    for (kind, times) in times {
        let [half, most, max] =
            [50, 95, 100].map(|percent| milliseconds(percentile(times, percent)));
        say!("| `{kind}` | {} | {half} | {most} | {max} |", times.len());
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let index = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(index).copied().unwrap_or_default()
}
