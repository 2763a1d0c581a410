//! Tests that are listed when they run: a test for each fixture. Arguments and output are as in Rust's own tests.
//!
//! Harnesses of crates.io parse their arguments with the derive macros of clap. These macros need more of `syn` than serde
//! does, so that `cargo test` would build every crate that uses serde a second time after `cargo run`.
#![allow(clippy::print_stdout, reason = "the lines are the result of a harness")]

use std::env;
use std::ffi::OsString;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

/// The environment variable with the path of the program to test. Without it, the tests run the program that cargo built.
pub(crate) const TEST_PROGRAM: &str = "TABLEWRIGHT_TEST_PROGRAM";

/// Returns the program to test.
pub(crate) fn program() -> OsString {
    env::var_os(TEST_PROGRAM).unwrap_or_else(|| env!("CARGO_BIN_EXE_tablewright").into())
}

/// The message of a test that failed.
pub(crate) struct Failed(String);

impl<M: Display> From<M> for Failed {
    fn from(message: M) -> Failed {
        Failed(message.to_string())
    }
}

type TrialBody = Box<dyn FnOnce() -> Result<(), Failed> + Send>;

/// A test.
pub(crate) struct Trial {
    name: String,
    is_ignored: bool,
    body: TrialBody,
}

impl Trial {
    /// Creates a test. An ignored test runs with `--ignored` and `--include-ignored` only.
    pub(crate) fn new(
        name: impl Into<String>,
        is_ignored: bool,
        body: impl FnOnce() -> Result<(), Failed> + Send + 'static,
    ) -> Trial {
        Trial { name: name.into(), is_ignored, body: Box::new(body) }
    }
}

/// The numbers of the last line.
#[derive(Default)]
struct Counts {
    passed: usize,
    ignored: usize,
    failures: Vec<(String, String)>,
}

/// Runs the tests that the arguments of the process select.
pub(crate) fn run(trials: Vec<Trial>) -> ExitCode {
    let args = arguments().get_matches();
    let all = trials.len();
    let selected: Vec<Trial> =
        trials.into_iter().filter(|trial| is_selected(&args, trial)).collect();
    if args.get_flag("list") {
        for trial in &selected {
            println!("{}: test", trial.name);
        }
        return ExitCode::SUCCESS;
    }
    let filtered_out = all - selected.len();
    println!("\nrunning {} tests", selected.len());
    let start = Instant::now();
    let counts = run_selected(&args, selected);
    for (name, message) in &counts.failures {
        println!("\n---- {name} ----\n{message}");
    }
    if !counts.failures.is_empty() {
        println!("\nfailures:");
        counts.failures.iter().for_each(|(name, _)| println!("    {name}"));
    }
    println!(
        "\ntest result: {}. {} passed; {} failed; {} ignored; 0 measured; {filtered_out} filtered out; finished in {:.2}s\n",
        if counts.failures.is_empty() { "ok" } else { "FAILED" },
        counts.passed,
        counts.failures.len(),
        counts.ignored,
        start.elapsed().as_secs_f64(),
    );
    // As in Rust's own tests.
    if counts.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(101) }
}

/// The arguments of Rust's own tests. Those about the output of a test have no effect: a trial writes nothing.
fn arguments() -> Command {
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    Command::new("trials")
        .arg(Arg::new("filters").action(ArgAction::Append))
        .arg(Arg::new("skip").long("skip").value_name("FILTER").action(ArgAction::Append))
        .args([flag("exact"), flag("list"), flag("ignored"), flag("include-ignored")])
        .arg(flag("quiet").short('q'))
        .args([flag("nocapture"), flag("no-capture"), flag("show-output")])
        .args(["format", "color"].map(|name| Arg::new(name).long(name)))
        .arg(Arg::new("unstable").short('Z'))
        .arg(Arg::new("test-threads").long("test-threads").value_parser(value_parser!(usize)))
}

fn is_selected(args: &ArgMatches, trial: &Trial) -> bool {
    let is_exact = args.get_flag("exact");
    let is_match = |filter: &String| {
        if is_exact { trial.name == *filter } else { trial.name.contains(filter.as_str()) }
    };
    let filters: Vec<&String> = args.get_many("filters").into_iter().flatten().collect();
    let skipped: Vec<&String> = args.get_many("skip").into_iter().flatten().collect();
    let is_wanted = filters.is_empty() || filters.into_iter().any(is_match);
    is_wanted
        && !skipped.into_iter().any(is_match)
        && (trial.is_ignored || !args.get_flag("ignored"))
}

fn run_selected(args: &ArgMatches, trials: Vec<Trial>) -> Counts {
    let runs_ignored = args.get_flag("ignored") || args.get_flag("include-ignored");
    let is_quiet = args.get_flag("quiet");
    let threads = args.get_one("test-threads").copied();
    let threads = threads.or_else(|| std::env::var("RUST_TEST_THREADS").ok()?.parse().ok());
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let counts = Mutex::new(Counts::default());
    let queue = Mutex::new(trials.into_iter());
    let next = || queue.lock().expect("no test runs while the lock is held").next();
    let work = || {
        while let Some(trial) = next() {
            let result = (!trial.is_ignored || runs_ignored).then(|| outcome(trial.body));
            let mut counts = counts.lock().expect("no test runs while the lock is held");
            let word = counts.add(&trial.name, result);
            if !is_quiet {
                println!("test {} ... {word}", trial.name);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    counts.into_inner().expect("no test runs while the lock is held")
}

/// Runs a test. A panic is a failure.
fn outcome(body: TrialBody) -> Result<(), String> {
    match panic::catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result.map_err(|Failed(message)| message),
        Err(_) => Err("the test panicked; the message is above".to_owned()),
    }
}

impl Counts {
    /// Counts a result; `None` is an ignored test. Returns the word for its line.
    fn add(&mut self, name: &str, result: Option<Result<(), String>>) -> &'static str {
        match result {
            None => {
                self.ignored += 1;
                "ignored"
            }
            Some(Ok(())) => {
                self.passed += 1;
                "ok"
            }
            Some(Err(message)) => {
                self.failures.push((name.to_owned(), message));
                "FAILED"
            }
        }
    }
}
