//! `--gen-register-bank`: register banks and the classes they cover.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_target::hw_modes::HwModes;
use tablewright_target::record_views::register::RegisterBankRecord;
use tablewright_target::registers::{RegisterBank, RegisterBanks, RegisterClasses};
use tablewright_target::target::target;
use tablewright_text::{CppWriter, line, text_block};

use crate::support::qualified_name::Qualified;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-register-bank",
    help: "Generate registers bank descriptions",
    options: &[],
    run,
};

/// The number of classes in a word of a coverage array.
const WORD: usize = 32;

/// The register banks of a target.
struct Banks<'s> {
    target: &'s str,
    class_count: usize,
    banks: Vec<Bank<'s>>,
    /// By mode of the hardware.
    sizes: Vec<Sizes<'s>>,
}

/// A bank.
struct Bank<'s> {
    /// The name of the record.
    record: &'s str,
    name: &'s str,
    coverage: Vec<CoverageWord<'s>>,
}

/// The classes that a bank covers, among as many as a word has bits.
struct CoverageWord<'s> {
    /// The number of the first class of the word.
    first: usize,
    /// The qualified names of the covered classes.
    classes: Vec<Qualified<'s>>,
}

/// The sizes of all banks in a mode.
struct Sizes<'s> {
    mode: usize,
    mode_name: &'s str,
    /// In the order of the banks.
    sizes: Vec<u32>,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect<'s>(job: &mut Job<'s>) -> Result<Banks<'s>, Failure> {
    let store = job.store;
    let target = target(store)?.name();
    let classes: &RegisterClasses = job.analysis()?;
    let banks: &RegisterBanks = job.analysis()?;
    let hw_modes: &HwModes = job.analysis()?;
    let sizes = hw_modes.iter().map(|(mode, hw_mode)| Sizes {
        mode: mode.index(),
        mode_name: if mode.is_default() { "Default" } else { &hw_mode.name },
        sizes: banks.banks.iter().map(|bank| bank.sizes[mode]).collect(),
    });
    let bank = |bank: &RegisterBank| {
        let record = RegisterBankRecord::new(store.record(bank.record));
        let coverage = coverage(store, classes, bank);
        Ok(Bank { record: record.name(), name: record.bank_name()?, coverage })
    };
    Ok(Banks {
        target,
        class_count: classes.len(),
        sizes: sizes.collect(),
        banks: banks.banks.iter().map(bank).collect::<Result<_, FieldError>>()?,
    })
}

/// The classes of a bank, divided into words.
fn coverage<'s>(
    store: &'s RecordStore,
    classes: &'s RegisterClasses,
    bank: &RegisterBank,
) -> Vec<CoverageWord<'s>> {
    // All banks have as many words, also where no class of a word is covered.
    let firsts = (0..classes.len()).step_by(WORD);
    let mut words: Vec<CoverageWord<'_>> =
        firsts.map(|first| CoverageWord { first, classes: Vec::new() }).collect();
    for &class in &bank.classes {
        let name = Qualified(classes.get(class).qualified_name(store));
        words[class.index() / WORD].classes.push(name);
    }
    words
}

fn emit(model: &Banks<'_>, w: &mut CppWriter) {
    w.file_header("Register Bank Source Fragments", None);
    w.guarded("GET_REGBANK_DECLARATIONS", |w| emit_declarations(model, w));
    w.guarded("GET_TARGET_REGBANK_CLASS", |w| emit_class(model, w));
    w.raw("#ifdef GET_TARGET_REGBANK_IMPL\n#undef GET_TARGET_REGBANK_IMPL\n");
    emit_implementation(model, w);
    w.raw("#endif // GET_TARGET_REGBANK_IMPL\n");
}

fn emit_declarations(model: &Banks<'_>, w: &mut CppWriter) {
    w.namespace("llvm", |w| {
        w.namespace(model.target, |w| {
            line!(w, "enum : unsigned {{\n  InvalidRegBankID = ~0u,");
            for (i, bank) in model.banks.iter().enumerate() {
                line!(w, "  {}ID = {i},", bank.record);
            }
            line!(w, "  NumRegisterBanks,\n}};");
        });
    });
}

fn emit_class(model: &Banks<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        private:
          static const RegisterBank *RegBanks[];
          static const unsigned Sizes[];

        protected:
          {}GenRegisterBankInfo(unsigned HwMode = 0);

        ",
        model.target
    );
}

fn emit_implementation(model: &Banks<'_>, w: &mut CppWriter) {
    let target = model.target;
    line!(w, "namespace llvm {{");
    w.namespace(target, |w| {
        for bank in &model.banks {
            emit_coverage_data(bank, w);
        }
        w.blank();
        let classes = model.class_count;
        for Bank { record, name, .. } in &model.banks {
            line!(
                w,
                "constexpr RegisterBank {record}(/* ID */ {target}::{record}ID, /* Name */ \
                 \"{name}\", /* CoveredRegClasses */ {record}CoverageData, /* NumRegClasses */ \
                 {classes});"
            );
        }
    });
    line!(w, "\nconst RegisterBank *{target}GenRegisterBankInfo::RegBanks[] = {{");
    for bank in &model.banks {
        line!(w, "    &{target}::{},", bank.record);
    }
    line!(w, "}};\n\nconst unsigned {target}GenRegisterBankInfo::Sizes[] = {{");
    for Sizes { mode, mode_name, sizes } in &model.sizes {
        line!(w, "    // Mode = {mode} ({mode_name})");
        for size in sizes {
            line!(w, "    {size},");
        }
    }
    text_block!(
        w,
        "
        }};

        {target}GenRegisterBankInfo::{target}GenRegisterBankInfo(unsigned HwMode)
            : RegisterBankInfo(RegBanks, {target}::NumRegisterBanks, Sizes, HwMode) {{
          // A bank's ID is its place in the list.
        #ifndef NDEBUG
          for (auto RB : enumerate(RegBanks))
            assert(RB.index() == RB.value()->getID() && \"Index != ID\");
        #endif // NDEBUG
        }}
        }} // end namespace llvm
        "
    );
}

/// Writes the classes of a bank as bits, in words.
fn emit_coverage_data(bank: &Bank<'_>, w: &mut CppWriter) {
    line!(w, "const uint32_t {}CoverageData[] = {{", bank.record);
    for CoverageWord { first, classes } in &bank.coverage {
        line!(w, "    // {first}-{}", first + WORD - 1);
        for class in classes {
            line!(w, "    (1u << ({class}RegClassID - {first})) |");
        }
        line!(w, "    0,");
    }
    line!(w, "}};");
}
