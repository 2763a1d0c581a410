//! Encoding of messages: numbers in little-endian order, bytes after their length.

/// Writes the fields of a message.
#[derive(Default)]
pub(crate) struct FieldWriter(Vec<u8>);

impl FieldWriter {
    pub(crate) fn byte(mut self, value: u8) -> FieldWriter {
        self.0.push(value);
        self
    }

    pub(crate) fn number(mut self, value: u64) -> FieldWriter {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub(crate) fn bytes(self, bytes: &[u8]) -> FieldWriter {
        let mut writer = self.number(bytes.len() as u64);
        writer.0.extend(bytes);
        writer
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Reads the fields of a message. Each function returns `None` if the message is too short.
pub(crate) struct FieldReader<'m>(pub(crate) &'m [u8]);

impl<'m> FieldReader<'m> {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    pub(crate) fn bytes(&mut self) -> Option<&'m [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    /// Checks that all bytes are read.
    pub(crate) fn end(self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}
