//! ELF object files.

use object::Endianness;
use object::elf;
use object::write::StringId;
use object::write::elf::{FileHeader, Rel, SectionHeader, SectionIndex, Sym, Writer};

use super::section::{Assembly, ObjectSection, ObjectSymbol, SymbolBinding};
use crate::machine::Machine;
use crate::syntax::ByteOrder;

/// Writes an ELF object file. A target without a row for ELF has machine number zero.
///
/// # Errors
/// If the file would be too large for its format.
pub fn object_file(machine: &Machine<'_>, assembly: &Assembly) -> Result<Vec<u8>, String> {
    let target = machine.syntax.assembler.elf;
    let has_feature = |name: &str| machine.subtarget.has_feature(name);
    let is_64 = target.is_none_or(|target| (target.is_64)(&has_feature));
    let flags = target.map_or(0, |target| (target.flags)(&has_feature));
    let order = match machine.syntax.words.byte_order {
        ByteOrder::Little => Endianness::Little,
        ByteOrder::Big => Endianness::Big,
    };
    let mut bytes = Vec::new();
    let writer = Writer::new(order, is_64, &mut bytes);
    let names = assembly.sections.iter().map(|section| format!(".rela{}", section.name));
    // The writer borrows names until the file is written.
    let relocation_names: Vec<String> = names.collect();
    let machine = target.map_or(0, |target| target.machine);
    let file = ObjectFile { assembly, machine, flags, relocation_names: &relocation_names };
    file.write(writer).map_err(|error| error.to_string())?;
    Ok(bytes)
}

struct ObjectFile<'a> {
    assembly: &'a Assembly,
    machine: u16,
    flags: u32,
    /// By section, the name of the section with its relocations.
    relocation_names: &'a [String],
}

/// A section's positions in the file.
struct SectionPlace {
    name: StringId,
    relocation_name: Option<StringId>,
    offset: usize,
    relocation_offset: usize,
    index: SectionIndex,
}

