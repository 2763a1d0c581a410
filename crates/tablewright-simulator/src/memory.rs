//! Simulated memory: bytes from the address zero, with ranges that cannot be accessed or changed.

use std::fmt;
use std::ops::Range;

/// An access that memory refuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AccessError {
    /// The first address.
    pub(crate) address: u64,
    /// The number of bytes.
    pub(crate) size: usize,
    /// Whether the access is a store.
    pub(crate) is_store: bool,
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AccessError { address, size, is_store } = self;
        let access = if *is_store { "store" } else { "load" };
        write!(f, "{access} of {size} bytes at {address:#x}, which is not memory for it")
    }
}

/// Memory.
#[derive(Clone, Default, Debug)]
pub(crate) struct Memory {
    bytes: Vec<u8>,
    /// The first address that can be accessed.
    start: u64,
    /// Ranges that cannot be changed: code and constants.
    read_only: Vec<Range<u64>>,
    /// Ranges with instructions.
    code: Vec<Range<u64>>,
    is_big_endian: bool,
}

impl Memory {
    /// Creates memory with zeros. Addresses below `start` cannot be accessed.
    pub(crate) fn new(size: usize, start: u64, is_big_endian: bool) -> Memory {
        let bytes = vec![0; size];
        Memory { bytes, start, read_only: Vec::new(), code: Vec::new(), is_big_endian }
    }

    /// Returns the number of bytes, including bytes that cannot be accessed.
    pub(crate) fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Makes a range read-only.
    pub(crate) fn protect(&mut self, range: Range<u64>) {
        self.read_only.push(range);
    }

    /// Marks a range as code.
    pub(crate) fn add_code(&mut self, range: Range<u64>) {
        self.code.push(range);
    }

    /// Returns at most `size` bytes from `address` on, up to the end of the code range. Without code at the address,
    /// returns nothing.
    pub(crate) fn code_bytes(&self, address: u64, size: usize) -> &[u8] {
        let range = self.code.iter().find(|range| range.contains(&address));
        let left = range.map_or(0, |range| range.end - address);
        self.bytes(address, size.min(usize::try_from(left).unwrap_or(usize::MAX)))
    }

    /// Returns the bytes from `address`, at most `size`.
    pub(crate) fn bytes(&self, address: u64, size: usize) -> &[u8] {
        let start = usize::try_from(address).unwrap_or(usize::MAX).min(self.bytes.len());
        let end = start.saturating_add(size).min(self.bytes.len());
        &self.bytes[start..end]
    }

    /// Changes bytes, also in read-only ranges. Returns false if there is no memory at the address.
    pub(crate) fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let start = usize::try_from(address).unwrap_or(usize::MAX);
        let Some(end) = start.checked_add(bytes.len()) else { return false };
        let Some(own) = self.bytes.get_mut(start..end) else { return false };
        own.copy_from_slice(bytes);
        true
    }

    fn range(
        &self,
        address: u64,
        size: usize,
        is_store: bool,
    ) -> Result<Range<usize>, AccessError> {
        let error = AccessError { address, size, is_store };
        let end = address.checked_add(size as u64);
        let Some(end) = end.filter(|&end| address >= self.start && end <= self.size()) else {
            return Err(error);
        };
        if is_store && self.read_only.iter().any(|it| it.start < end && address < it.end) {
            return Err(error);
        }
        Ok(address as usize..end as usize)
    }

    /// Loads a number of at most 16 bytes.
    ///
    /// # Errors
    /// If memory refuses the access.
    pub(crate) fn load(&self, address: u64, size: usize) -> Result<u128, AccessError> {
        let own = &self.bytes[self.range(address, size, false)?];
        let mut bytes = [0; 16];
        if self.is_big_endian {
            bytes[16 - size..].copy_from_slice(own);
            return Ok(u128::from_be_bytes(bytes));
        }
        bytes[..size].copy_from_slice(own);
        Ok(u128::from_le_bytes(bytes))
    }

    /// Stores a number of at most 16 bytes.
    ///
    /// # Errors
    /// If memory refuses the access.
    pub(crate) fn store(
        &mut self,
        address: u64,
        size: usize,
        number: u128,
    ) -> Result<(), AccessError> {
        let range = self.range(address, size, true)?;
        let own = &mut self.bytes[range];
        if self.is_big_endian {
            own.copy_from_slice(&number.to_be_bytes()[16 - size..]);
        } else {
            own.copy_from_slice(&number.to_le_bytes()[..size]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_byte_order() {
        let mut memory = Memory::new(64, 8, false);
        memory.store(8, 4, 0x1234_5678).expect("it is memory");
        assert_eq!(memory.bytes(8, 4), [0x78, 0x56, 0x34, 0x12]);
        assert_eq!(memory.load(9, 2), Ok(0x3456));
        let mut memory = Memory::new(64, 8, true);
        memory.store(8, 4, 0x1234_5678).expect("it is memory");
        assert_eq!(memory.load(9, 2), Ok(0x3456));
    }

    #[test]
    fn other_addresses_are_errors() {
        let mut memory = Memory::new(64, 8, false);
        memory.protect(16..20);
        assert!(memory.load(7, 1).is_err());
        assert!(memory.load(61, 4).is_err());
        assert!(memory.load(u64::MAX, 4).is_err());
        assert!(memory.load(16, 4).is_ok());
        let error = memory.store(12, 8, 0).expect_err("it is read-only");
        assert_eq!(error.to_string(), "store of 8 bytes at 0xc, which is not memory for it");
    }

    #[test]
    fn code_ends_with_its_range() {
        let mut memory = Memory::new(64, 8, false);
        memory.add_code(16..20);
        assert_eq!(memory.code_bytes(16, 16).len(), 4);
        assert_eq!(memory.code_bytes(18, 1).len(), 1);
        assert!(memory.code_bytes(15, 4).is_empty());
        assert!(memory.code_bytes(20, 4).is_empty());
    }
}
