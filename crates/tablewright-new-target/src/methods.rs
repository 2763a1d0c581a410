//! C++ methods that a description names, with the signature to write for each.

use tablewright_records::Record;

use crate::description::Description;

/// A C++ method that a record names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedMethod {
    /// Method name without template arguments.
    pub name: String,
    /// Record and field that name it, for example `simm16.DecoderMethod`.
    pub named_by: String,
    /// File that should define it.
    pub file: String,
    /// Definition to write.
    pub signature: String,
}

/// A field that names a method.
struct MethodField {
    class: &'static str,
    field: &'static str,
    /// Part of the file's path after the target name.
    file: &'static str,
    signature: fn(&str, &str) -> String,
}

const FIELDS: [MethodField; 7] = [
    MethodField {
        class: "DAGOperand",
        field: "DecoderMethod",
        file: "Disassembler/*Disassembler.cpp",
        signature: |_, method| {
            format!(
                "static DecodeStatus {method}(MCInst &MI, uint64_t N, uint64_t Address, const MCDisassembler *D)"
            )
        },
    },
    MethodField {
        class: "DAGOperand",
        field: "EncoderMethod",
        file: "MCTargetDesc/*MCCodeEmitter.cpp",
        signature: |_, method| {
            format!(
                "uint64_t {method}(const MCInst &MI, unsigned N, SmallVectorImpl<MCFixup> &Fixups, const MCSubtargetInfo &STI) const"
            )
        },
    },
    MethodField {
        class: "DAGOperand",
        field: "PrintMethod",
        file: "MCTargetDesc/*InstPrinter.cpp",
        signature: |name, method| {
            format!(
                "void {name}InstPrinter::{method}(const MCInst *MI, unsigned N, const MCSubtargetInfo &STI, raw_ostream &O)"
            )
        },
    },
    MethodField {
        class: "AsmOperandClass",
        field: "PredicateMethod",
        file: "AsmParser/*AsmParser.cpp",
        signature: |_, method| format!("bool {method}() const"),
    },
    MethodField {
        class: "AsmOperandClass",
        field: "RenderMethod",
        file: "AsmParser/*AsmParser.cpp",
        signature: |_, method| format!("void {method}(MCInst &I, unsigned N) const"),
    },
    MethodField {
        class: "AsmOperandClass",
        field: "ParserMethod",
        file: "AsmParser/*AsmParser.cpp",
        signature: |name, method| {
            format!("ParseStatus {name}AsmParser::{method}(OperandVector &Operands)")
        },
    },
    MethodField {
        class: "ComplexPattern",
        field: "SelectFunc",
        file: "*ISelDAGToDAG.cpp",
        signature: |_, method| format!("bool {method}(SDValue N, SDValue &A, SDValue &B)"),
    },
];

/// Lists the methods that records of the target name, once each.
pub(crate) fn named_methods(description: &Description<'_>) -> Vec<NamedMethod> {
    let mut methods: Vec<NamedMethod> = Vec::new();
    for field in &FIELDS {
        for record in description.store.derived_if_defined(field.class) {
            let Some(text) = own_text(description, record, field.field) else { continue };
            let name = method_name(text);
            if methods.iter().any(|method| method.name == name) {
                continue;
            }
            methods.push(NamedMethod {
                name: name.to_owned(),
                named_by: format!("{}.{}", shown_name(record), field.field),
                file: field.file.replace('*', &description.name),
                signature: template_head(text) + &(field.signature)(&description.name, name),
            });
        }
    }
    methods
}

/// Returns a method's name without template arguments: `decodeSImm` for `decodeSImm<16>`.
pub(crate) fn method_name(method: &str) -> &str {
    method.split('<').next().unwrap_or(method)
}

/// Returns the begin of a template with as many parameters as the method has arguments; empty if it has none.
fn template_head(method: &str) -> String {
    let Some((_, arguments)) = method.split_once('<') else { return String::new() };
    let parameter = |(index, argument): (usize, &str)| {
        let ty = match argument.trim_matches([' ', '>']) {
            "true" | "false" => "bool",
            number if number.starts_with('-') => "int",
            _ => "unsigned",
        };
        format!("{ty} N{index}")
    };
    let parameters: Vec<String> = arguments.split(',').enumerate().map(parameter).collect();
    format!("template <{}> ", parameters.join(", "))
}

/// Returns the record's name. A class of assembly operands without one has a name for the assembler.
fn shown_name(record: Record<'_>) -> &str {
    let name = record.is_anonymous().then(|| record.string("Name").ok()).flatten();
    name.unwrap_or(record.name())
}

/// Returns the text of a field, if the record is used by an instruction of the target or is not an operand.
fn own_text<'s>(description: &Description<'s>, record: Record<'s>, field: &str) -> Option<&'s str> {
    let text = record.optional_string(field).ok().flatten().filter(|text| !text.is_empty())?;
    let is_used = !record.inherits("DAGOperand") || {
        let instructions = description.instructions.iter();
        let mut operands = instructions.flat_map(|i| i.outputs.iter().chain(&i.inputs));
        operands.any(|operand| operand.class == record.name())
    };
    is_used.then_some(text)
}

/// Returns the methods that no source text mentions.
pub fn undefined_methods<'m>(
    methods: &'m [NamedMethod],
    sources: &[String],
) -> Vec<&'m NamedMethod> {
    let is_undefined =
        |method: &&NamedMethod| !sources.iter().any(|source| has_word(source, &method.name));
    methods.iter().filter(is_undefined).collect()
}

/// Whether a text has a word that is followed by `(`, as in a definition or a call.
fn has_word(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].trim_start();
        !before.is_some_and(is_word) && after.starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::{has_word, template_head};

    #[test]
    fn a_method_with_arguments_is_a_template() {
        assert_eq!(template_head("decodeOdd"), "");
        assert_eq!(template_head("decodeOdd<13>"), "template <unsigned N0> ");
        assert_eq!(
            template_head("decodeOdd<-4, true, 3>"),
            "template <int N0, bool N1, unsigned N2> "
        );
    }

    #[test]
    fn a_longer_name_is_another_method() {
        assert!(has_word("bool isImm() const", "isImm"));
        assert!(!has_word("bool isImm8() const", "isImm"));
        assert!(!has_word("bool notisImm() const", "isImm"));
    }
}
