//! Sections and symbols.

use super::listing::ListingLine;
use crate::relocation::Relocation;

/// The result of an assembly.
#[derive(Clone, Default, Debug)]
pub struct Assembly {
    /// The sections in order of their first use, except empty ones.
    pub sections: Vec<ObjectSection>,
    /// The symbols in order of their definition, then undefined symbols in order of their use.
    pub symbols: Vec<ObjectSymbol>,
    /// The bytes of each line.
    pub lines: Vec<ListingLine>,
}

/// A section.
#[derive(Clone, Default, Debug)]
pub struct ObjectSection {
    /// Name: `.text`.
    pub name: String,
    /// Contents. Empty for a section without contents in the file.
    pub bytes: Vec<u8>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub alignment: u64,
    /// Relocations by offset.
    pub relocations: Vec<Relocation>,
}

/// A symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectSymbol {
    /// Name.
    pub name: String,
    /// The index of its section; `None` if it is undefined or absolute.
    pub section: Option<usize>,
    /// The offset in the section, or the value of an absolute symbol.
    pub value: u64,
    /// Whether it is defined.
    pub is_defined: bool,
    /// The binding.
    pub binding: SymbolBinding,
    /// Whether it is a function (`.type`).
    pub is_function: bool,
}

/// A symbol's binding.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SymbolBinding {
    /// Visible in the file.
    #[default]
    Local,
    /// Visible to the linker.
    Global,
    /// Visible, but weaker than a global symbol.
    Weak,
}

impl ObjectSection {
    /// Whether the section has code.
    pub fn is_code(&self) -> bool {
        self.name.starts_with(".text") || self.name.starts_with(".init")
    }

    /// Whether the section lacks contents in the file.
    pub fn is_bss(&self) -> bool {
        self.name.starts_with(".bss") || self.name.starts_with(".sbss")
    }
}
