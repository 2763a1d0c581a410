//! `--gen-register-bank`: register banks and the classes they cover.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{Feature, FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
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

/// The function from a register class to its bank, up to its first parameter.
const BANK_OF_CLASS: &str = "getRegBankFromRegClass(const TargetRegisterClass &RC";
/// Classes in a coverage word.
const WORD: usize = 32;

/// A target's register banks.
struct Banks<'s> {
    target: &'s str,
    class_count: usize,
    banks: Vec<Bank<'s>>,
    /// Sizes by hardware mode.
    sizes: Vec<Sizes<'s>>,
    /// Table from classes to banks. `None` in releases whose targets implement the function themselves.
    bank_of_class: Option<BankOfClass<'s>>,
    /// Whether nested namespaces are written as one.
    joins_namespaces: bool,
}

/// A table from register classes to banks: entries of a fixed width, packed into words.
struct BankOfClass<'s> {
    /// Number width in bits: a power of two.
    bits: usize,
    /// An entry for each class, up to the last class that a bank covers.
    entries: Vec<BankEntry<'s>>,
}

/// A class's bank.
struct BankEntry<'s> {
    /// Bank record; `None` unless exactly one bank covers the class.
    bank: Option<&'s str>,
    /// The name of the class, if a bank covers it.
    class: Option<&'s str>,
}

impl BankOfClass<'_> {
    /// Returns the entry count in a word.
    fn per_word(&self) -> usize {
        WORD / self.bits
    }
}

/// A bank.
struct Bank<'s> {
    /// Record name.
    record: &'s str,
    name: &'s str,
    coverage: Vec<CoverageWord<'s>>,
}

/// One word of a bank's coverage bits, with the covered classes.
struct CoverageWord<'s> {
    /// Number of the word's first class.
    first: usize,
    /// Qualified names for covered classes.
    classes: Vec<Qualified<'s>>,
}

/// The sizes of all banks in a mode.
struct Sizes<'s> {
    mode: usize,
    mode_name: &'s str,
    /// Sizes in bank order.
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
    let release = store.release();
    if banks.banks.is_empty() && release.has(Feature::RegBankNamespacesAreJoined) {
        let message = "No register banks defined";
        return Err(Diagnostic::error_anywhere(Code::RegisterBanks, message).into());
    }
    let sizes = hw_modes.iter().map(|(mode, _)| Sizes {
        mode: mode.index(),
        mode_name: hw_modes.name_in_comments(mode),
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
        bank_of_class: release
            .has(Feature::BanksOfRegClasses)
            .then(|| bank_of_class(store, classes, banks)),
        joins_namespaces: release.has(Feature::RegBankNamespacesAreJoined),
        banks: banks.banks.iter().map(bank).collect::<Result<_, FieldError>>()?,
    })
}

/// Returns each class's bank.
fn bank_of_class<'s>(
    store: &'s RecordStore,
    classes: &'s RegisterClasses,
    banks: &RegisterBanks,
) -> BankOfClass<'s> {
    let mut entries: Vec<BankEntry<'s>> = Vec::new();
    for (id, class) in classes.iter() {
        let mut covering = banks.banks.iter().filter(|bank| bank.classes.contains(&id));
        let bank = covering.next().map(|bank| store.record(bank.record).name());
        let is_single = covering.next().is_none();
        entries.push(BankEntry {
            bank: bank.filter(|_| is_single),
            class: bank.map(|_| class.name.as_ref()),
        });
    }
    let covered = entries.iter().rposition(|entry| entry.class.is_some());
    entries.truncate(covered.map_or(0, |last| last + 1));
    // The number after the last bank means no bank.
    let bits = (banks.banks.len() + 1).next_power_of_two().trailing_zeros() as usize;
    BankOfClass { bits: bits.next_power_of_two(), entries }
}

/// Returns the classes of a bank, divided into words.
fn coverage<'s>(
    store: &'s RecordStore,
    classes: &'s RegisterClasses,
    bank: &RegisterBank,
) -> Vec<CoverageWord<'s>> {
    // All banks have the same number of words, even if all classes in a word are uncovered.
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
    let target = model.target;
    if model.joins_namespaces {
        line!(w, "\nnamespace llvm::{target} {{\n");
        emit_enum(model, w);
        line!(w, "\n}} // namespace llvm::{target}\n");
    } else {
        w.namespace("llvm", |w| w.namespace(target, |w| emit_enum(model, w)));
    }
}

fn emit_enum(model: &Banks<'_>, w: &mut CppWriter) {
    line!(w, "enum : unsigned {{\n  InvalidRegBankID = ~0u,");
    for (i, bank) in model.banks.iter().enumerate() {
        line!(w, "  {}ID = {i},", bank.record);
    }
    line!(w, "  NumRegisterBanks,\n}};");
}

