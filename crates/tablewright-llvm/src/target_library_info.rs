//! `--gen-target-library-info`: the functions of system libraries that optimizations know.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_text::{CppWriter, SequenceToOffsetTableBuilder, StringTable, line};

use crate::record_views::target_library_info::{FuncArgTypeRecord, TargetLibCallRecord};
use crate::support::function_signatures::FunctionSignatures;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-target-library-info",
    help: "Generate TargetLibraryInfo",
    options: &[],
    run,
};

/// The type that each library function returns which is none.
const VOID: &str = "Void";

struct LibraryInfo<'s> {
    /// Functions in definition order.
    functions: Vec<LibraryFunction<'s>>,
    symbols: StringTable,
    signatures: FunctionSignatures<'s>,
    /// Signature offset for the entry that is not a function.
    no_function: usize,
}

struct LibraryFunction<'s> {
    name: &'s str,
    symbol: &'s str,
    /// Symbol offset.
    symbol_offset: usize,
    /// Signature offset.
    signature: usize,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    let source = job.store.input_name();
    job.write_cpp(|w| emit(&model, source, w))
}

fn collect(store: &RecordStore) -> Result<LibraryInfo<'_>, FieldError> {
    let mut records = TargetLibCallRecord::all(store)?;
    records.sort_by_key(|record| record.sequence());
    let mut types = FuncArgTypeRecord::all(store)?;
    types.sort_by_key(|ty| ty.sequence());
    let mut symbols = StringTable::with_empty_string();
    let mut signatures = SequenceToOffsetTableBuilder::new();
    signatures.add(vec![VOID]);
    let mut functions = Vec::with_capacity(records.len());
    for record in records {
        let symbol = record.symbol()?;
        let mut terminated = symbol.as_bytes().to_vec();
        terminated.push(0);
        let symbol_offset = symbols.add(&terminated);
        let mut signature: Vec<&str> = record.return_type()?.iter().map(|ty| ty.name()).collect();
        signature.extend(record.argument_types()?.iter().map(|ty| ty.name()));
        signatures.add(signature);
        functions.push(LibraryFunction {
            name: record.name(),
            symbol,
            symbol_offset,
            signature: 0,
        });
    }
    let (signatures, offsets) = signatures.layout_with_offsets();
    // The first sequence that was added is that of no function.
    let mut offsets = offsets.into_iter();
    let no_function = offsets.next().unwrap_or(0);
    for (function, offset) in functions.iter_mut().zip(offsets) {
        function.signature = offset;
    }
    let types = types.into_iter().map(|ty| ty.name()).collect();
    let signatures = FunctionSignatures { types, table: signatures };
    Ok(LibraryInfo { functions, symbols, signatures, no_function })
}

fn emit(model: &LibraryInfo<'_>, source: &str, w: &mut CppWriter) {
    w.file_header("Target Library Info Source Fragment", Some(source));
    w.guarded("GET_TARGET_LIBRARY_INFO_ENUM", |w| emit_enumeration(model, w));
    w.guarded("GET_TARGET_LIBRARY_INFO_STRING_TABLE", |w| emit_symbols(model, w));
    w.guarded("GET_TARGET_LIBRARY_INFO_IMPL_DECL", |w| emit_declarations(model, w));
    w.guarded("GET_TARGET_LIBRARY_INFO_SIGNATURE_TABLE", |w| emit_signatures(model, w));
}

fn emit_enumeration(model: &LibraryInfo<'_>, w: &mut CppWriter) {
    w.block("enum LibFunc : unsigned", ";", |w| {
        line!(w, "NotLibFunc = 0,");
        for function in &model.functions {
            line!(w, "LibFunc_{},", function.name);
        }
        line!(w, "NumLibFuncs,");
        line!(w, "End_LibFunc = NumLibFuncs,");
        match model.functions.first() {
            Some(first) => line!(w, "Begin_LibFunc = LibFunc_{},", first.name),
            None => line!(w, "Begin_LibFunc = NotLibFunc,"),
        }
    });
}

fn emit_symbols(model: &LibraryInfo<'_>, w: &mut CppWriter) {
    w.string_table_storage("constexpr char StandardNamesStrTableStorage", &model.symbols);
    line!(w);
    line!(w, "const llvm::StringTable");
    line!(w, "TargetLibraryInfoImpl::StandardNamesStrTable = StandardNamesStrTableStorage;");
    line!(w);
    let size = model.functions.len() + 1;
    write!(w, "const llvm::StringTable::Offset TargetLibraryInfoImpl::StandardNamesOffsets");
    w.block(format_args!("[{size}] ="), ";", |w| {
        line!(w, "0, //");
        for function in &model.functions {
            line!(w, "{}, // {}", function.symbol_offset, function.name);
        }
    });
    write!(w, "const uint8_t TargetLibraryInfoImpl::StandardNamesSizeTable");
    w.block(format_args!("[{size}] ="), ";", |w| {
        line!(w, "0,");
        for function in &model.functions {
            line!(w, "{},", function.symbol.len());
        }
    });
}

fn emit_declarations(model: &LibraryInfo<'_>, w: &mut CppWriter) {
    let size = model.functions.len() + 1;
    line!(w, "LLVM_ABI static const llvm::StringTable StandardNamesStrTable;");
    line!(w, "LLVM_ABI static const llvm::StringTable::Offset StandardNamesOffsets[{size}];");
    line!(w, "LLVM_ABI static const uint8_t StandardNamesSizeTable[{size}];");
}

fn emit_signatures(model: &LibraryInfo<'_>, w: &mut CppWriter) {
    model.signatures.emit_types(w);
    model.signatures.emit_table("static const FuncArgTypeID SignatureTable", w);
    w.block("static const uint16_t SignatureOffset[] =", ";", |w| {
        line!(w, "{}, //", model.no_function);
        for function in &model.functions {
            line!(w, "{}, // {}", function.signature, function.name);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::Description;

    #[test]
    fn a_signature_is_the_end_of_another_and_symbols_are_shared() {
        let store = Description::new(
            r#"class FuncArgType; def Void : FuncArgType; def Int : FuncArgType;
               class TargetLibCall<string s, FuncArgType ret, list<FuncArgType> args> {
                 string String = s; FuncArgType ReturnType = ret; list<FuncArgType> ArgumentTypes = args;
               }
               def b : TargetLibCall<"one", Int, [Int, Void]>;
               def a : TargetLibCall<"one", Int, [Void]>;"#,
        )
        .store();
        let model = collect(&store).expect("the records are right");
        let rows: Vec<_> =
            model.functions.iter().map(|f| (f.name, f.symbol_offset, f.signature)).collect();
        assert_eq!(rows, [("b", 1, 0), ("a", 1, 1)]);
        assert_eq!(model.no_function, 2);
    }
}
