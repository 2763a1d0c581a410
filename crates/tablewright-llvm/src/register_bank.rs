//! `--gen-register-bank`: register banks and the classes they cover.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::registers::{RegisterBank, RegisterBanks, RegisterClasses};
use tablewright_target::target::target;
use tablewright_text::{CppWriter, line};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-register-bank",
    help: "Generate registers bank descriptions",
    options: &[],
    run,
};

/// How many classes a word of a coverage array stands for.
const WORD: usize = 32;

/// What is printed of a target's register banks.
struct Info<'s> {
    target: &'s str,
    hw_modes: &'s HwModes,
    /// By class, `namespace::name`.
    class_names: Vec<String>,
    banks: Vec<Bank<'s>>,
}

/// A bank, the record's name, and its name for people.
struct Bank<'s> {
    bank: &'s RegisterBank,
    record: &'s str,
    name: &'s str,
}

impl<'s> Bank<'s> {
    fn of(store: &'s RecordStore, bank: &'s RegisterBank) -> Result<Bank<'s>, FieldError> {
        let record = store.record(bank.record);
        Ok(Bank { bank, record: record.name(), name: record.string("Name")? })
    }
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let store: &RecordStore = job.store;
    let target = target(store)?.name();
    let classes: &RegisterClasses = job.analysis()?;
    let banks: &RegisterBanks = job.analysis()?;
    let info = Info {
        target,
        hw_modes: job.analysis()?,
        class_names: classes.iter().map(|(_, class)| class.qualified_name(store)).collect(),
        banks: banks.banks.iter().map(|b| Bank::of(store, b)).collect::<Result<_, FieldError>>()?,
    };
    let mut w = CppWriter::new();
    w.file_header("Register Bank Source Fragments", None);
    w.guarded("GET_REGBANK_DECLARATIONS", |w| declarations(&info, w));
    w.guarded("GET_TARGET_REGBANK_CLASS", |w| class(&info, w));
    w.raw("#ifdef GET_TARGET_REGBANK_IMPL\n#undef GET_TARGET_REGBANK_IMPL\n");
    implementation(&info, &mut w);
    w.raw("#endif // GET_TARGET_REGBANK_IMPL\n");
    job.write_text(&w.finish())
}

fn declarations(info: &Info<'_>, w: &mut CppWriter) {
    w.namespace("llvm", |w| {
        w.namespace(info.target, |w| {
            line!(w, "enum : unsigned {{\n  InvalidRegBankID = ~0u,");
            for (i, bank) in info.banks.iter().enumerate() {
                line!(w, "  {}ID = {i},", bank.record);
            }
            line!(w, "  NumRegisterBanks,\n}};");
        });
    });
}

fn class(info: &Info<'_>, w: &mut CppWriter) {
    line!(w, "private:\n  static const RegisterBank *RegBanks[];");
    line!(w, "  static const unsigned Sizes[];\n\nprotected:");
    line!(w, "  {}GenRegisterBankInfo(unsigned HwMode = 0);\n", info.target);
}

fn implementation(info: &Info<'_>, w: &mut CppWriter) {
    let target = info.target;
    line!(w, "namespace llvm {{");
    w.namespace(target, |w| {
        for bank in &info.banks {
            coverage(info, bank, w);
        }
        w.blank();
        let classes = info.class_names.len();
        for Bank { record, name, .. } in &info.banks {
            line!(
                w,
                "constexpr RegisterBank {record}(/* ID */ {target}::{record}ID, /* Name */ \
                 \"{name}\", /* CoveredRegClasses */ {record}CoverageData, /* NumRegClasses */ \
                 {classes});"
            );
        }
    });
    line!(w, "\nconst RegisterBank *{target}GenRegisterBankInfo::RegBanks[] = {{");
    for bank in &info.banks {
        line!(w, "    &{target}::{},", bank.record);
    }
    line!(w, "}};\n\nconst unsigned {target}GenRegisterBankInfo::Sizes[] = {{");
    for (mode, hw_mode) in info.hw_modes.iter() {
        let name = if mode.is_default() { "Default" } else { &hw_mode.name };
        line!(w, "    // Mode = {} ({name})", mode.index());
        for bank in &info.banks {
            line!(w, "    {},", bank.bank.sizes[mode]);
        }
    }
    line!(w, "}};\n\n{target}GenRegisterBankInfo::{target}GenRegisterBankInfo(unsigned HwMode)");
    line!(w, "    : RegisterBankInfo(RegBanks, {target}::NumRegisterBanks, Sizes, HwMode) {{");
    line!(w, "  // A bank's ID is its place in the list.\n#ifndef NDEBUG");
    line!(w, "  for (auto RB : enumerate(RegBanks))");
    line!(w, "    assert(RB.index() == RB.value()->getID() && \"Index != ID\");");
    line!(w, "#endif // NDEBUG\n}}\n}} // end namespace llvm");
}

/// Writes the classes of a bank as bits, in words.
fn coverage(info: &Info<'_>, bank: &Bank<'_>, w: &mut CppWriter) {
    line!(w, "const uint32_t {}CoverageData[] = {{", bank.record);
    for first in (0..info.class_names.len()).step_by(WORD) {
        line!(w, "    // {first}-{}", first + WORD - 1);
        let classes = bank.bank.classes.iter().map(|class| class.index());
        for class in classes.filter(|class| class / WORD == first / WORD) {
            line!(w, "    (1u << ({}RegClassID - {first})) |", info.class_names[class]);
        }
        line!(w, "    0,");
    }
    line!(w, "}};");
}
