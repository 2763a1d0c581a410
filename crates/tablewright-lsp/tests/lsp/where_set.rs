//! Ten questions of the kind "where is this set": the answers that the page `docs/src/language-servers.md` shows.

use crate::client::Client;

const TEXT: &str = include_str!("data/where_set.td");

#[test]
fn where_a_field_is_set_is_shown() {
    let (mut client, uri) = Client::with_text(TEXT);
    let mut check = |snippet: &str, value: &str, last_step: &str| {
        let found = client.ask_at("textDocument/hover", &uri, snippet);
        let text = found["contents"]["value"].as_str().unwrap_or_default();
        assert!(text.contains(value), "{snippet}: {text}");
        let steps: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
        assert_eq!(steps.last().copied().unwrap_or_default(), last_step, "{text}");
    };
    check(
        "ByLet.|f",
        "in `ByLet`: `10`",
        "- set in the body of the record 'ByLet' (main.td:8): `10`",
    );
    check("ByOuterLet.|f", "in `ByOuterLet`: `20`", "- set by a `let` around (main.td:9): `20`");
    check(
        "ByMulticlass_a.|f",
        "in `ByMulticlass_a`: `21`",
        "- `defm` of the multiclass 'M' (main.td:15): `21`",
    );
    check("ByDefault.|f", "in `ByDefault`: `4`", "- arguments of the class 'A' (main.td:16): `4`");
    check(
        "ByParents.|g",
        "in `ByParents`: `3`",
        "- overridden by a later parent, the class 'G' (main.td:17): `3`",
    );
    check("R2.|f", "in `R2`: `2`", "- round of a `foreach` (main.td:18): `2`");
    check("ByChain.|f", "in `ByChain`: `6`", "- arguments of the class 'B' (main.td:23): `6`");
    check(
        "ByField.|h",
        "in `ByField`: `41`",
        "- the record is finished: the fields it mentions have values (main.td:24): `41`",
    );
    // The records are not named where their fields are read.
    check("# 3).|f", "in `R3`: `3`", "- round of a `foreach` (main.td:18): `3`");
    check("Set[0].|f", "in `S`: `100`", "- arguments of the class 'A' (main.td:21): `100`");
    check("Q9 { int |v", "in `Q9`: `3`", "- declared in the record 'Q9' (main.td:34): `3`");
    check("Q10 { int |v", "in `Q10`: `100`", "- declared in the record 'Q10' (main.td:35): `100`");
    client.stop();
}
