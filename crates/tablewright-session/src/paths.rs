//! Paths as text. Bytes that are not UTF-8 are escaped, so that a path can be part of messages,
//! records and outputs.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use tablewright_text::byte_escape::escape;
#[cfg(unix)]
use tablewright_text::byte_escape::unescape;

/// Converts a path or an argument to text. Bytes that are not UTF-8 are
/// [escaped](tablewright_text::byte_escape).
pub fn path_text(path: impl AsRef<OsStr>) -> String {
    escape(path.as_ref().as_encoded_bytes().to_vec())
}

/// Converts text from [`path_text`] back to a path.
#[cfg(unix)]
pub fn text_path(text: &str) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(unescape(text).into_owned()).into()
}

/// Converts text from [`path_text`] back to a path. On platforms where a path is not a byte string,
/// only Unicode paths survive the conversion.
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
