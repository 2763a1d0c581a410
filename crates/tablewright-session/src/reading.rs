//! Reads whole files and inputs, with limits on their sizes.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use tablewright_syntax::source::SourceMap;

/// Size limit in bytes for devices and pipes, which may be endless.
const ENDLESS_LIMIT: u64 = 256 << 20;

/// Size limit in bytes for regular files: one byte more than a source map accepts, so that the map
/// reports the error.
const FILE_LIMIT: u64 = SourceMap::LIMIT as u64 + 1;

/// Reads a file. A device or pipe may contain at most 256 MiB.
///
/// # Errors
/// If the file cannot be read or is too large.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    read_to_limit(file, &metadata)
}

/// Reads an opened file with its limit.
fn read_to_limit(mut file: File, metadata: &Metadata) -> io::Result<Vec<u8>> {
    if !metadata.is_file() {
        return read_limited(file);
    }
    let mut bytes = Vec::new();
    if metadata.len() < FILE_LIMIT {
        // Without `take`, the standard library queries the size and reads the file at once.
        file.read_to_end(&mut bytes)?;
    } else {
        file.take(FILE_LIMIT).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Reads a file. The metadata belongs to the same file and to a time before its contents are read.
pub(crate) fn read_with_metadata(path: &Path) -> io::Result<(Metadata, Vec<u8>)> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    let bytes = read_to_limit(file, &data)?;
    Ok((data, bytes))
}

/// Reads an input of unknown size, such as standard input, up to 256 MiB.
///
/// # Errors
/// If the input cannot be read or is larger.
pub fn read_limited(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(ENDLESS_LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > ENDLESS_LIMIT {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}
