//! Edits of a target while a server holds it: the server evaluates the changed statements alone, and each client gets
//! the bytes and messages of a single run.

use super::*;

/// Jobs over the target.
const JOBS: [&str; 6] = [
    "Toy.td -I prelude",
    "Toy.td -I prelude -gen-register-info",
    "Toy.td -I prelude -gen-instr-info",
    "Toy.td -I prelude -gen-dag-isel",
    "Toy.td -I prelude -gen-asm-matcher --diagnostic-format=rich",
    "Toy.td -I prelude -dump-json -D MORE",
];

/// A target in a directory, and a server.
pub(super) struct Target {
    pub(super) dir: Dir,
    pub(super) server: Server,
}

impl Target {
    pub(super) fn new() -> Target {
        let dir = Dir::new();
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/toy-target");
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(example.join(&folder)).unwrap().flatten() {
                let name = folder.join(entry.file_name());
                if entry.path().is_dir() {
                    folders.push(name);
                } else {
                    dir.write(name.to_str().unwrap(), fs::read(entry.path()).unwrap());
                }
            }
        }
        let server = Server::start(&dir, &[]);
        Target { dir, server }
    }

    /// Replaces text that occurs once in a file.
    #[track_caller]
    pub(super) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.dir.read(name);
        assert_eq!(text.matches(from).count(), 1, "{name}: {from}");
        self.dir.write(name, text.replace(from, to));
    }

    pub(super) fn append(&self, name: &str, text: &str) {
        self.dir.write(name, self.dir.read(name) + text);
    }

    /// Checks that all jobs get the results of single runs. Returns the output of the first job.
    #[track_caller]
    fn check(&self) -> String {
        JOBS.map(|line| same_by_server(&self.dir, &self.server, line)).into_iter().next().unwrap()
    }

    /// Returns the numbers of statements that the last loads evaluated, the least first.
    fn statements(&self) -> Vec<usize> {
        let status = self.server.status();
        let counts = status.lines().filter_map(|line| {
            let (before, _) = line.split_once(" statements evaluated")?;
            before.rsplit(' ').next()?.parse().ok()
        });
        let mut counts: Vec<usize> = counts.collect();
        counts.sort_unstable();
        counts
    }
}

#[test]
fn each_kind_of_edit_has_the_results_of_a_single_run() {
    let target = Target::new();
    let mut before = target.check();
    let mut check = |what: &str, edit: &dyn Fn(&Target)| {
        edit(&target);
        let after = target.check();
        assert_ne!(after, before, "{what}");
        before = after;
    };
    check("a record is added", &|target| target.append("ToyCallingConv.td", "def Added;\n"));
    check("a record is renamed", &|target| target.edit("ToyCallingConv.td", "Added", "Renamed"));
    check("a record is removed", &|target| {
        target.edit("ToyCallingConv.td", "def Renamed;\n", "");
    });
    check("a record is changed", &|target| {
        target.edit("ToyRegisterInfo.td", "\"flags\"", "\"condition\"");
    });
    check("a class is changed", &|target| {
        target.edit("ToyInstrFormats.td", "class LongInst", "class Unused<int n>;\nclass LongInst");
        target.edit(
            "ToyRegisterInfo.td",
            "let HWEncoding = lo.",
            "int Low = 1; let HWEncoding = lo.",
        );
    });
    check("an include is added", &|target| {
        target
            .dir
            .write("ToyMore.td", "#ifdef MORE\ndef More : Word<9, \"more\">;\n#endif\ndef M;\n");
        target.edit(
            "Toy.td",
            "include \"ToySchedule.td\"",
            "include \"ToyMore.td\"\ninclude \"ToySchedule.td\"",
        );
    });
    check("a macro is defined", &|target| {
        target.edit("Toy.td", "include \"ToyF", "#define MORE\ninclude \"ToyF")
    });
    check("an include is removed", &|target| target.edit("Toy.td", "include \"ToyMore.td\"\n", ""));
    check("a file is replaced", &|target| {
        let text = target.dir.read("Toy2Schedule.td") + "def Replaced;\n";
        target.dir.write("new.td", text);
        fs::rename(target.dir.path("new.td"), target.dir.path("Toy2Schedule.td")).unwrap();
    });
    check("an anonymous record is added", &|target| {
        target.edit(
            "Toy.td",
            "def ToyInstrInfo",
            "def : Processor<\"toy0\", NoItineraries, []>;\ndef ToyInstrInfo",
        );
    });
    check("a statement moves to another file", &|target| {
        target.edit("Toy2Schedule.td", "def Replaced;\n", "");
        target.append("ToyFeatures.td", "def Moved;\n");
    });
}

#[test]
fn each_kind_of_edit_has_the_messages_of_a_single_run() {
    let target = Target::new();
    let before = target.check();
    for (from, to) in [
        // Errors of syntax, evaluation and backends, and warnings.
        ("def ADD :", "deff ADD :"),
        ("def ADD :", "def ADD : Missing, "),
        ("def ADD :", "class Unused<int n>;\ndef ADD :"),
        ("def ADD :", "assert false, \"it fails\";\ndef ADD :"),
        ("def ADD :", "dump \"a message\";\ndef ADD :"),
        ("def ADD :", "include \"missing.td\"\ndef ADD :"),
        ("def ADD :", "#ifdef\ndef ADD :"),
        ("(set PAIR:$rd, ", "(set PAIR:$rd, $rd, "),
    ] {
        target.edit("ToyInstrInfo.td", from, to);
        target.check();
        let single = target.dir.tblgen(JOBS[3]);
        assert!(!single.err.is_empty(), "{to}");
        // A second edit while the first one is wrong.
        target.append("ToyCallingConv.td", "def Second;\n");
        same_by_server(&target.dir, &target.server, JOBS[3]);
        target.edit("ToyInstrInfo.td", to, from);
        target.edit("ToyCallingConv.td", "def Second;\n", "");
        let repaired = same_by_server(&target.dir, &target.server, JOBS[0]);
        assert!(repaired == before, "{to}");
    }
}

#[test]
fn only_changed_statements_are_evaluated() {
    let target = Target::new();
    target.check();
    let all = target.statements();
    assert!(all[0] > 100, "{all:?}");
    target.append("ToyCallingConv.td", "def Added;\n");
    target.check();
    let few = target.statements();
    assert!(few.len() == 2 && few[1] < 30, "{few:?}");
    // After an error and its repair, too.
    target.edit("ToyCallingConv.td", "def Added;\n", "def Added\n");
    run(&target.dir, &target.server, JOBS[0]);
    target.edit("ToyCallingConv.td", "def Added\n", "def Other;\n");
    run(&target.dir, &target.server, JOBS[0]).ok();
    let few = target.statements();
    assert!(few[0] < 30, "{few:?}");
}

#[test]
fn an_edit_while_jobs_run_keeps_their_records() {
    let target = Target::new();
    target.check();
    for round in 0..4 {
        let clients: Vec<Child> = JOBS
            .iter()
            .enumerate()
            .map(|(n, line)| {
                let line = format!("{line} -o {n}.txt");
                client(&target.dir, &target.server.socket, &line).spawn().unwrap()
            })
            .collect();
        // The file is replaced as editors do, so that no process reads a half.
        let text = target.dir.read("ToyCallingConv.td") + &format!("def Added{round};\n");
        target.dir.write("new.td", text);
        fs::rename(target.dir.path("new.td"), target.dir.path("ToyCallingConv.td")).unwrap();
        for mut client in clients {
            assert!(client.wait().unwrap().success());
        }
        target.check();
    }
}
