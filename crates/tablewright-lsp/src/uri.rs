//! Conversion between file paths and URIs.

use std::path::{Component, Path, PathBuf};

use gen_lsp_types::Uri;
use tablewright_session::text_path;
use tablewright_text::byte_escape::escape;

const SCHEME: &str = "file://";

/// Returns a file's URI.
pub(crate) fn for_path(path: &Path) -> Uri {
    let mut bytes = path.as_os_str().as_encoded_bytes().to_vec();
    if cfg!(windows) {
        bytes.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
    }
    let mut uri = SCHEME.to_owned();
    // A Windows drive does not begin with a slash.
    if bytes.first() != Some(&b'/') {
        uri.push('/');
    }
    uri.push_str(&encode(&bytes));
    Uri(uri)
}

/// Encodes bytes as part of a URI.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

/// The folder for texts that are not saved. It does not exist.
const UNSAVED: &str = "untitled:";

/// Returns the path for a URI. A text that is not saved has a path, too. `None` for other schemes,
/// for example for a virtual document.
pub(crate) fn to_path(uri: &Uri) -> Option<PathBuf> {
    if let Some(name) = uri.0.strip_prefix(UNSAVED) {
        let path = Path::new("/").join(UNSAVED).join(encode(&decode(name)).replace('/', "%2F"));
        return Some(normalized(&path));
    }
    let after_scheme = uri.0.strip_prefix(SCHEME)?;
    // The text before the path is a host name, which is ignored.
    let bytes = decode(&after_scheme[after_scheme.find('/')?..]);
    let has_drive = bytes.get(2) == Some(&b':');
    let bytes = bytes[usize::from(has_drive)..].to_vec();
    Some(real(&text_path(&escape(bytes))))
}

/// Decodes part of a URI.
pub(crate) fn decode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut tail = text.as_bytes();
    while let [first, after @ ..] = tail {
        let hex = |byte: u8| char::from(byte).to_digit(16);
        let escaped = match (*first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match escaped {
            // Two hexadecimal digits encode a byte.
            Some((high, low)) => {
                bytes.push((high * 16 + low) as u8);
                tail = &after[2..];
            }
            None => {
                bytes.push(*first);
                tail = after;
            }
        }
    }
    bytes
}

/// Returns the path that identifies a file: absolute, without `.` and `..`, and without symbolic
/// links if the file exists.
pub(crate) fn real(path: &Path) -> PathBuf {
    if let Ok(real) = std::fs::canonicalize(path) {
        return real;
    }
    // The file may be new, or deleted.
    let path = normalized(path);
    match (path.parent().map(std::fs::canonicalize), path.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Makes a path absolute, and resolves `.` and `..` by their text.
fn normalized(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        match part {
            Component::ParentDir => _ = parts.pop(),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => parts.push(part),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back_from_its_uri() {
        let path = Path::new("/no such dir/a+b/ü.td");
        let uri = for_path(path);
        assert_eq!(uri.0, "file:///no%20such%20dir/a%2Bb/%C3%BC.td");
        assert_eq!(to_path(&uri).as_deref(), Some(path));
    }

    #[test]
    fn paths_are_without_dots_and_other_schemes_are_no_files() {
        let uri = Uri("file:///no%20such/x/../%zz.td".into());
        assert_eq!(to_path(&uri).as_deref(), Some(Path::new("/no such/%zz.td")));
        assert_eq!(to_path(&Uri("tablewright:/evaluated/a.td".into())), None);
        let unsaved = to_path(&Uri("untitled:Untitled-1".into()));
        assert_eq!(unsaved.as_deref(), Some(Path::new("/untitled:/Untitled-1")));
    }
}
