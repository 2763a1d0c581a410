//! Which program we are.

use crate::{Dir, Ran, program, records};

#[test]
fn the_name_called_by_selects_the_mode() {
    for name in ["llvm-tblgen", "clang-tblgen", "llvm-tblgen-19"] {
        let dir = Dir::with("def a;\n");
        let link = dir.program_named(name);
        let ran = Ran::from_output(dir.command(&link).arg("a.td").output().unwrap());
        assert_eq!(ran.ok(), records("def a {\n}\n"), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_selects_the_mode() {
    let dir = Dir::with("def a;\n");
    let link = dir.path("llvm-tblgen");
    std::os::unix::fs::symlink(program(), &link).unwrap();
    let err = Ran::from_output(dir.command(&link).arg("-foo").output().unwrap()).failed();
    let usage = format!("Try: '{} --help'", link.display());
    let want = format!(
        "llvm-tblgen: Unknown command line argument '-foo'.  {usage}\nllvm-tblgen: Did you mean '-o'?\n"
    );
    assert_eq!(err, want);
}

#[test]
fn clang_mode_has_its_own_actions() {
    let dir = Dir::with("def a;\n");
    assert_eq!(dir.run("clang-tblgen a.td").ok(), records("def a {\n}\n"));
    let action = "--gen-clang-data-collectors";
    let err = dir.run(&format!("llvm-tblgen {action} a.td")).failed();
    let want = format!("llvm-tblgen: Unknown command line argument '{action}'.");
    assert!(err.starts_with(&want), "{err}");
    let out = dir.run(&format!("clang-tblgen {action} a.td")).ok();
    assert!(out.ends_with("#undef DEF_ADD_DATA\n"), "{out}");
}

#[test]
fn native_commands() {
    let dir = Dir::with("#ifdef X\ninclude \"b.td\"\n#endif\ndef a;\n");
    dir.write("inc/b.td", "def b;\n");
    assert_eq!(dir.run("print a.td -I inc -D X").ok(), records("def a {\n}\ndef b {\n}\n"));
    let json = dir.run("print --format json a.td").ok();
    assert!(json.starts_with("{\"!instanceof\":{},"), "{json}");

    let ran = dir.run("");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("Usage: tablewright"), "{}", ran.err);
    let help = dir.run("--help").ok();
    assert!(help.contains("llvm-tblgen"), "{help}");
    assert!(dir.run("--version").ok().starts_with("tablewright "));
    assert!(dir.run("prin").failed().contains("print"));
}

#[test]
fn help_of_a_command_is_its_help() {
    let dir = Dir::new();
    for command in [
        "attributes",
        "batch",
        "llvm-tblgen",
        "clang-tblgen",
        "patterns",
        "print",
        "registers",
        "sched-coverage",
    ] {
        let help = dir.run(&format!("help {command}")).ok();
        assert_eq!(help, dir.run(&format!("{command} --help")).ok(), "{command}");
    }
}

#[test]
fn print_selects_records_and_classes() {
    let dir = Dir::with(
        "class A; class B : A { int n = 1; }\ndef x1 : A; def x2 : B; def y1 : B; def z;\n",
    );
    let print = |line: &str| dir.run(&format!("print {line} a.td"));
    assert_eq!(
        print("--record x*").ok(),
        records("def x1 {\t// A\n}\ndef x2 {\t// A B\n  int n = 1;\n}\n")
    );
    let both = print("--record x? --record z --class B").ok();
    assert_eq!(
        both,
        "------------- Classes -----------------\nclass B {\t// A\n  int n = 1;\n}\n\
         ------------- Defs -----------------\ndef x2 {\t// A B\n  int n = 1;\n}\n"
    );
    let json = print("--record y1 --format json").ok();
    assert!(
        json.starts_with("{\"!instanceof\":{},\"!tablegen_json_version\":1,\"y1\":{"),
        "{json}"
    );
    assert!(!json.contains("\"x1\""), "{json}");
    print("--record z -o z.txt").ok();
    assert_eq!(dir.read("z.txt"), records("def z {\n}\n"));
    for (line, want) in [
        ("--record x3", "unknown record 'x3'"),
        ("--record w*", "unknown record 'w*'"),
        ("--class C", "unknown class 'C'"),
    ] {
        assert_eq!(print(line).failed(), format!("error: {want}\n"));
    }
    let sets = print("--record z --format sets").failed();
    assert_eq!(sets, "tablewright print: --record and --class do not go with --format sets\n");
}

#[test]
fn messages_of_commands_are_coloured_on_request() {
    let dir = Dir::with("def a : B;\n");
    assert!(dir.run("print --color a.td").failed().contains("\u{1b}[0;1;31merror: "));
    assert!(dir.run("registers --color=always a.td").failed().contains("\u{1b}["));
    assert!(!dir.run("print --color=never a.td").failed().contains('\u{1b}'));
}

#[test]
fn include_directories_of_the_tree_are_found_and_named() {
    let dir = Dir::new();
    dir.write("llvm/include/llvm/Target/Target.td", "class Target;\n");
    dir.write("llvm/lib/Target/Toy/Parts.td", "def part;\n");
    let input = "llvm/lib/Target/Toy/Toy.td";
    dir.write(
        input,
        "include \"llvm/Target/Target.td\"\ninclude \"Parts.td\"\ndef Toy : Target;\n",
    );
    let ran = dir.run(&format!("print --record * {input}"));
    assert_eq!(ran.out, records("def Toy {\t// Target\n}\ndef part {\n}\n"));
    let want = "tablewright print: note: found -I llvm/lib/Target/Toy -I llvm/include\n";
    assert_eq!(ran.err, want);
    // What takes the place of a program searches what it is told to, and nothing else.
    assert!(dir.tblgen(input).failed().contains("Could not find include file"));
}

#[test]
fn a_command_line_without_a_command_says_what_to_type() {
    let dir = Dir::with("def a;\n");
    assert_eq!(
        dir.run("--gen-emitter -I . a.td").failed(),
        "error: '--gen-emitter' is an action of llvm-tblgen, and no command stands before it\n\n\
         To run it, type\n  tablewright llvm-tblgen --gen-emitter -I . a.td\n"
    );
    let err = dir.run("a.td").failed();
    assert!(err.starts_with("error: 'a.td' is a file, and no command stands before it\n"), "{err}");
    assert!(err.contains("To see its records, type\n  tablewright print a.td\n"), "{err}");
    let json = dir.run("--diagnostic-format=json a.td").failed();
    assert!(json.contains("\"message\":\"'a.td' is a file, and no command stands"), "{json}");
}

#[test]
fn an_action_of_another_program_is_said_to_be_one() {
    let dir = Dir::with("def a;\n");
    assert_eq!(
        dir.tblgen("--gen-op-decls a.td").failed(),
        "llvm-tblgen: Unknown command line argument '--gen-op-decls'.  \
         Try: 'tablewright llvm-tblgen --help'\n\
         llvm-tblgen: It is an action of mlir-tblgen.\n"
    );
}
