//! A small linker: object files at addresses, with their relocations filled in.

mod riscv;

use std::collections::BTreeMap;
use std::fmt;

use object::read::elf::{ElfFile32, ElfFile64};
use object::{
    Endianness, FileKind, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget,
    SectionIndex, SectionKind, SymbolIndex,
};
use rustc_hash::FxHashMap;
use tablewright_machine::Machine;

use crate::memory::Memory;

/// The first address of a program, if addresses have more than 16 bits.
const START: u64 = 0x1000;
/// The first address of a program for 16-bit addresses.
const SMALL_START: u64 = 0x100;
/// The distance of host functions, so that calls of them are aligned.
const HOST_SLOT: u64 = 16;
/// The largest memory.
const MAX_MEMORY: u64 = 1 << 32;
/// The smallest stack.
const STACK: u64 = 0x800;

/// An object file that cannot be linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkFailure(pub String);

impl fmt::Display for LinkFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LinkFailure {}

fn failure<T>(message: impl Into<String>) -> Result<T, LinkFailure> {
    Err(LinkFailure(message.into()))
}

/// An object file.
pub struct ObjectInput<'d> {
    /// Name for messages.
    pub name: &'d str,
    /// Contents.
    pub bytes: &'d [u8],
}

/// A program in memory.
#[derive(Clone, Debug)]
pub(crate) struct LinkedProgram {
    /// Memory with code and data.
    pub(crate) memory: Memory,
    /// Defined symbols by address.
    pub(crate) symbols: Vec<(u64, String)>,
    /// Addresses of global symbols.
    pub(crate) globals: FxHashMap<String, u64>,
    /// Functions of the host: addresses and names.
    pub(crate) host: FxHashMap<u64, String>,
    /// The address to which the entry function returns.
    pub(crate) exit: u64,
}

/// Facts that a linker needs of the target and of the user.
pub(crate) struct LinkOptions<'o> {
    pub(crate) address_width: u32,
    pub(crate) memory_size: u64,
    /// Whether an undefined symbol is a function of the host.
    pub(crate) is_host: &'o dyn Fn(&str) -> bool,
}

/// An object file as the linker sees it.
struct LinkedObject<'d> {
    name: &'d str,
    machine: u16,
    is_big_endian: bool,
    sections: Vec<LinkedSection>,
    /// By number in the file.
    symbols: BTreeMap<usize, LinkedSymbol>,
    relocations: Vec<LinkedRelocation>,
}

struct LinkedSection {
    index: SectionIndex,
    name: String,
    address: u64,
    bytes: Vec<u8>,
    size: u64,
    alignment: u64,
    is_read_only: bool,
    is_code: bool,
}

#[derive(Clone)]
struct LinkedSymbol {
    name: String,
    section: Option<SectionIndex>,
    value: u64,
    is_absolute: bool,
    is_undefined: bool,
    is_weak: bool,
    is_local: bool,
    /// Size and alignment of a common symbol.
    common: Option<(u64, u64)>,
}

#[derive(Clone, Copy)]
struct LinkedRelocation {
    section: SectionIndex,
    offset: u64,
    symbol: Option<SymbolIndex>,
    number: u32,
    addend: i64,
}

