//! Messages from jobs that share an input. A message that several jobs report is printed once.

use std::collections::BTreeMap;

/// The most jobs that a heading names.
const NAMED: usize = 6;

/// A message of a job.
pub(super) struct JobMessage {
    pub(super) text: String,
    /// Whether it is about reading the input, not about the output.
    pub(super) is_of_reading: bool,
}

/// A job's name in headings, and its messages.
pub(super) struct JobMessages<'a> {
    /// Its output and action: `a.inc (--gen-emitter)`.
    pub(super) name: String,
    pub(super) has_failed: bool,
    pub(super) messages: &'a [JobMessage],
}

/// Returns the texts to print for each job with `input`, in order. A text that several jobs share is printed for the
/// first job. `with_headings` adds a line with the job names above it.
pub(super) fn texts(
    called_as: &str,
    input: &str,
    jobs: &[JobMessages<'_>],
    with_headings: bool,
) -> Vec<String> {
    let mut sharers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, job) in jobs.iter().enumerate() {
        for message in job.messages {
            let sharers = sharers.entry(&message.text).or_default();
            if sharers.last() != Some(&index) {
                sharers.push(index);
            }
        }
    }
    let mut texts = Vec::with_capacity(jobs.len());
    for (index, job) in jobs.iter().enumerate() {
        let mut text = String::new();
        let mut heading = None;
        for message in job.messages {
            let sharers = &sharers[message.text.as_str()];
            if sharers[0] != index {
                continue;
            }
            let key = (sharers, message.is_of_reading);
            if with_headings && heading != Some(key) {
                let names = names(jobs, sharers, message.is_of_reading);
                text += &match names {
                    SharedNames::Input => format!("{called_as}: input {input}:\n"),
                    SharedNames::Output(name) => format!("{called_as}: output {name}:\n"),
                    SharedNames::Stopped(names) => {
                        let count = sharers.len();
                        format!("{called_as}: input {input} stops {count} jobs: {names}:\n")
                    }
                    SharedNames::Outputs(names) => format!("{called_as}: outputs {names}:\n"),
                };
                heading = Some(key);
            }
            text += &message.text;
        }
        texts.push(text);
    }
    texts
}

/// Kind of names in a heading.
enum SharedNames {
    Input,
    Output(String),
    Outputs(String),
    Stopped(String),
}

fn names(jobs: &[JobMessages<'_>], sharers: &[usize], is_of_reading: bool) -> SharedNames {
    let mut names: Vec<&str> =
        sharers.iter().take(NAMED).map(|&index| jobs[index].name.as_str()).collect();
    let more = (sharers.len() > NAMED).then(|| format!("{} more", sharers.len() - NAMED));
    names.extend(more.as_deref());
    match (sharers, sharers.iter().all(|&index| jobs[index].has_failed)) {
        (&[_, _, ..], true) => SharedNames::Stopped(names.join(", ")),
        _ if is_of_reading => SharedNames::Input,
        (&[_, _, ..], false) => SharedNames::Outputs(names.join(", ")),
        _ => SharedNames::Output(names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> JobMessage {
        JobMessage { text: format!("{text}\n"), is_of_reading: false }
    }

    #[test]
    fn an_error_of_several_jobs_is_printed_once_and_names_them() {
        let lists = [
            vec![message("same"), message("own a")],
            vec![],
            vec![message("own c"), message("same")],
        ];
        let jobs: Vec<JobMessages<'_>> = lists
            .iter()
            .zip(["a.inc (--a)", "b.inc (--b)", "c.inc (--c)"])
            .map(|(messages, name)| JobMessages { name: name.into(), has_failed: true, messages })
            .collect();
        let headed = texts("batch", "x.td", &jobs, true);
        assert_eq!(
            headed,
            [
                "batch: input x.td stops 2 jobs: a.inc (--a), c.inc (--c):\nsame\n\
                 batch: output a.inc (--a):\nown a\n",
                "",
                "batch: output c.inc (--c):\nown c\n"
            ]
        );
        assert_eq!(texts("batch", "x.td", &jobs, false), ["same\nown a\n", "", "own c\n"]);
    }

    #[test]
    fn a_heading_names_a_bounded_number_of_jobs() {
        let lists: Vec<Vec<JobMessage>> = (0..9).map(|_| vec![message("same")]).collect();
        let job = |(n, messages)| JobMessages { name: format!("{n}"), has_failed: true, messages };
        let jobs: Vec<JobMessages<'_>> =
            lists.iter().map(Vec::as_slice).enumerate().map(job).collect();
        let heading = "batch: input x.td stops 9 jobs: 0, 1, 2, 3, 4, 5, 3 more:\nsame\n";
        assert_eq!(texts("batch", "x.td", &jobs, true)[0], heading);
    }
}
