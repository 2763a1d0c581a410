//! Ninja with rules as LLVM has them, and a server: after an edit the right files change.

use std::thread::sleep;

use super::lifetime::control;
use super::*;
use crate::build_tools::is_there;

/// The rules. A step `use` runs if an output has changed.
const RULES: &str = "
rule tblgen
  command = $program llvm-tblgen $action Main.td -I lib --write-if-changed -o $out -d $out.d
  depfile = $out.d
  restat = 1
rule use
  command = cp $in $out
build records.inc: tblgen Main.td | $program
  action = --print-records
build json.inc: tblgen Main.td | $program
  action = --dump-json
build tables.inc: tblgen Main.td | $program
  action = --gen-searchable-tables
build records.used: use records.inc
build json.used: use json.inc
build tables.used: use tables.inc
";

const MAIN_FILE: &str = "\
include \"tables.td\"
include \"registers.td\"
def Registers : GenericTable { let FilterClass = \"Register\"; let Fields = [\"Name\", \"Number\"]; }
";

/// The classes of tables.
const TABLES: &str =
    include_str!("../../../../../examples/toy-target/prelude/llvm/TableGen/SearchableTable.td");

const REGISTERS: &str = "\
class Register<string name, int number> { string Name = name; bits<8> Number = number; int Cost = 1; }
def A : Register<\"a\", 0>;
def B : Register<\"b\", 1>;
";

/// A project in a directory that is built with or without a server.
struct Project {
    dir: Dir,
    server: &'static str,
}

impl Project {
    fn new(server: &'static str) -> Project {
        let dir = Dir::new();
        fs::create_dir(dir.path("run")).unwrap();
        dir.write("build.ninja", format!("program = {}\n{RULES}", program().display()));
        dir.write("Main.td", MAIN_FILE);
        dir.write("lib/tables.td", TABLES);
        dir.write("lib/registers.td", REGISTERS);
        Project { dir, server }
    }

    /// Builds, and returns the names of the outputs that were used.
    fn build(&self) -> Vec<String> {
        // Ninja compares times of files.
        sleep(Duration::from_millis(20));
        let mut command = self.dir.command(Path::new("ninja"));
        command.arg("-v").env("TABLEWRIGHT_SERVER", self.server);
        command.env("XDG_RUNTIME_DIR", self.dir.path("run"));
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let used = text.lines().filter_map(|line| line.split_once("] cp ")?.1.split('.').next());
        let mut used: Vec<String> = used.map(str::to_owned).collect();
        used.sort();
        used.extend((!output.status.success()).then(|| "failure".to_owned()));
        used
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.dir.read(name);
        assert!(text.contains(from), "{name} has no {from}");
        self.dir.write(name, text.replace(from, to));
    }
}

#[test]
fn after_an_edit_the_right_files_change() {
    if !is_there("ninja") {
        return;
    }
    let projects = [Project::new("auto"), Project::new("")];
    let check = |what: &str, edit: &dyn Fn(&Project), expected: &[&str]| {
        for project in &projects {
            edit(project);
            assert_eq!(project.build(), expected, "{what}, server '{}'", project.server);
            let again = project.build();
            assert!(again.is_empty() || again == ["failure"], "{what}: {again:?}");
        }
        for name in ["records.inc", "json.inc", "tables.inc", "records.inc.d"] {
            let [served, single] = projects.each_ref().map(|project| project.dir.read(name));
            assert_eq!(served, single, "{what}: {name}");
        }
    };
    let registers = "lib/registers.td";
    check("the first build", &|_| (), &["json", "records", "tables"]);
    check("a touched file", &|it| it.edit(registers, "def A", "def A"), &[]);
    check("a comment", &|it| it.edit(registers, "def A", "// A comment.\ndef A"), &["json"]);
    check("a comment on a line", &|it| it.edit(registers, "1>;", "1>; // B"), &[]);
    check(
        "a field without a table",
        &|it| it.edit(registers, "Cost = 1", "Cost = 2"),
        &["json", "records"],
    );
    check(
        "a field of a table",
        &|it| it.edit(registers, "\"a\"", "\"aa\""),
        &["json", "records", "tables"],
    );
    check(
        "a record",
        &|it| it.edit(registers, "def B", "def C : Register<\"c\", 2>;\ndef B"),
        &["json", "records", "tables"],
    );
    check("a record's name", &|it| it.edit(registers, "def C", "def D"), &["json", "records"]);
    check("an error", &|it| it.edit(registers, "def D", "deff D"), &["failure"]);
    check(
        "its repair with another name",
        &|it| it.edit(registers, "deff D", "def E"),
        &["json", "records"],
    );
    check(
        "another included file",
        &|it| {
            it.dir.write("lib/more.td", "def More;\n");
            it.edit("Main.td", "def Registers", "include \"more.td\"\ndef Registers");
        },
        &["json", "records"],
    );
    check("the other file", &|it| it.dir.write("lib/more.td", "def Less;\n"), &["json", "records"]);
    check(
        "a file earlier in the path",
        &|it| {
            it.dir.write("more.td", "def Earlier;\n");
            it.edit("Main.td", "def Registers", "def  Registers");
        },
        &["json", "records"],
    );
    check(
        "a removed file",
        &|it| {
            fs::remove_file(it.dir.path("more.td")).unwrap();
            it.edit("Main.td", "include \"more.td\"\n", "");
        },
        &["json", "records"],
    );
    check(
        "a missing output",
        &|it| fs::remove_file(it.dir.path("tables.inc")).unwrap(),
        &["tables"],
    );
    let status = control(&projects[0].dir, "--status").ok();
    assert!(status.contains(" 0 declined"), "{status}");
    control(&projects[0].dir, "--stop").ok();
}
