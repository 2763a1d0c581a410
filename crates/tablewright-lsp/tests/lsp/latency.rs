//! The time from an edit to its diagnostics, through the loop of the server.

use std::time::{Duration, Instant};

use crate::client::{Client, toy};

/// What an edit of the example target may take, in a debug build on a busy machine.
const LIMIT: Duration = Duration::from_secs(2);

/// How long after each of these edits the first diagnostics come that have that many errors.
fn latencies(client: &mut Client, uri: &str, edits: &[(&str, &str, usize)]) -> Vec<Duration> {
    let mut times = Vec::new();
    for (version, &(old, new, errors)) in edits.iter().enumerate() {
        let start = Instant::now();
        client.edit(uri, version as i32 + 2, old, new);
        while client.diagnostics(uri).len() != errors {
            assert!(start.elapsed() < LIMIT, "{old} to {new}");
        }
        times.push(start.elapsed());
    }
    times
}

#[test]
fn diagnostics_follow_an_edit_at_once() {
    let mut client = Client::toy();
    let uri = client.open(&toy("ToyInstrInfo.td"));
    assert_eq!(client.diagnostics(&uri).len(), 0);
    let record = "def ADD";
    let edits: Vec<(&str, &str, usize)> = [
        // An error of evaluation, one of syntax, and none.
        (record, "def Edited : Missing;\ndef ADD", 1),
        ("def Edited : Missing;", "def Edited : Missing", 1),
        ("def Edited : Missing\n", "", 0),
    ]
    .repeat(10);
    let mut times = latencies(&mut client, &uri, &edits);
    times.sort_unstable();
    let most = times[times.len() * 95 / 100];
    assert!(most < LIMIT, "{most:?}");
    client.stop();
}
