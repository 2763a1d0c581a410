//! Library calls as C++.

use tablewright_text::{CppWriter, line, text_block};

use super::emit_groups::emit_groups;
use super::libcall_impl::LibcallImpl;
use super::model::{LibcallsAvailable, RuntimeLibcalls};
use super::named_libraries;
use super::systems::SystemLibrary;

/// Set words in a line.
const WORDS_PER_LINE: usize = 4;

pub(super) fn emit(model: &RuntimeLibcalls<'_>, source: &str, w: &mut CppWriter) {
    w.file_header("Runtime LibCalls Source Fragment", Some(source));
    emit_part("GET_RUNTIME_LIBCALL_ENUM", w, &mut |w| {
        line!(w, "namespace llvm {{\nnamespace RTLIB {{");
        emit_enumerations(model, w);
        line!(w, "}} // End namespace RTLIB\n}} // End namespace llvm\n");
    });
    emit_part("GET_INIT_RUNTIME_LIBCALL_NAMES", w, &mut |w| emit_names(model, w));
    emit_part("GET_LOOKUP_LIBCALL_IMPL_NAME_BODY", w, &mut |w| {
        text_block!(
            w,
            "
              size_t Size = Name.size();
              if (Size == 0 || Size > {})
                return enum_seq(RTLIB::Unsupported, RTLIB::Unsupported);
              return lookupLibcallImplNameImpl(Name);

            ",
            model.max_symbol_length
        );
    });
    emit_part("DEFINE_GET_LOOKUP_LIBCALL_IMPL_NAME", w, &mut |w| emit_lookup(model, w));
    match &model.availability {
        LibcallsAvailable::BySystem(libraries) => {
            emit_part("GET_RUNTIME_LIBCALLS_INFO", w, &mut |w| {
                emit_systems(libraries, &model.impls, w);
            });
        }
        LibcallsAvailable::ByLibrary(libraries) => {
            named_libraries::emit_parts_after_names(libraries, &model.impls, emit_part, w);
        }
    }
}

/// Writes a part of the file that is included only if the macro `name` is defined. It begins with a blank line.
fn emit_part(name: &str, w: &mut CppWriter, body: &mut dyn FnMut(&mut CppWriter)) {
    w.guarded(name, |w| {
        line!(w);
        body(w);
    });
}

fn emit_enumerations(model: &RuntimeLibcalls<'_>, w: &mut CppWriter) {
    w.block("enum Libcall : unsigned short", ";", |w| {
        for (number, name) in model.libcalls.iter().enumerate() {
            line!(w, "{name} = {number},");
        }
        line!(w, "UNKNOWN_LIBCALL = {}", model.libcalls.len());
    });
    line!(w);
    w.block("enum LibcallImpl : unsigned short", ";", |w| {
        line!(w, "Unsupported = 0,");
        for (number, LibcallImpl { name, symbol, .. }) in (1..).zip(&model.impls) {
            line!(w, "impl_{name} = {number}, // {symbol}");
        }
    });
    line!(w, "constexpr size_t NumLibcallImpls = {};", model.impls.len() + 1);
    match &model.availability {
        LibcallsAvailable::BySystem(_) => {}
        LibcallsAvailable::ByLibrary(libraries) => {
            named_libraries::emit_enumerations(libraries, w);
        }
    }
}

fn emit_names(model: &RuntimeLibcalls<'_>, w: &mut CppWriter) {
    let class = "RTLIB::RuntimeLibcallsInfo";
    let storage = format!("constexpr char {class}::RuntimeLibcallImplNameTableStorage");
    w.string_table_storage(&storage, &model.symbols);
    line!(w);
    line!(w, "const llvm::StringTable");
    line!(w, "{class}::RuntimeLibcallImplNameTable = RuntimeLibcallImplNameTableStorage;");
    line!(w);
    let head = format!("const uint16_t {class}::RuntimeLibcallNameOffsetTable[] =");
    w.block(head, ";", |w| {
        line!(w, "0, //");
        for LibcallImpl { offset, symbol, .. } in &model.impls {
            line!(w, "{offset}, // {symbol}");
        }
    });
    line!(w);
    w.block(format!("const uint8_t {class}::RuntimeLibcallNameSizeTable[] ="), ";", |w| {
        line!(w, "0,");
        for LibcallImpl { symbol, .. } in &model.impls {
            line!(w, "{},", symbol.len());
        }
    });
    line!(w);
    let head =
        format!("const RTLIB::Libcall llvm::{class}::ImplToLibcall[RTLIB::NumLibcallImpls] =");
    w.block(head, ";", |w| {
        line!(w, "RTLIB::UNKNOWN_LIBCALL, // RTLIB::Unsupported");
        for LibcallImpl { name, provides, .. } in &model.impls {
            line!(w, "RTLIB::{provides}, // RTLIB::impl_{name}");
        }
    });
    line!(w);
}

