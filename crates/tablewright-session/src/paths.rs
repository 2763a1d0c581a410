//! Paths as text: what is not UTF-8 in them is escaped, so that they can stand in messages, records
//! and outputs like any other text.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use tablewright_text::byte_escape::escape;
#[cfg(unix)]
use tablewright_text::byte_escape::unescape;

/// A path or argument as text. Bytes that are not UTF-8 are
/// [escaped](tablewright_text::byte_escape).
pub fn path_text(path: impl AsRef<OsStr>) -> String {
    escape(path.as_ref().as_encoded_bytes().to_vec())
}

/// The path that [`path_text`] made the text of.
#[cfg(unix)]
pub fn text_path(text: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(unescape(text).into_owned()).into()
}

/// The path that [`path_text`] made the text of. Where paths are no bytes, it is found if it is
/// Unicode.
#[cfg(not(unix))]
pub fn text_path(text: &str) -> PathBuf {
    OsString::from(text).into()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn paths_of_any_bytes_come_back() {
        for bytes in [&b"a/b.td"[..], "ä".as_bytes(), b"caf\xe9/\xff"] {
            let path = OsStr::from_bytes(bytes);
            assert_eq!(text_path(&path_text(path)), path);
        }
    }
}