/// Links object files.
pub(crate) fn link(
    machine: &Machine<'_>,
    inputs: &[ObjectInput<'_>],
    options: &LinkOptions<'_>,
) -> Result<LinkedProgram, LinkFailure> {
    let mut objects = Vec::new();
    for input in inputs {
        let object = read(input).map_err(|error| LinkFailure(format!("'{}': {error}", input.name)));
        objects.push(object?);
    }
    let is_big_endian = objects.first().is_some_and(|object| object.is_big_endian);
    let is_small = options.address_width <= 16;
    let start = if is_small { SMALL_START } else { START };
    let limit = if options.address_width >= 64 { u64::MAX } else { 1 << options.address_width };
    let size = options.memory_size.min(limit);
    if size > MAX_MEMORY {
        return failure(format!("{size:#x} bytes of memory: the limit is {MAX_MEMORY:#x} bytes"));
    }
    let mut memory = Memory::new(usize::try_from(size).unwrap_or(0), start, is_big_endian);
    let mut linker = Linker { machine, options, next: start, globals: FxHashMap::default() };
    linker.place_sections(&mut objects, size)?;
    linker.define_globals(&mut objects)?;
    let host = linker.host_functions(&objects)?;
    let exit = linker.next;
    linker.next += HOST_SLOT;
    if linker.next.saturating_add(STACK) > size {
        return failure(format!("the program needs more than the {size:#x} bytes of memory"));
    }
    let mut symbols = Vec::new();
    for object in &objects {
        for section in &object.sections {
            if !memory.write(section.address, &section.bytes) {
                return failure(format!("section '{}' does not fit into memory", section.name));
            }
        }
    }
    for object in &objects {
        linker.relocate(object, &mut memory)?;
        symbols.extend(object.defined_symbols());
    }
    for section in objects.iter().flat_map(|object| &object.sections) {
        let range = section.address..section.address + section.size;
        if section.is_code {
            memory.add_code(range.clone());
        }
        if section.is_read_only {
            memory.protect(range);
        }
    }
    // A label inside a function would hide its name.
    symbols.sort();
    symbols.dedup();
    Ok(LinkedProgram { memory, symbols, globals: linker.globals, host, exit })
}

impl LinkedObject<'_> {
    fn section(&self, index: SectionIndex) -> Option<&LinkedSection> {
        self.sections.iter().find(|section| section.index == index)
    }

    /// Returns a symbol's address; `None` if it is not defined here.
    fn address(&self, symbol: &LinkedSymbol) -> Option<u64> {
        if symbol.is_absolute {
            return Some(symbol.value);
        }
        Some(self.section(symbol.section?)?.address.wrapping_add(symbol.value))
    }

    fn defined_symbols(&self) -> Vec<(u64, String)> {
        let named = self.symbols.values().filter(|symbol| {
            !symbol.name.is_empty() && !symbol.name.starts_with(".L") && symbol.section.is_some()
        });
        named.filter_map(|it| Some((self.address(it)?, it.name.clone()))).collect()
    }
}

struct Linker<'l, 's> {
    machine: &'l Machine<'s>,
    options: &'l LinkOptions<'l>,
    /// The next free address.
    next: u64,
    globals: FxHashMap<String, u64>,
}

/// Rounds an address up.
fn align(address: u64, alignment: u64) -> Option<u64> {
    address.checked_next_multiple_of(alignment.max(1))
}

impl Linker<'_, '_> {
    fn allocate(&mut self, size: u64, alignment: u64, limit: u64) -> Result<u64, LinkFailure> {
        let address = align(self.next, alignment);
        let end = address.and_then(|address| address.checked_add(size));
        match (address, end) {
            (Some(address), Some(end)) if end <= limit => {
                self.next = end;
                Ok(address)
            }
            _ => failure(format!("the program needs more than the {limit:#x} bytes of memory")),
        }
    }

