//! Any bytes as a message of a client or a reply of a server. A message that is read is written as the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_server::message::{ClientMessage, MARK, Reply};

const PROGRAM: [u8; 32] = [1; 32];

fuzz_target!(|bytes: &[u8]| {
    drop(ClientMessage::read(&mut &bytes[..], &PROGRAM));
    // With a right head most bytes reach the fields.
    let length = (bytes.len() + 40) as u32;
    let head = [&MARK[..], &length.to_le_bytes(), &32u64.to_le_bytes(), &PROGRAM].concat();
    let whole = [&head[..], bytes].concat();
    if let Ok(message) = ClientMessage::read(&mut &whole[..], &PROGRAM) {
        assert_eq!(message.encode(&PROGRAM), Some(whole));
    }
    let mut rest = bytes;
    if let Ok(reply) = Reply::read(&mut rest) {
        let mut written = Vec::new();
        reply.write(&mut written).expect("memory has room");
        assert_eq!(written, &bytes[..bytes.len() - rest.len()]);
    }
});
