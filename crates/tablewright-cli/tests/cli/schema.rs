//! `tablewright schema`.

use expect_test::expect;

use crate::Dir;

#[test]
fn a_class_has_the_fields_that_are_read() {
    let schema = |args: &str| Dir::new().run(&format!("schema {args}"));
    expect![[r#"
        class AsmWriter  (target)
        A printer of assembly.
        FIELD               TYPE    DEFAULT  MEANING
        AsmWriterClassName  string           The name of its class, without that of the target.
        PassSubtarget       int     0        Whether its methods are passed the subtarget, as a number.
        Variant             int              The number by which assembly strings are divided.
    "#]].assert_eq(&schema("AsmWriter").ok());
    expect![[r#"
        CLASS,READERS,FIELD,TYPE,DEFAULT,MEANING
        AsmWriter,target,AsmWriterClassName,string,,"The name of its class, without that of the target."
        AsmWriter,target,PassSubtarget,int,0,"Whether its methods are passed the subtarget, as a number."
        AsmWriter,target,Variant,int,,The number by which assembly strings are divided.
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
