//! `tablewright batch`: many outputs in one run.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use crate::{Dir, Ran, program, records};

/// A description with some records, in a directory with an include.
fn described() -> Dir {
    let dir = Dir::with(
        "include \"base.td\"\n\
         #ifdef MORE\ndef More : Reg<99>;\n#endif\n\
         foreach i = 0-40 in def R#i : Reg<i>;\n",
    );
    dir.write("inc/base.td", "class Reg<int n> { int Number = n; list<int> All = [n, n]; }\n");
    dir
}

/// The lines of a summary.
fn summary(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn each_group_writes_its_output() {
    let dir = described();
    let ran = dir.run(
        "batch -I inc a.td --print-records -o r.txt -d r.d --print-enums --class=Reg -o e.txt \
         --dump-json -o j.json --gen-ctags -o tags -d tags.d",
    );
    let want = summary(&[
        "written   r.txt",
        "written   e.txt",
        "written   j.json",
        "written   tags",
        "4 written, 0 unchanged, 0 failed",
    ]);
    assert_eq!(ran.ok(), want);
    assert_eq!(dir.read("r.d"), "r.txt: inc/base.td\n");
    assert_eq!(dir.read("tags.d"), "tags: inc/base.td\n");
    for (line, file) in [
        ("--print-records", "r.txt"),
        ("--print-enums --class=Reg", "e.txt"),
        ("--dump-json", "j.json"),
        ("--gen-ctags", "tags"),
    ] {
        assert_eq!(dir.read(file), dir.tblgen(&format!("-I inc a.td {line}")).ok(), "{line}");
    }
    let all = ["a.td", "e.txt", "inc", "j.json", "r.d", "r.txt", "tags", "tags.d"];
    assert_eq!(dir.files(), all);
}

/// A file of jobs over several inputs: `(file, macro, action)` each, the outputs named by number.
fn jobs_file(jobs: &[(&str, &str, &str)]) -> String {
    let jobs: Vec<String> = jobs
        .iter()
        .enumerate()
        .map(|(i, (file, name, action))| {
            format!(
                "{{\"input\": \"{file}\", \"include_dirs\": [\"inc\"], \"macros\": [{name}], \
                 \"args\": [\"{action}\"], \"output\": \"{i}.out\", \"depfile\": \"{i}.d\"}}"
            )
        })
        .collect();
    format!("[{}]", jobs.join(",\n"))
}

#[test]
fn any_number_of_threads_writes_the_bytes_of_single_runs() {
    let dir = described();
    dir.write("b.td", "class C<int unused>;\ndef x : C<1>;\n");
    dir.write("c.td", "include \"base.td\"\ndef y : Reg<3>;\ndef : Reg<4>;\n");
    let mut jobs = Vec::new();
    for action in ["--print-records", "--dump-json", "--gen-ctags", "--print-detailed-records"] {
        jobs.push(("a.td", "", action));
        jobs.push(("a.td", "\"MORE\"", action));
        jobs.push(("b.td", "", action));
        jobs.push(("c.td", "", action));
        jobs.push(("./c.td", "", action));
    }
    dir.write("jobs.json", jobs_file(&jobs));
    let wanted: Vec<(String, String)> = jobs
        .iter()
        .enumerate()
        .map(|(i, (file, name, action))| {
            let define = if name.is_empty() { "" } else { "-DMORE" };
            let line = format!("{file} -Iinc {define} {action} -o {i}.out -d {i}.d");
            let ran = dir.tblgen(&line);
            assert_eq!(ran.code, Some(0), "{}", ran.err);
            (dir.read(&format!("{i}.out")), dir.read(&format!("{i}.d")))
        })
        .collect();
    let mut said = Vec::new();
    for threads in [1, 2, 3, 8, 100] {
        for i in 0..jobs.len() {
            fs::remove_file(dir.path(&format!("{i}.out"))).unwrap();
            fs::remove_file(dir.path(&format!("{i}.d"))).unwrap();
        }
        let ran = dir.run(&format!("batch --jobs-file jobs.json --jobs {threads}"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        for (i, (out, depfile)) in wanted.iter().enumerate() {
            let found = (&dir.read(&format!("{i}.out")), &dir.read(&format!("{i}.d")));
            assert_eq!(found, (out, depfile), "{:?} with {threads} threads", jobs[i]);
        }
        said.push((ran.out, ran.err));
    }
    // What is said does not depend on it either: here one warning of one input, read once.
    let want = "tablewright batch: input b.td:\n\
                b.td:1:13: warning: unused template argument: C:unused\n\
                class C<int unused>;\n            ^\n";
    assert_eq!(said[0].1, want);
    assert!(said.iter().all(|s| *s == said[0]), "{said:?}");
}

#[test]
fn include_directories_that_make_no_difference_share_a_reading() {
    let dir = Dir::with("include \"base.td\"\n");
    let warned = |name: &str| format!("class {name}<int unused>;\ndef x : {name}<1>;\n");
    dir.write("inc/base.td", warned("C"));
    dir.write("other/base.td", warned("D"));
    fs::create_dir(dir.path("empty")).unwrap();
    let job = |dirs: &str, output: &str| {
        format!(
            r#"{{"input": "a.td", "include_dirs": [{dirs}], "args": ["--print-records"],
                "output": "{output}", "depfile": "{output}.d"}}"#
        )
    };
    let jobs = [
        job(r#""inc""#, "1"),
        job(r#""empty", "inc""#, "2"),
        job(r#""other", "inc""#, "3"),
        job(r#""inc", "other""#, "4"),
    ];
    dir.write("jobs.json", format!("[{}]", jobs.join(",")));
    let warning = |file: &str, class: &str| {
        format!(
            "tablewright batch: input a.td:\nIncluded from a.td:1:\n{file}:1:13: warning: unused template argument: \
             {class}:unused\nclass {class}<int unused>;\n            ^\n"
        )
    };
    for threads in [1, 2] {
        let ran = dir.run(&format!("batch --quiet --jobs-file jobs.json -j{threads}"));
        // Said once for the jobs 1, 2 and 4.
        assert_eq!(ran.err, warning("inc/base.td", "C") + &warning("other/base.td", "D"));
        assert_eq!((dir.read("1"), dir.read("4")), (dir.read("2"), dir.read("2")));
        assert!(dir.read("3").contains("class D<"), "{}", dir.read("3"));
        let depfiles = ["2.d", "3.d"].map(|name| dir.read(name));
        assert_eq!(depfiles, ["2: inc/base.td\n", "3: other/base.td\n"]);
    }
}

#[test]
fn a_failing_job_neither_hides_nor_stops_the_others() {
    let dir = described();
    dir.write("bad.td", "def x\n");
    dir.write("f.out", "old");
    dir.write(
        "jobs.json",
        r#"[
            {"input": "bad.td", "args": ["--print-records"], "output": "b1.out"},
            {"input": "a.td", "include_dirs": ["inc"], "args": ["--gen-ctags"], "output": "t.out"},
            {"input": "a.td", "include_dirs": ["inc"], "output": "f.out", "depfile": "f.d",
             "args": ["--print-enums", "--class=None"]},
            {"input": "none.td", "args": ["--print-records"], "output": "n.out"},
            {"input": "a.td", "include_dirs": ["inc"], "args": ["--dump-json"],
             "output": "none/j.json"},
            {"input": "bad.td", "args": ["--dump-json"], "output": "b2.out"},
            {"input": "a.td", "include_dirs": ["inc"], "args": ["--dump-json"], "output": "j.out"}
        ]"#,
    );
    let out = summary(&[
        "failed    b1.out",
        "written   t.out",
        "failed    f.out",
        "failed    n.out",
        "failed    none/j.json",
        "failed    b2.out",
        "written   j.out",
        "2 written, 0 unchanged, 5 failed",
    ]);
    let err = "\
tablewright batch: input bad.td stops 2 jobs: b1.out (--print-records), b2.out (--dump-json):
bad.td:2:1: error: Expected '{' to start body or ';' for declaration only

^
tablewright batch: output f.out (--print-enums):
error: The class 'None' is not defined
tablewright batch: input none.td:
tablewright batch: Could not open input file 'none.td': No such file or directory
tablewright batch: output none/j.json (--dump-json):
tablewright batch: error opening none/j.json: No such file or directory
";
    for threads in [1, 2, 5] {
        let ran = dir.run(&format!("batch --jobs-file jobs.json -j{threads}"));
        assert_eq!((ran.code, &ran.out, ran.err.as_str()), (Some(1), &out, err));
        assert_eq!(dir.read("f.out"), "old");
        let left = ["a.td", "bad.td", "f.out", "inc", "j.out", "jobs.json", "t.out"];
        assert_eq!(dir.files(), left);
    }
}

#[test]
fn an_error_of_several_jobs_is_printed_once() {
    let dir = described();
    dir.write("empty.td", "def x;\n");
    for threads in [1, 3] {
        let line = format!(
            "batch --quiet empty.td -j{threads} --gen-register-info -o c.out --gen-register-info \
             -o d.out --dump-json -o j.out"
        );
        let ran = dir.run(&line);
        assert_eq!(ran.code, Some(1));
        let heading = "tablewright batch: input empty.td stops 2 jobs: c.out (--gen-register-info), \
                       d.out (--gen-register-info):\n";
        let rest = ran.err.strip_prefix(heading).expect(&ran.err);
        assert_eq!(rest.matches("error: ").count(), 1, "{rest}");
    }
}

#[test]
fn unchanged_outputs_are_left_alone_where_that_is_asked_for() {
    let dir = Dir::with("def a;\n");
    let line = "batch --write-if-changed a.td --print-records -o r --gen-ctags -o t";
    dir.run(line).ok();
    let old = SystemTime::now() - Duration::from_secs(10_000);
    for name in ["r", "t"] {
        let file = fs::OpenOptions::new().write(true).open(dir.path(name)).unwrap();
        file.set_modified(old).unwrap();
    }
    // Only the line of the record moves, which no print of records shows.
    dir.write("a.td", "\ndef a;\n");
    let want = summary(&["unchanged r", "written   t", "1 written, 1 unchanged, 0 failed"]);
    assert_eq!(dir.run(line).ok(), want);
    let changed = |name| fs::metadata(dir.path(name)).unwrap().modified().unwrap();
    assert_eq!((changed("r") == old, changed("t") == old), (true, false));

    let line = "batch a.td --print-records -o r --gen-ctags --write-if-changed -o t";
    let want = summary(&["written   r", "unchanged t", "1 written, 1 unchanged, 0 failed"]);
    assert_eq!(dir.run(line).ok(), want);
}

#[test]
fn the_tool_decides_which_actions_there_are() {
    let dir = Dir::with("def a;\n");
    dir.run("batch --tool clang a.td --print-records -o r").ok();
    assert_eq!(dir.read("r"), records("def a {\n}\n"));
    let err = dir.run("batch --tool=clang a.td --print-sets -o r").failed();
    assert!(err.contains("Unknown command line argument '--print-sets'"), "{err}");
    let want = "tablewright batch: for the --tool option: 'flang' is none of llvm, clang, mlir, lldb, offload and irdl\n";
    assert_eq!(dir.run("batch --tool flang a.td --print-records -o r").failed(), want);
    dir.write(
        "jobs.json",
        r#"[{"tool": "clang", "input": "a.td", "args": ["--print-sets"], "output": "r"}]"#,
    );
    let err = dir.run("batch --jobs-file jobs.json").failed();
    let want = "jobs.json: job 1 (r): Unknown command line argument '--print-sets'.  \
                Try: 'tablewright clang-tblgen --help'\n";
    assert!(err.starts_with(want), "{err}");
}

#[test]
fn every_fault_of_a_command_line_is_reported_before_anything_is_read() {
    let dir = Dir::with("def a;\n");
    for (line, faults) in [
        (
            "a.td",
            &["missing action; each output starts with an action, for example --dump-json"][..],
        ),
        ("--dump-json -o x", &["no input file stands before the first action"]),
        (
            "a.td -o x -class=C --dump-json --gen-ctags -o y -I inc -o z --print-sets -o s -d d -d e",
            &[
                "-o belongs behind the action that it is for",
                "--class belongs behind the action that it is for",
                "--dump-json lacks an output; add -o FILE after it",
                "-I is for all jobs and belongs before the first action",
                "--gen-ctags has several outputs; each needs an action of its own",
                "--print-sets has several depfiles",
            ],
        ),
        (
            "--dump-json -o x a.td",
            &[
                "no input file stands before the first action",
                "the input 'a.td' is for all jobs and belongs before the first action",
            ],
        ),
        ("a.td -time-phases --dump-json -o x", &["--time-phases is for single runs"]),
        ("-j 0 a.td --dump-json -o x", &["for the --jobs option: '0' is not a number of threads"]),
        (
            "--jobs-file j.json -I inc a.td --dump-json",
            &[
                "-I does not go with --jobs-file, whose jobs say it themselves",
                "the input 'a.td' does not go with --jobs-file, whose jobs say it themselves",
                "--dump-json does not go with --jobs-file, whose jobs say it themselves",
            ],
        ),
        ("--jobs-file j.json", &["Could not open jobs file 'j.json': No such file or directory"]),
    ] {
        let want: String =
            faults.iter().map(|what| format!("tablewright batch: {what}\n")).collect();
        assert_eq!(dir.run(&format!("batch {line}")).failed(), want, "{line}");
        assert_eq!(dir.files(), ["a.td"]);
    }
    let err = dir.run("batch --gen-ctag -o x").failed();
    let want = "tablewright batch: Unknown command line argument '--gen-ctag'.  \
                Try: 'tablewright batch --help'\ntablewright batch: Did you mean '--gen-ctags'?\n";
    assert_eq!(err, want);
}

#[test]
fn files_that_two_jobs_would_touch_are_refused() {
    let dir = Dir::with("def a;\n");
    dir.write("sub/x", "");
    for (groups, want) in [
        ("--dump-json -o x --gen-ctags -o ./x", "job 2 writes './x', which job 1 writes too"),
        (
            "--dump-json -o x --gen-ctags -o sub/../x",
            "job 2 writes 'sub/../x', which job 1 writes too",
        ),
        ("--dump-json -o x --gen-ctags -o y -d x", "job 2 writes 'x', which job 1 writes too"),
        ("--dump-json -o x -d x", "job 1 writes 'x', which job 1 writes too"),
        ("--dump-json -o y --gen-ctags -o ./a.td", "job 2 writes './a.td', the input of job 1"),
        ("--dump-json -o -", "job 1 (--dump-json) has to write a file"),
    ] {
        let want = format!("tablewright batch: {want}\n");
        assert_eq!(dir.run(&format!("batch a.td {groups}")).failed(), want);
        assert_eq!(dir.files(), ["a.td", "sub"]);
    }
}

#[test]
fn standard_input_is_an_input_or_the_jobs_file() {
    let dir = Dir::with("def a;\n");
    let with_input = |line: &str, input: &str| {
        let mut command = dir.command(program());
        command.args(line.split_whitespace());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        Ran::from_output(child.wait_with_output().unwrap())
    };
    let line = "batch --quiet - --print-records -o r --gen-ctags -o t";
    assert_eq!(with_input(line, "def b;\n").ok(), "");
    assert_eq!(dir.read("r"), records("def b {\n}\n"));

    let jobs = r#"[{"input": "a.td", "args": ["--print-records"], "output": "r"}]"#;
    let want = summary(&["written   r", "1 written, 0 unchanged, 0 failed"]);
    assert_eq!(with_input("batch --jobs-file -", jobs).ok(), want);
    assert_eq!(dir.read("r"), records("def a {\n}\n"));

    let err = with_input("batch --jobs-file -", &jobs.replace("a.td", "-")).failed();
    let want = "tablewright batch: standard input cannot be both the jobs file and an input\n";
    assert_eq!(err, want);
    assert_eq!(
        with_input("batch --jobs-file=-", "[{]").failed(),
        "<stdin>:1:3: error: a key of an object is a text in double quotes\n"
    );
}

#[test]
fn response_files_and_help() {
    let dir = Dir::with("def a;\n");
    dir.write("args", "a.td --print-records -o r\n--gen-ctags -o t");
    dir.run("batch @args").ok();
    assert_eq!(dir.files(), ["a.td", "args", "r", "t"]);
    let help = dir.run("batch --help").ok();
    for text in ["--jobs-file", "Examples:", "\"include_dirs\""] {
        assert!(help.contains(text), "{help}");
    }
    assert_eq!(dir.run("batch -h").ok(), help);
    assert_eq!(dir.run("batch --version").ok(), dir.run("--version").ok());
    assert!(dir.run("--help").ok().contains("batch"));
}

#[test]
fn one_depfile_can_be_that_of_all_outputs() {
    let dir = described();
    let ran = dir.run("batch -I inc -d all.d a.td --print-records -o r.txt --dump-json -o j.json");
    ran.ok();
    assert_eq!(dir.read("all.d"), "r.txt j.json: a.td inc/base.td\n");
    // It says what the outputs were made of, so it is written with them or not at all.
    dir.write("all.d", "old");
    let ran =
        dir.run("batch -I inc -d all.d a.td --print-records -o r.txt --print-enums -o none/e");
    assert_eq!((ran.code, dir.read("all.d").as_str()), (Some(1), "old"));
    let taken = dir.run("batch -I inc -d r.txt a.td --print-records -o r.txt").failed();
    assert_eq!(taken, "tablewright batch: the depfile 'r.txt' is what job 1 writes\n");
}

#[test]
fn write_if_changed_at_the_end_is_said_to_be_for_one_output() {
    let dir = described();
    let line =
        "batch -I inc a.td --print-records -o r.txt --dump-json -o j.json --write-if-changed";
    let ran = dir.run(line);
    let want = "tablewright batch: note: --write-if-changed holds for the last output; before the \
                first action it holds for all\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), want));
    dir.run("batch -I inc --write-if-changed a.td --print-records -o r.txt --dump-json -o j.json")
        .ok();
}
