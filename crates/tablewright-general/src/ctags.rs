//! `--gen-ctags`: definition positions of classes and records, for editors.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_syntax::source::Pos;
use tablewright_text::{TextSink, append};

pub(crate) const BACKEND: Backend =
    Backend { name: "gen-ctags", help: "Generate ctags-compatible index", options: &[], run };

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let store = job.store;
    let sources = store.sources();
    let tag = |name, pos: Pos| {
        let at = sources.line_column(pos);
        (name, sources.file(at.file).name.as_str(), at.line)
    };
    let mut tags: Vec<(&str, &str, u32)> =
        Vec::with_capacity(store.classes().len() + store.records().len());
    for class in store.classes() {
        tags.push(tag(class.name(), class.pos()));
        tags.extend(class.forward_positions().map(|pos| tag(class.name(), pos)));
    }
    tags.extend(store.records().map(|r| tag(r.name(), r.pos())));
    tags.sort_unstable();

    let mut out = job.output();
    out.push_str("!_TAG_FILE_FORMAT\t1\t/original ctags format/\n");
    out.push_str("!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/\n");
    for (name, file, line) in tags {
        append!(&mut out, name, "\t", file, "\t", line, "\n");
        out.check()?;
    }
    Ok(out.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::output_of;
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;

    fn check(input: &str, expected: Expect) {
        expected.assert_eq(&output_of(&BACKEND, &Options::new(), input));
    }

    #[test]
    fn each_declaration_has_a_tag() {
        check(
            "include \"included.td\"\nclass B;\nclass B;\ndef a : B;\nclass B;\ndef : B;\n",
            expect![[r#"
                !_TAG_FILE_FORMAT	1	/original ctags format/
                !_TAG_FILE_SORTED	1	/0=unsorted, 1=sorted, 2=foldcase/
                B	dir/test.td	2
                B	dir/test.td	3
                B	dir/test.td	5
                Included	inc/included.td	2
                a	dir/test.td	4
                anonymous_0	dir/test.td	6
            "#]],
        );
    }
}
