//! The options that turn rules of a combiner on and off.

use tablewright_text::{CppWriter, StringMatcher, text_block};

use super::super::model::Combiner;

/// Writes the class that stores the enabled rules, and its command line options.
pub(super) fn emit(combiner: &Combiner<'_>, w: &mut CppWriter<'_>) {
    text_block!(
        w,
        "
        struct {}RuleConfig {{
          SparseBitVector<> DisabledRules;

          bool isRuleEnabled(unsigned RuleID) const;
          bool parseCommandLineOption();
          bool setRuleEnabled(StringRef RuleIdentifier);
          bool setRuleDisabled(StringRef RuleIdentifier);
        }};

        ",
        combiner.class
    );
    rule_by_name(combiner, w);
    range_by_name(combiner, w);
    for (what, change) in [("Enabled", "reset"), ("Disabled", "set")] {
        text_block!(
            w,
            "
            bool {}RuleConfig::setRule{what}(StringRef RuleIdentifier) {{
              auto MaybeRange = getRuleRangeForIdentifier(RuleIdentifier);
              if (!MaybeRange)
                return false;
              for (auto I = MaybeRange->first; I < MaybeRange->second; ++I)
                DisabledRules.{change}(I);
              return true;
            }}

            ",
            combiner.class
        );
    }
    options(combiner, w);
    text_block!(
        w,
        "
        bool {class}RuleConfig::isRuleEnabled(unsigned RuleID) const {{
            return  !DisabledRules.test(RuleID);
        }}
        bool {class}RuleConfig::parseCommandLineOption() {{
          for (StringRef Identifier : {name}Option) {{
            bool Enabled = Identifier.consume_front(\"!\");
            if (Enabled && !setRuleEnabled(Identifier))
              return false;
            if (!Enabled && !setRuleDisabled(Identifier))
              return false;
          }}
          return true;
        }}

        ",
        class = combiner.class,
        name = combiner.name
    );
}

/// Writes the lookup of a rule by its number or its name.
fn rule_by_name(combiner: &Combiner<'_>, w: &mut CppWriter<'_>) {
    w.text_block(
        "
        static std::optional<uint64_t> getRuleIdxForIdentifier(StringRef RuleIdentifier) {
          uint64_t I;
          // A rule is identified by its number or, in builds with assertions, by its name.
          bool Parsed = !RuleIdentifier.getAsInteger(0, I);
          if (Parsed)
            return I;

        #ifndef NDEBUG
        ",
    );
    let cases = combiner.rules.iter().enumerate();
    let cases = cases.map(|(id, &name)| (name, format!("return {id};")));
    w.indented(|w| w.string_matcher("RuleIdentifier", &StringMatcher::first_of_equal(cases)));
    w.text_block(
        "
        #endif

          return std::nullopt;
        }
        ",
    );
}

/// Writes the lookup of several rules: `FIRST-LAST`, or `*` for all.
fn range_by_name(combiner: &Combiner<'_>, w: &mut CppWriter<'_>) {
    text_block!(
        w,
        "
        static std::optional<std::pair<uint64_t, uint64_t>> getRuleRangeForIdentifier(StringRef RuleIdentifier) {{
          std::pair<StringRef, StringRef> RangePair = RuleIdentifier.split('-');
          if (!RangePair.second.empty()) {{
            const auto First = getRuleIdxForIdentifier(RangePair.first);
            const auto Last = getRuleIdxForIdentifier(RangePair.second);
            if (!First || !Last)
              return std::nullopt;
            if (First >= Last)
              report_fatal_error(\"Beginning of range should be before end of range\");
            return {{{{*First, *Last + 1}}}};
          }}
          if (RangePair.first == \"*\") {{
            return {{{{0, {}}}}};
          }}
          const auto I = getRuleIdxForIdentifier(RangePair.first);
          if (!I)
            return std::nullopt;
          return {{{{*I, *I + 1}}}};
        }}

        ",
        combiner.rules.len()
    );
}

fn options(combiner: &Combiner<'_>, w: &mut CppWriter<'_>) {
    text_block!(
        w,
        "
        static std::vector<std::string> {name}Option;
        static cl::list<std::string> {name}DisableOption(
            \"{option}-disable-rule\",
            cl::desc(\"Disable one or more combiner rules temporarily in the {name} pass\"),
            cl::CommaSeparated,
            cl::Hidden,
            cl::cat(GICombinerOptionCategory),
            cl::callback([](const std::string &Str) {{
              {name}Option.push_back(Str);
            }}));
        static cl::list<std::string> {name}OnlyEnableOption(
            \"{option}-only-enable-rule\",
            cl::desc(\"Disable all rules in the {name} pass then re-enable the specified ones\"),
            cl::Hidden,
            cl::cat(GICombinerOptionCategory),
            cl::callback([](const std::string &CommaSeparatedArg) {{
              StringRef Str = CommaSeparatedArg;
              {name}Option.push_back(\"*\");
              do {{
                auto X = Str.split(\",\");
                {name}Option.push_back((\"!\" + X.first).str());
                Str = X.second;
              }} while (!Str.empty());
            }}));


        ",
        name = combiner.name,
        option = combiner.name.to_ascii_lowercase()
    );
}