/// Writes the function that finds the functions with a symbol. Equal symbols follow each other.
fn emit_lookup(model: &RuntimeLibcalls<'_>, w: &mut CppWriter) {
    let table = &model.names;
    w.text_block(
        "
        static inline uint64_t hash(StringRef Str) {
          return static_cast<uint32_t>(xxh3_64bits(Str));
        }

        iota_range<RTLIB::LibcallImpl> RTLIB::RuntimeLibcallsInfo::lookupLibcallImplNameImpl(StringRef Name) {
        ",
    );
    let head = "  static constexpr uint16_t HashTableNameToEnum";
    line!(w, "{head}[{}] = {{", table.numbers.len());
    for number in &table.numbers {
        line!(w, "    {number},");
    }
    line!(w, "  }};");
    line!(w);
    text_block!(
        w,
        "
          unsigned Idx = (hash(Name) % {}) * {columns};

          for (int I = 0; I != {columns}; ++I) {{
            const uint16_t Entry = HashTableNameToEnum[Idx + I];
            const uint16_t StrOffset = RuntimeLibcallNameOffsetTable[Entry];
            const uint8_t StrSize = RuntimeLibcallNameSizeTable[Entry];
            StringRef Str(
              &RTLIB::RuntimeLibcallsInfo::RuntimeLibcallImplNameTableStorage[StrOffset],
              StrSize);
            if (Str == Name)
              return libcallImplNameHit(Entry, StrOffset);
          }}

          return enum_seq(RTLIB::Unsupported, RTLIB::Unsupported);
        }}

        ",
        table.buckets,
        columns = table.columns
    );
}

fn emit_systems(libraries: &[SystemLibrary<'_>], impls: &[LibcallImpl<'_>], w: &mut CppWriter) {
    write!(w, "void llvm::RTLIB::RuntimeLibcallsInfo::setTargetRuntimeLibcallSets(");
    write!(w, "const llvm::Triple &TT, ExceptionHandling ExceptionModel, ");
    w.raw("FloatABI::ABIType FloatABI, EABI EABIVersion, StringRef ABIName) {\n");
    for library in libraries {
        line!(w);
        w.raw("  if (");
        w.raw(&library.condition);
        w.raw(") {\n");
        emit_system(library, impls, w);
        w.raw("    return;\n  }\n");
    }
    write!(w, "  LLVM_DEBUG(dbgs() << \"no system runtime library applied to target \\'\" ");
    w.raw("<< TT.str() << \"\\'\\n\");\n}\n\n");
}

fn emit_system(library: &SystemLibrary<'_>, impls: &[LibcallImpl<'_>], w: &mut CppWriter) {
    if let Some(calling_conv) = library.default_calling_conv {
        w.raw("    const CallingConv::ID DefaultCC = ");
        w.raw(calling_conv);
        w.raw(";\n    for (CallingConv::ID &Entry : LibcallImplCallingConvs) {\n");
        w.raw("      Entry = DefaultCC;\n    }\n\n");
    }
    w.raw("    static constexpr LibcallImplBitset SystemAvailableImpls({\n");
    for (i, words) in library.available.chunks(WORDS_PER_LINE).enumerate() {
        w.raw(if i == 0 { "      " } else { ",\n      " });
        for (i, word) in words.iter().enumerate() {
            w.raw(if i == 0 { "" } else { ", " });
            write!(w, "{word:#016x}");
        }
    }
    w.raw("\n    });\n    AvailableLibcallImpls = SystemAvailableImpls;\n\n");
    emit_groups(&library.groups, impls, "    ", w);
}
