//! The options of the drop-in modes.

use crate::{Dir, records};

#[test]
fn the_last_of_several_actions_is_run() {
    let dir = Dir::with("def a;\n");
    assert_eq!(dir.tblgen("-null-backend --print-records a.td").ok(), records("def a {\n}\n"));
    assert_eq!(dir.tblgen("--print-records -null-backend a.td").ok(), "");
}

#[test]
fn every_fault_of_a_command_line_is_reported() {
    let dir = Dir::with("def a;\n");
    let err = dir.tblgen("-foo -color=x a.td b.td -o").failed();
    let want = "\
llvm-tblgen: Unknown command line argument '-foo'.  Try: 'tablewright llvm-tblgen --help'
llvm-tblgen: Did you mean '-o'?
llvm-tblgen: for the --color option: 'x' is invalid value for boolean argument! Try 0 or 1
llvm-tblgen: for the -o option: requires a value!
llvm-tblgen: Too many positional arguments specified!
Can specify at most 1 positional arguments: See: tablewright llvm-tblgen --help
";
    assert_eq!(err, want);
}

#[test]
fn commands_are_no_inputs() {
    let dir = Dir::with("def a;\n");
    let err = dir.tblgen("print a.td").failed();
    assert_eq!(
        err.lines().last(),
        Some(
            "llvm-tblgen: 'print' is a command of tablewright: type 'tablewright print', without llvm-tblgen"
        )
    );
    assert!(!dir.tblgen("prince a.td").failed().contains("is a command"));
}

#[test]
fn options_without_effect_are_taken() {
    let dir = Dir::with("def a;\n");
    let line = "-stats -rng-seed=1 --track-memory -debug-counter x=1 --null-backend a.td";
    assert_eq!(dir.tblgen(line).ok(), "");
}

/// From release 22 on the actions that a part of LLVM is built with come first.
#[test]
fn help_lists_actions_in_the_order_of_the_release() {
    let dir = Dir::new();
    let actions = |release: &str| {
        let help = dir.tblgen(&format!("--release {release} --help")).ok();
        let names = help.lines().filter_map(|line| line.strip_prefix("      --"));
        names.filter_map(|line| Some(line.split(' ').next()?.to_owned())).collect::<Vec<_>>()
    };
    let index = |list: &[String], name: &str| list.iter().position(|listed| listed == name);
    let (old, new) = (actions("19"), actions("23"));
    assert_eq!(old[..3], ["gen-arm-target-def", "gen-asm-matcher", "gen-asm-writer"]);
    assert_eq!(new[..3], ["gen-arm-target-def", "gen-attrs", "gen-directive-decl"]);
    assert_eq!(index(&old, "gen-sd-node-info"), None);
    let before = index(&new, "gen-register-info").map(|index| index + 1);
    assert_eq!(index(&new, "gen-sd-node-info"), before);
}

#[test]
fn help_lists_what_is_there() {
    let dir = Dir::new();
    let help = dir.tblgen("--help").ok();
    let head =
        "USAGE: llvm-tblgen [options] <input file>\n\nOPTIONS:\n\nColor Options:\n\n  --color ";
    assert!(help.starts_with(head), "{help}");
    for line in ["  -I <directory> ", "      --dump-json ", "  --class=<", "  --help-list "] {
        assert!(help.contains(&format!("\n{line}")), "{line} is missing in\n{help}");
    }
    assert!(!help.contains("--rng-seed"));
    assert_eq!(dir.tblgen("-h nonsense").ok(), help);

    let hidden = dir.tblgen("--help-hidden").ok();
    assert!(hidden.contains("\n  --rng-seed=<seed> "), "{hidden}");
    let list = dir.tblgen("--help-list").ok();
    let names: Vec<&str> =
        list.lines().filter_map(|l| l.strip_prefix("  -")?.split(' ').next()).collect();
    let mut sorted = names.clone();
    sorted.sort_by_key(|name| name.trim_start_matches('-'));
    assert_eq!(names, sorted);
}

#[test]
fn version_names_the_release_it_matches() {
    let text = Dir::new().tblgen("--version").ok();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        text,
        format!(
            "Tablewright {version}, in place of llvm-tblgen\n  Output of LLVM version 19.1.7.\n"
        )
    );
}

#[test]
fn phases_are_timed_on_standard_error() {
    let dir = Dir::with("def a;\n");
    let ran = dir.tblgen("-time-phases -null-backend a.td");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
    for name in ["Parse, build records", "Backend overall", "Write output", "Total"] {
        assert!(ran.err.contains(&format!("%)  {name}\n")), "{}", ran.err);
    }
}

#[test]
fn warnings_of_unused_template_arguments_can_be_turned_off() {
    let dir = Dir::with("class A<int x>;\n");
    let ran = dir.tblgen("--null-backend a.td");
    let want =
        "a.td:1:13: warning: unused template argument: A:x\nclass A<int x>;\n            ^\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), want));
    assert_eq!(dir.tblgen("--null-backend --no-warn-on-unused-template-args a.td").ok(), "");
}

#[test]
fn response_files_nest_and_quote() {
    let dir = Dir::with("#ifdef X\ndef x;\n#endif\n");
    dir.write("outer", "@inner a.td\n-o \"out put\"");
    dir.write("inner", "-D\\X");
    assert_eq!(dir.tblgen("@outer").ok(), "");
    assert_eq!(dir.read("out put"), records("def x {\n}\n"));

    dir.write("loop", "@loop");
    assert!(dir.tblgen("@loop").failed().starts_with("recursive expansion of: '"));
    let err = dir.tblgen("@none").failed();
    let want =
        "tablewright llvm-tblgen: Could not open input file '@none': No such file or directory\n";
    assert_eq!(err, want);
}