    /// Places the sections, code first.
    fn place_sections(
        &mut self,
        objects: &mut [LinkedObject<'_>],
        limit: u64,
    ) -> Result<(), LinkFailure> {
        for is_code in [true, false] {
            for section in objects.iter_mut().flat_map(|object| &mut object.sections) {
                if section.is_code == is_code {
                    let alignment = section.alignment.clamp(16, 1 << 20);
                    section.address = self.allocate(section.size, alignment, limit)?;
                }
            }
        }
        for object in objects.iter_mut() {
            for symbol in object.symbols.values_mut() {
                let Some((size, alignment)) = symbol.common else { continue };
                if let Some(&address) = self.globals.get(&symbol.name) {
                    symbol.value = address;
                } else {
                    symbol.value = self.allocate(size, alignment, limit)?;
                }
                symbol.is_absolute = true;
                self.globals.insert(symbol.name.clone(), symbol.value);
            }
        }
        self.next = align(self.next, HOST_SLOT).unwrap_or(u64::MAX);
        Ok(())
    }

    fn define_globals(&mut self, objects: &mut [LinkedObject<'_>]) -> Result<(), LinkFailure> {
        let mut strong: FxHashMap<String, &str> = FxHashMap::default();
        for object in objects.iter() {
            for symbol in object.symbols.values() {
                if symbol.is_local || symbol.is_undefined || symbol.common.is_some() {
                    continue;
                }
                let Some(address) = object.address(symbol) else { continue };
                if symbol.is_weak {
                    self.globals.entry(symbol.name.clone()).or_insert(address);
                    continue;
                }
                if let Some(other) = strong.insert(symbol.name.clone(), object.name) {
                    let (name, own) = (&symbol.name, object.name);
                    return failure(format!("'{own}': symbol '{name}' is in '{other}', too"));
                }
                self.globals.insert(symbol.name.clone(), address);
            }
        }
        Ok(())
    }

    /// Gives addresses to functions of the host.
    fn host_functions(
        &mut self,
        objects: &[LinkedObject<'_>],
    ) -> Result<FxHashMap<u64, String>, LinkFailure> {
        let mut names: Vec<(&str, &str)> = Vec::new();
        for object in objects {
            let used = object.relocations.iter().filter_map(|relocation| relocation.symbol);
            for symbol in used.filter_map(|symbol| object.symbols.get(&symbol.0)) {
                if symbol.is_undefined
                    && !self.globals.contains_key(&symbol.name)
                    && !symbol.is_weak
                {
                    names.push((&symbol.name, object.name));
                }
            }
        }
        names.sort_unstable();
        names.dedup_by_key(|name| name.0);
        let mut host = FxHashMap::default();
        for (name, object) in names {
            if !(self.options.is_host)(name) {
                return failure(format!(
                    "'{object}': symbol '{name}' is not defined, and is not a function of the host"
                ));
            }
            self.globals.insert(name.to_owned(), self.next);
            host.insert(self.next, name.to_owned());
            self.next = self.next.saturating_add(HOST_SLOT);
        }
        Ok(host)
    }

    fn relocate(&self, object: &LinkedObject<'_>, memory: &mut Memory) -> Result<(), LinkFailure> {
        for relocation in &object.relocations {
            let Some(section) = object.section(relocation.section) else { continue };
            let place = section.address.wrapping_add(relocation.offset);
            self.apply(object, relocation, place, memory).map_err(|LinkFailure(message)| {
                let (name, offset) = (&section.name, relocation.offset);
                LinkFailure(format!("'{}': {name}+{offset:#x}: {message}", object.name))
            })?;
        }
        Ok(())
    }

    /// Returns the address of a relocation's symbol plus the addend.
    fn target(
        &self,
        object: &LinkedObject<'_>,
        relocation: &LinkedRelocation,
    ) -> Result<i64, LinkFailure> {
        let address = match relocation.symbol.and_then(|symbol| object.symbols.get(&symbol.0)) {
            None => 0,
            Some(symbol) => match object.address(symbol) {
                Some(address) if symbol.is_local => address,
                own => match self.globals.get(&symbol.name) {
                    Some(&address) => address,
                    None if symbol.is_weak => own.unwrap_or(0),
                    None => {
                        let message = format!("symbol '{}' has no address", symbol.name);
                        return failure(message);
                    }
                },
            },
        };
        Ok((address as i64).wrapping_add(relocation.addend))
    }

    fn apply(
        &self,
        object: &LinkedObject<'_>,
        relocation: &LinkedRelocation,
        place: u64,
        memory: &mut Memory,
    ) -> Result<(), LinkFailure> {
        let number = relocation.number;
        if number == 0 {
            return Ok(());
        }
        let target = self.target(object, relocation)?;
        if let Some(size) = self.machine.data_relocation_size(number) {
            return write_number(memory, place, size, target as u64, object.is_big_endian);
        }
        const LONGEST: usize = 16;
        let bytes = memory.bytes(place, LONGEST).to_vec();
        if let Some(filled) = self.machine.relocate(&bytes, place, number, target) {
            let filled = filled.map_err(|error| LinkFailure(error.to_string()))?;
            return write(memory, place, &filled);
        }
        if object.machine == riscv::MACHINE {
            return self.apply_riscv(object, relocation, place, target, memory);
        }
        failure(format!(
            "relocation {number} of machine {} is not described (class AsmRelocation)",
            object.machine
        ))
    }
}

/// Writes a number in the byte order of data.
fn write_number(
    memory: &mut Memory,
    place: u64,
    size: usize,
    number: u64,
    is_big_endian: bool,
) -> Result<(), LinkFailure> {
    let size = size.min(8);
    if is_big_endian {
        write(memory, place, &number.to_be_bytes()[8 - size..])
    } else {
        write(memory, place, &number.to_le_bytes()[..size])
    }
}

fn write(memory: &mut Memory, place: u64, bytes: &[u8]) -> Result<(), LinkFailure> {
    if memory.write(place, bytes) { Ok(()) } else { failure("the place is outside of memory") }
}

/// Reads an object file.
fn read<'d>(input: &ObjectInput<'d>) -> Result<LinkedObject<'d>, LinkFailure> {
    let error = |error: object::Error| LinkFailure(error.to_string());
    match FileKind::parse(input.bytes).map_err(error)? {
        FileKind::Elf32 => {
            let file = ElfFile32::<Endianness>::parse(input.bytes).map_err(error)?;
            let machine = file.elf_header().e_machine.get(file.endian());
            read_object(input, &file, machine)
        }
        FileKind::Elf64 => {
            let file = ElfFile64::<Endianness>::parse(input.bytes).map_err(error)?;
            let machine = file.elf_header().e_machine.get(file.endian());
            read_object(input, &file, machine)
        }
        _ => failure("it is not an ELF file"),
    }
}

fn read_object<'d, 'f, O: Object<'d>>(
    input: &ObjectInput<'f>,
    file: &O,
    machine: u16,
) -> Result<LinkedObject<'f>, LinkFailure> {
    if file.kind() != object::ObjectKind::Relocatable {
        return failure("it is not a relocatable object file");
    }
    let error = |error: object::Error| LinkFailure(error.to_string());
    let mut object = LinkedObject {
        name: input.name,
        machine,
        is_big_endian: !file.is_little_endian(),
        sections: Vec::new(),
        symbols: BTreeMap::new(),
        relocations: Vec::new(),
    };
    for section in file.sections() {
        let kind = section.kind();
        let is_allocated = if let object::SectionFlags::Elf { sh_flags } = section.flags() {
            sh_flags & u64::from(object::elf::SHF_ALLOC) != 0
        } else {
            false
        };
        if !is_allocated || section.size() == 0 {
            continue;
        }
        let name = section.name().map_err(error)?.to_owned();
        let is_code = kind == SectionKind::Text;
        let is_read_only =
            is_code || matches!(kind, SectionKind::ReadOnlyData | SectionKind::ReadOnlyString);
        object.sections.push(LinkedSection {
            index: section.index(),
            name: name.clone(),
            address: 0,
            bytes: section.data().map_err(error)?.to_vec(),
            size: section.size(),
            alignment: section.align(),
            is_read_only,
            is_code,
        });
        for (offset, relocation) in section.relocations() {
            if relocation.has_implicit_addend() {
                return failure(format!("section '{name}' has relocations without addends"));
            }
            let RelocationFlags::Elf { r_type } = relocation.flags() else {
                return failure(format!("section '{name}' has unknown relocations"));
            };
            let target = relocation.target();
            let symbol =
                if let RelocationTarget::Symbol(symbol) = target { Some(symbol) } else { None };
            object.relocations.push(LinkedRelocation {
                section: section.index(),
                offset,
                symbol,
                number: r_type,
                addend: relocation.addend(),
            });
        }
    }
    for symbol in file.symbols() {
        let common = symbol.is_common().then(|| (symbol.size(), symbol.address().clamp(1, 64)));
        object.symbols.insert(
            symbol.index().0,
            LinkedSymbol {
                name: symbol.name().unwrap_or_default().to_owned(),
                section: symbol.section_index(),
                value: symbol.address(),
                is_absolute: symbol.section() == object::SymbolSection::Absolute,
                is_undefined: symbol.is_undefined(),
                is_weak: symbol.is_weak(),
                is_local: symbol.is_local(),
                common,
            },
        );
    }
    Ok(object)
}
