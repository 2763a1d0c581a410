//! Jobs that read nothing of an edit: the server writes the output of the last run, which is the output of a single run.

use super::after_edits::Target;
use super::*;

/// Jobs over the target.
const JOBS: [&str; 5] = [
    "-gen-register-info",
    "-gen-instr-info",
    "-gen-dag-isel",
    "-gen-callingconv",
    "-gen-subtarget --write-if-changed",
];

impl Target {
    /// Creates a target whose reads are recorded: it was edited once.
    fn recorded() -> Target {
        let target = Target::new();
        target.check_files();
        target.append("ToySchedule.td", "// The first edit.\n");
        assert_eq!(target.check_files(), 0);
        target
    }

    /// Checks that all jobs write the files of single runs. Returns the number of skipped jobs.
    #[track_caller]
    fn check_files(&self) -> usize {
        JOBS.into_iter().filter(|job| self.check_job(job)).count()
    }

    /// Checks that a job writes the files and messages of a single run. Returns whether it was skipped.
    #[track_caller]
    fn check_job(&self, job: &str) -> bool {
        let before = self.skipped();
        let name = job.split(' ').next().unwrap().trim_start_matches('-');
        let line =
            |kind: &str| format!("Toy.td -I prelude {job} -o {kind}-{name} -d {kind}-{name}.d");
        let served = run(&self.dir, &self.server, &line("served"));
        let single = self.dir.tblgen(&line("single"));
        assert_eq!(
            (served.code, &served.out, &served.err),
            (single.code, &single.out, &single.err)
        );
        let read = |path: String| fs::read_to_string(self.dir.path(&path)).ok();
        let output = |kind: &str| read(format!("{kind}-{name}"));
        assert!(output("served") == output("single"), "{job}");
        let depfile = |kind: &str| Some(read(format!("{kind}-{name}.d"))?.replacen(kind, "", 1));
        assert_eq!(depfile("served"), depfile("single"));
        self.skipped() - before > 0
    }

    /// Returns the number of skipped jobs in the status.
    fn skipped(&self) -> usize {
        let status = self.server.status();
        let line = status.lines().find_map(|line| line.strip_prefix("skipped: "));
        line.map_or(0, |line| line.split(' ').next().unwrap().parse().unwrap())
    }
}

#[test]
fn an_edit_runs_the_jobs_that_read_it() {
    let target = Target::recorded();
    let check = |what: &str, skipped: &[&str], edit: &dyn Fn(&Target)| {
        edit(&target);
        let found = JOBS.into_iter().filter(|job| target.check_job(job));
        assert_eq!(found.collect::<Vec<&str>>(), skipped, "{what}");
    };
    check("nothing", &JOBS, &|_| {});
    check("a comment above", &JOBS, &|target| {
        let text = target.dir.read("ToyRegisterInfo.td");
        target.dir.write("ToyRegisterInfo.td", format!("// One line.\n// Another line.\n{text}"));
    });
    check("a record that nobody reads", &JOBS, &|target| {
        target.append("ToyCallingConv.td", "def Added { int Number = 1; }\n");
    });
    check("its field", &JOBS, &|target| {
        target.edit("ToyCallingConv.td", "Number = 1", "Number = 2")
    });
    check("its name", &JOBS, &|target| target.edit("ToyCallingConv.td", "Added", "Renamed"));
    check("its end", &JOBS, &|target| {
        target.edit("ToyCallingConv.td", "def Renamed { int Number = 2; }\n", "");
    });
    check("an include", &JOBS, &|target| {
        target.dir.write("ToyMore.td", "def More;\n");
        target.append("ToyCallingConv.td", "include \"ToyMore.td\"\n");
    });
    check("a class", &[], &|target| {
        target.append("ToyCallingConv.td", "class Unused { int N = 1; }\n")
    });
}

#[test]
fn an_error_between_two_edits_keeps_the_answers() {
    let target = Target::recorded();
    target.append("ToyCallingConv.td", "def Wrong : Missing;\n");
    assert_eq!(target.check_files(), 0);
    target.edit("ToyCallingConv.td", "def Wrong : Missing;\n", "def Right;\n");
    assert_eq!(target.check_files(), JOBS.len());
    // Each job of a description with a warning reports the warning.
    target.append("ToyCallingConv.td", "class Warned<int n>;\n");
    assert_eq!(target.check_files(), 0);
    assert_eq!(target.check_files(), 0);
}

#[test]
fn a_skipped_job_writes_its_file_again() {
    use std::os::unix::fs::MetadataExt;

    let target = Target::recorded();
    let path = |job: &str| target.dir.path(&format!("served-gen-{job}"));
    let inodes = || ["callingconv", "subtarget"].map(|job| fs::metadata(path(job)).unwrap().ino());
    let before = inodes();
    target.append("ToyCallingConv.td", "def Added;\n");
    assert_eq!(target.check_files(), JOBS.len());
    let after = inodes();
    assert_ne!(before[0], after[0]);
    assert_eq!(before[1], after[1], "with --write-if-changed");
    // The user deletes one output and edits another.
    fs::remove_file(path("callingconv")).unwrap();
    fs::write(path("subtarget"), "edited").unwrap();
    assert_eq!(target.check_files(), JOBS.len());
    // Another option is another job.
    assert!(!target.check_job("-gen-callingconv --release 19"));
}

#[test]
fn clients_at_once_get_the_files_of_single_runs() {
    let target = Target::recorded();
    for round in 0..3 {
        target.append("ToyCallingConv.td", &format!("def Added{round};\n"));
        let clients = (0..4 * JOBS.len()).map(|n| {
            let line = format!("Toy.td -I prelude {} -o {n}.inc", JOBS[n % JOBS.len()]);
            client(&target.dir, &target.server.socket, &line).spawn().unwrap()
        });
        let clients: Vec<Child> = clients.collect();
        for mut client in clients {
            assert!(client.wait().unwrap().success());
        }
        target.check_files();
        for n in 0..4 * JOBS.len() {
            let name = JOBS[n % JOBS.len()].split(' ').next().unwrap();
            let single = target.dir.read(&format!("single-{}", &name[1..]));
            assert!(target.dir.read(&format!("{n}.inc")) == single, "{n}");
        }
    }
    assert!(target.skipped() > JOBS.len());
}
