//! `tablewright schema`.

use expect_test::expect;

use crate::Dir;

#[test]
fn a_class_has_the_fields_that_are_read() {
    let schema = |args: &str| Dir::new().run(&format!("schema {args}"));
    expect![[r#"
        class AsmWriter  (target)
        An assembly printer.
        FIELD               TYPE    DEFAULT  MEANING
        AsmWriterClassName  string           Class name, without the target name.
        PassSubtarget       int     0        Whether its methods receive the subtarget, as a number.
        Variant             int              Variant number, the index into `{a|b}` alternatives in assembly strings.
    "#]].assert_eq(&schema("AsmWriter").ok());
    expect![[r#"
        CLASS,READERS,FIELD,TYPE,DEFAULT,RELEASES,MEANING
        AsmWriter,target,AsmWriterClassName,string,,,"Class name, without the target name."
        AsmWriter,target,PassSubtarget,int,0,,"Whether its methods receive the subtarget, as a number."
        AsmWriter,target,Variant,int,,,"Variant number, the index into `{a|b}` alternatives in assembly strings."
    "#]].assert_eq(&schema("AsmWriter --format csv").ok());
    expect![[r#"
        error: backends read no class 'AsmWrite'
        note: did you mean 'AsmWriter'?
    "#]]
    .assert_eq(&schema("AsmWrite").failed());
    let json = schema("AsmWriter --format json").ok();
    assert!(json.starts_with("{\n  \"report\": \"schema\",\n  \"version\": 1,\n  \"classes\": ["));
    assert!(schema("").ok().contains("\nclass Instruction"));
}

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

#[test]
fn an_action_has_the_fields_that_it_reads() {
    let schema = |args: &str| Dir::new().run(&format!("schema {args}"));
    expect![[r#"
        class InstrInfo  (target)
        Settings for all instructions in a target.
        FIELD                       TYPE  DEFAULT  MEANING
        guessInstructionProperties  bit            Whether flags are guessed if neither the record nor a pattern sets them.
    "#]]
    .assert_eq(&schema("--gen-instr-info InstrInfo").ok());
    assert!(schema("--gen-callngconv").failed().contains("'--gen-callingconv'"));
    let of_toy = |args: &str| {
        let dir = Dir::new();
        let mut command = dir.command(crate::program());
        command.args(["schema", "--of", "Toy.td", "-I", "prelude"]).current_dir(TOY);
        crate::Ran::from_output(command.args(args.split_whitespace()).output().unwrap())
    };
    expect![[r#"
        ACTION,CLASS,FIELD,RECORDS,OF
        gen-callingconv,CCAssignToReg,RegList,4,4
        gen-callingconv,CCAssignToStack,Align,2,2
        gen-callingconv,CCAssignToStack,Size,2,2
        gen-callingconv,CCIfType,VTs,7,7
        gen-callingconv,CCPredicateAction,SubAction,7,7
        gen-callingconv,CCPromoteToType,DestTy,1,1
        gen-callingconv,CallingConv,Actions,2,2
        gen-callingconv,CallingConv,Custom,2,2
        gen-callingconv,CallingConv,Entry,2,2
        gen-callingconv,Register,Namespace,6,12
        gen-callingconv,ValueType,LLVMName,4,9
        gen-callingconv,ValueType,isFP,1,9
    "#]]
    .assert_eq(&of_toy("--gen-callingconv --format csv").ok());
    expect![[r#"
        error: --gen-opt-parser-defs fails on this description, or reads no field of it
    "#]]
    .assert_eq(&of_toy("--gen-opt-parser-defs").failed());
}