impl<'a> ObjectFile<'a> {
    /// Returns the symbols: local symbols first.
    fn symbols(&self) -> Vec<&'a ObjectSymbol> {
        let mut symbols: Vec<&ObjectSymbol> = self.assembly.symbols.iter().collect();
        symbols.sort_by_key(|symbol| symbol.binding != SymbolBinding::Local);
        symbols
    }

    fn write(&self, mut writer: Writer<'a>) -> Result<(), object::write::Error> {
        let symbols = self.symbols();
        writer.reserve_file_header();
        let mut places = Vec::new();
        writer.reserve_null_section_index();
        for (section, relocation_name) in self.assembly.sections.iter().zip(self.relocation_names) {
            let name = writer.add_section_name(section.name.as_bytes());
            let has_relocations = !section.relocations.is_empty();
            let index = writer.reserve_section_index();
            let relocation_name = has_relocations.then(|| {
                writer.reserve_section_index();
                writer.add_section_name(relocation_name.as_bytes())
            });
            places.push(SectionPlace {
                name,
                relocation_name,
                offset: 0,
                relocation_offset: 0,
                index,
            });
        }
        writer.reserve_symtab_section_index();
        writer.reserve_strtab_section_index();
        writer.reserve_shstrtab_section_index();
        writer.reserve_null_symbol_index();
        let mut names = Vec::new();
        for symbol in &symbols {
            names.push(writer.add_string(symbol.name.as_bytes()));
            let section = symbol.section.map(|section| places[section].index);
            writer.reserve_symbol_index(section);
        }
        for (section, place) in self.assembly.sections.iter().zip(&mut places) {
            place.offset = writer.reserve(section.bytes.len(), section.alignment as usize);
        }
        for (section, place) in self.assembly.sections.iter().zip(&mut places) {
            if place.relocation_name.is_some() {
                place.relocation_offset =
                    writer.reserve_relocations(section.relocations.len(), true);
            }
        }
        writer.reserve_symtab();
        writer.reserve_strtab();
        writer.reserve_shstrtab();
        writer.reserve_section_headers();
        self.write_contents(&mut writer, &symbols, &names, &places)
    }

    fn write_contents(
        &self,
        writer: &mut Writer<'a>,
        symbols: &[&ObjectSymbol],
        names: &[StringId],
        places: &[SectionPlace],
    ) -> Result<(), object::write::Error> {
        writer.write_file_header(&FileHeader {
            os_abi: elf::ELFOSABI_NONE,
            abi_version: 0,
            e_type: elf::ET_REL,
            e_machine: self.machine,
            e_entry: 0,
            e_flags: self.flags,
        })?;
        for (section, place) in self.assembly.sections.iter().zip(places) {
            writer.write_align(section.alignment as usize);
            debug_assert_eq!(writer.len(), place.offset);
            writer.write(&section.bytes);
        }
        for section in self.assembly.sections.iter().filter(|it| !it.relocations.is_empty()) {
            writer.write_align_relocation();
            for relocation in &section.relocations {
                let symbol = symbols.iter().position(|symbol| symbol.name == relocation.symbol);
                writer.write_relocation(
                    true,
                    &Rel {
                        r_offset: relocation.offset,
                        // Symbol zero is the null symbol.
                        r_sym: symbol.map_or(0, |index| index as u32 + 1),
                        r_type: relocation.number,
                        r_addend: relocation.addend,
                    },
                );
            }
        }
        writer.write_null_symbol();
        for (symbol, name) in symbols.iter().zip(names) {
            writer.write_symbol(&symbol_entry(symbol, *name, places));
        }
        writer.write_strtab();
        writer.write_shstrtab();
        writer.write_null_section_header();
        for (section, place) in self.assembly.sections.iter().zip(places) {
            writer.write_section_header(&section_header(section, place));
            if let Some(name) = place.relocation_name {
                let symtab = writer.symtab_index();
                writer.write_relocation_section_header(
                    name,
                    place.index,
                    symtab,
                    place.relocation_offset,
                    section.relocations.len(),
                    true,
                );
            }
        }
        let locals = symbols.iter().filter(|it| it.binding == SymbolBinding::Local).count();
        writer.write_symtab_section_header(locals as u32 + 1);
        writer.write_strtab_section_header();
        writer.write_shstrtab_section_header();
        Ok(())
    }
}

fn symbol_entry(symbol: &ObjectSymbol, name: StringId, places: &[SectionPlace]) -> Sym {
    let binding = match symbol.binding {
        SymbolBinding::Local => elf::STB_LOCAL,
        SymbolBinding::Global => elf::STB_GLOBAL,
        SymbolBinding::Weak => elf::STB_WEAK,
    };
    let kind = if symbol.is_function { elf::STT_FUNC } else { elf::STT_NOTYPE };
    let is_absolute = symbol.is_defined && symbol.section.is_none();
    Sym {
        name: Some(name),
        section: symbol.section.map(|section| places[section].index),
        st_info: binding << 4 | kind,
        st_other: 0,
        st_shndx: if is_absolute { elf::SHN_ABS } else { elf::SHN_UNDEF },
        st_value: symbol.value,
        st_size: 0,
    }
}

fn section_header(section: &ObjectSection, place: &SectionPlace) -> SectionHeader {
    let flags = match section.name.as_str() {
        _ if section.is_code() => elf::SHF_ALLOC | elf::SHF_EXECINSTR,
        name if name.starts_with(".rodata") => elf::SHF_ALLOC,
        name if name.starts_with(".data") || section.is_bss() || name.starts_with(".sdata") => {
            elf::SHF_ALLOC | elf::SHF_WRITE
        }
        _ => 0,
    };
    SectionHeader {
        name: Some(place.name),
        sh_type: if section.is_bss() { elf::SHT_NOBITS } else { elf::SHT_PROGBITS },
        sh_flags: u64::from(flags),
        sh_addr: 0,
        sh_offset: place.offset as u64,
        sh_size: section.size,
        sh_link: 0,
        sh_info: 0,
        sh_addralign: section.alignment,
        sh_entsize: 0,
    }
}