fn emit_class(model: &Banks<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        private:
          static const RegisterBank *RegBanks[];
          static const unsigned Sizes[];

        "
    );
    if model.bank_of_class.is_some() {
        line!(w, "public:\n  const RegisterBank &{BANK_OF_CLASS}, LLT Ty) const override;");
    }
    line!(w, "protected:\n  {}GenRegisterBankInfo(unsigned HwMode = 0);\n", model.target);
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
        "
    );
    if let Some(table) = &model.bank_of_class {
        emit_bank_of_class(target, table, w);
    }
    line!(w, "}} // end namespace llvm");
}

/// Writes the function from a register class to its bank.
fn emit_bank_of_class(target: &str, table: &BankOfClass<'_>, w: &mut CppWriter) {
    let (bits, per_word) = (table.bits, table.per_word());
    let mask = (1_u32 << bits) - 1;
    let has_gaps = table.entries.iter().any(|entry| entry.bank.is_none());
    line!(w, "const RegisterBank &");
    line!(w, "{target}GenRegisterBankInfo::{BANK_OF_CLASS}, LLT) const {{");
    if has_gaps {
        let invalid = format!("uint32_t({target}::InvalidRegBankID)");
        line!(w, "  constexpr uint32_t InvalidRegBankID = {invalid} & {mask};");
    }
    let words = table.entries.len().div_ceil(per_word);
    line!(w, "  static const uint32_t RegClass2RegBank[{words}] = {{");
    for (index, entry) in table.entries.iter().enumerate() {
        let shift = index % per_word * bits;
        match entry.bank {
            Some(bank) => write!(w, "    (uint32_t({target}::{bank}ID) << {shift})"),
            None => write!(w, "    (uint32_t(InvalidRegBankID) << {shift})"),
        }
        let ends_table = index + 1 == table.entries.len();
        let ends_word = (index + 1) % per_word == 0;
        w.raw(match (ends_table, ends_word) {
            (true, _) => "",
            (false, true) => ",",
            (false, false) => " |",
        });
        match entry.class {
            Some(class) => line!(w, " // {class}RegClassID"),
            None => w.blank(),
        }
    }
    let check = if has_gaps { "    if (RegBankID != InvalidRegBankID)\n  " } else { "" };
    text_block!(
        w,
        "
          }};
          const unsigned RegClassID = RC.getID();
          if (LLVM_LIKELY(RegClassID < {})) {{
            unsigned RegBankID = (RegClass2RegBank[RegClassID / {per_word}] >> ((RegClassID % {per_word}) * {bits})) & {mask};
        ",
        table.entries.len(),
    );
    line!(w, "{check}    return getRegBank(RegBankID);");
    text_block!(
        w,
        "
          }}
          llvm_unreachable(llvm::Twine(\"Target needs to handle register class ID 0x\").concat(llvm::Twine::utohexstr(RegClassID)).str().c_str());
        }}
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

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use tablewright_backend::Options;
    use tablewright_test_support::{item, lines, output_of, store_of, td};

    use super::BACKEND;

    /// Two halves in each of two registers, and registers without parts.
    const REGISTERS: &str = "
class Target;
def T : Target;
def lo : SubRegIndex<8>;
def hi : SubRegIndex<8, 8>;
foreach i = 0...1 in {
  def L#i : Register<\"l\"#i>;
  def H#i : Register<\"h\"#i>;
  def R#i : Register<\"r\"#i> {
    let SubRegs = [!cast<Register>(\"L\"#i), !cast<Register>(\"H\"#i)];
    let SubRegIndices = [lo, hi];
    let CoveredBySubRegs = true;
  }
  def F#i : Register<\"f\"#i>;
}
def Whole : RegisterClass<\"T\", [i16], 16, (add R0, R1)>;
def Some : RegisterClass<\"T\", [i16], 16, (add R1)>;
def Low : RegisterClass<\"T\", [i8], 8, (add L0, L1)>;
def Other : RegisterClass<\"T\", [i32], 32, (add F0, F1)>;
";

    fn output(banks: &str) -> String {
        let store = store_of(&td::registers(&format!("{REGISTERS}{banks}")));
        output_of(&BACKEND, &Options::default(), &store)
    }

    #[test]
    fn a_bank_covers_the_classes_inside_its_classes_and_of_their_parts() {
        let output = output("def A : RegisterBank<\"A\", [Whole]>;");
        expect![[r#"
            (1u << (T::WholeRegClassID - 0)) |
            (1u << (T::LowRegClassID - 0)) |
            (1u << (T::SomeRegClassID - 0)) |
        "#]]
        .assert_eq(&lines(&output, &["RegClassID"]));
    }

    #[test]
    fn a_bank_is_as_wide_as_its_widest_class() {
        let banks =
            "def A : RegisterBank<\"A\", [Whole, Other]>;\ndef B : RegisterBank<\"B\", [Low]>;";
        expect![[r#"
            const unsigned TGenRegisterBankInfo::Sizes[] = {
                // Mode = 0 (Default)
                32,
                8,
            };
        "#]]
        .assert_eq(&item(&output(banks), "RegisterBankInfo::Sizes[] = {"));
    }

    #[test]
    fn each_bank_has_classes() {
        expect![[r#"
            error: Register bank 'A' lacks register classes
        "#]]
        .assert_eq(&output("def A : RegisterBank<\"A\", []>;"));
    }
}
