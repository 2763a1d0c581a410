//! `cargo xtask notices DIR`: a package's documents about its crates: a CycloneDX bill of
//! materials, and the licences.
//!
//! Both depend only on `cargo metadata` and the crates' sources, so that two runs write the same
//! bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde::Deserialize;
use serde_json::{Value, json};
use xtask_support::programs::{self, stdout_of};
use xtask_support::{CommandOutcome, workspace};

/// The package.
#[derive(Clone, Copy)]
struct NoticeSubject {
    manifest: &'static str,
    /// The crate that contains all others.
    root: &'static str,
    /// The features to build with, separated by commas: `CRATE/FEATURE`.
    features: &'static str,
}

impl NoticeSubject {
    const PROGRAM: NoticeSubject =
        NoticeSubject { manifest: "Cargo.toml", root: "tablewright-cli", features: "" };
    const PLAYGROUND: NoticeSubject = NoticeSubject {
        manifest: "playground/Cargo.toml",
        root: "tablewright-playground",
        features: "",
    };
    const PYTHON: NoticeSubject = NoticeSubject {
        manifest: "python/Cargo.toml",
        root: "tablewright-python",
        features: "tablewright-python/extension",
    };
}

/// Prefixes of licence file names, in capitals.
const LICENCE_FILES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// Components of the program other than crates.
const STANDARD_LIBRARIES: &str = "\
The program contains the standard library of Rust: MIT OR Apache-2.0 (https://github.com/rust-lang/rust).\n\
The static program for Linux also contains the GNU C Library, which is licensed under the GNU Lesser General Public \
License, version 2.1 or later (https://www.gnu.org/licenses/old-licenses/lgpl-2.1.html). Its sources are at \
https://www.gnu.org/software/libc/ and in the distribution on which the program was built. The sources of Tablewright \
and `contrib/package/linux.sh` link the program again with another version of that library.\n";

/// A part of the output from `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    description: Option<String>,
    repository: Option<String>,
    /// `None` for a crate in this workspace.
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<NoticeNode>,
}

#[derive(Deserialize)]
struct NoticeNode {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `None` for a dependency of the program, otherwise `dev` or `build`.
    kind: Option<String>,
}

pub(crate) fn command() -> Command {
    Command::new("notices")
        .about("Write a package's bill of materials (CycloneDX) and licences")
        .arg(
            Arg::new("directory")
                .value_name("DIR")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The directory for the files"),
        )
        .arg(
            Arg::new("target")
                .long("target")
                .value_name("TRIPLE")
                .default_value("x86_64-unknown-linux-gnu")
                .help("The platform that the package is for"),
        )
        .arg(
            Arg::new("python")
                .long("python")
                .action(ArgAction::SetTrue)
                .help("Of the package for Python instead of the program"),
        )
}

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let directory = args.get_one::<PathBuf>("directory").expect("clap requires it");
    let target = args.get_one::<String>("target").expect("it has a default");
    let subject =
        if args.get_flag("python") { NoticeSubject::PYTHON } else { NoticeSubject::PROGRAM };
    let metadata = metadata(subject, target)?;
    let contained = Contained::new(subject.root, &metadata, &linked_crates(subject, target)?)?;
    let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
    fs::create_dir_all(directory).map_err(problem)?;
    let bill = format!("{:#}\n", contained.bill_of_materials());
    fs::write(directory.join("tablewright.cdx.json"), bill).map_err(problem)?;
    fs::write(directory.join("LICENSES-OF-CRATES.txt"), contained.licences()?).map_err(problem)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the licences of the crates in the playground page.
pub(crate) fn licences_of_playground(target: &str) -> Result<String, String> {
    let metadata = metadata(NoticeSubject::PLAYGROUND, target)?;
    let linked = linked_crates(NoticeSubject::PLAYGROUND, target)?;
    Contained::new(NoticeSubject::PLAYGROUND.root, &metadata, &linked)?.licences()
}

fn metadata(subject: NoticeSubject, target: &str) -> Result<Metadata, String> {
    let NoticeSubject { manifest, features, .. } = subject;
    let options = ["--format-version=1", "--locked", "--filter-platform", target];
    let text = cargo(&["metadata", "--manifest-path", manifest, "--features", features], &options)?;
    serde_json::from_slice(&text).map_err(|e| format!("cargo metadata: {e}"))
}

/// Returns the crates that are linked into the program, as `name vVERSION`. `cargo metadata` alone
/// is not enough, because its graph has the features that any crate in the workspace requests.
fn linked_crates(subject: NoticeSubject, target: &str) -> Result<BTreeSet<String>, String> {
    let NoticeSubject { manifest, root, features } = subject;
    let edges = ["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"];
    let of_root = [
        "tree",
        "--manifest-path",
        manifest,
        "--locked",
        "--package",
        root,
        "--features",
        features,
    ];
    let list = cargo(&of_root, &[&["--target", target], &edges[..]].concat())?;
    let list = String::from_utf8_lossy(&list).into_owned();
    // The path of a crate in this workspace follows.
    let crate_of = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    Ok(list.lines().filter(|line| !line.is_empty()).map(crate_of).collect())
}

/// Returns the output of a cargo command.
fn cargo(command: &[&str], options: &[&str]) -> Result<Vec<u8>, String> {
    stdout_of(programs::cargo(workspace()).args(command).args(options))
}

/// The crates that the program contains, by name and version, each with its dependencies.
struct Contained<'a> {
    root: &'a Package,
    crates: BTreeMap<(&'a str, &'a str), (&'a Package, Vec<&'a Package>)>,
}

impl<'a> Contained<'a> {
    fn new(
        root: &str,
        metadata: &'a Metadata,
        linked: &BTreeSet<String>,
    ) -> Result<Contained<'a>, String> {
        let packages: BTreeMap<&str, &Package> =
            metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
        let nodes: BTreeMap<&str, &NoticeNode> =
            metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
        let root_package = metadata.packages.iter().find(|package| package.name == root);
        let root = root_package.ok_or_else(|| format!("{root} is not in the workspace"))?;
        let mut crates = BTreeMap::new();
        let mut seen = BTreeSet::from([root.id.as_str()]);
        let mut open = vec![root];
        while let Some(package) = open.pop() {
            let node = nodes.get(package.id.as_str()).ok_or("cargo metadata has no graph")?;
            let contained = node
                .deps
                .iter()
                .filter(|dependency| dependency.dep_kinds.iter().any(|k| k.kind.is_none()));
            let mut dependencies: Vec<&Package> = contained
                .filter_map(|dependency| packages.get(dependency.pkg.as_str()).copied())
                .collect();
            dependencies.retain(|package| {
                linked.contains(&format!("{} v{}", package.name, package.version))
            });
            dependencies.sort_by_key(|package| (&package.name, &package.version));
            open.extend(dependencies.iter().filter(|package| seen.insert(&package.id)));
            crates
                .insert((package.name.as_str(), package.version.as_str()), (package, dependencies));
        }
        Ok(Contained { root, crates })
    }

    /// Returns the bill of materials in the format CycloneDX 1.5.
    fn bill_of_materials(&self) -> Value {
        let components: Vec<Value> = self
            .crates
            .values()
            .filter(|(package, _)| package.id != self.root.id)
            .map(|(package, _)| package.component("library"))
            .collect();
        let dependencies: Vec<Value> = self
            .crates
            .values()
            .map(|(package, dependencies)| {
                let urls: Vec<String> = dependencies.iter().map(|package| package.url()).collect();
                json!({ "ref": package.url(), "dependsOn": urls })
            })
            .collect();
        json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": self.root.component("application") },
            "components": components,
            "dependencies": dependencies,
        })
    }

    /// Returns the licences of all crates: a list, then each text once with the crates that have
    /// it.
    fn licences(&self) -> Result<String, String> {
        let mut text = String::from("Tablewright is built of these crates.\n\n");
        let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ((name, version), (package, _)) in &self.crates {
            let licence = package.license.as_deref().unwrap_or("see its files");
            _ = writeln!(text, "{name} {version}: {licence}");
            // The workspace's own texts are beside this file.
            if package.source.is_some() {
                for licence in licence_texts(&package.manifest_path)? {
                    texts.entry(licence).or_default().push(format!("{name} {version}"));
                }
            }
        }
        _ = write!(text, "\n{STANDARD_LIBRARIES}");
        // Ordered by the first crate that has the text.
        let mut texts: Vec<(String, Vec<String>)> = texts.into_iter().collect();
        texts.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
        for (licence, crates) in texts {
            _ = write!(text, "\n{}\n{}\n\n{}\n", "=".repeat(80), crates.join(", "), licence.trim());
        }
        Ok(text)
    }
}

impl Package {
    /// Returns the package URL.
    fn url(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }

    fn component(&self, kind: &str) -> Value {
        let mut component = json!({
            "type": kind,
            "bom-ref": self.url(),
            "name": self.name,
            "version": self.version,
            "purl": self.url(),
        });
        if let Some(description) = &self.description {
            component["description"] = json!(description.trim());
        }
        if let Some(licence) = &self.license {
            // Cargo still accepts a slash for `OR`.
            component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
        }
        if let Some(repository) = &self.repository {
            component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
        }
        component
    }
}

/// Returns the licence texts beside a manifest, by file name.
fn licence_texts(manifest: &Path) -> Result<Vec<String>, String> {
    let directory = manifest.parent().expect("a manifest is in a directory");
    let problem = |e: std::io::Error| format!("{}: {e}", directory.display());
    let entries = fs::read_dir(directory).map_err(problem)?.collect::<Result<Vec<_>, _>>();
    let mut paths: Vec<PathBuf> =
        entries.map_err(problem)?.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        path.is_file() && LICENCE_FILES.iter().any(|start| name.starts_with(start))
    };
    paths
        .into_iter()
        .filter(is_licence)
        .map(|path| fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_program_contains_is_in_the_bill() {
        let package = |name: &str| {
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
            "description": null, "repository": null, "source": null, "manifest_path": "/Cargo.toml" })
        };
        let dependency =
            |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata: Metadata = serde_json::from_value(json!({
            "packages": [package("root"), package("used"), package("unused-feature"), package("tested-with")],
            "resolve": { "nodes": [
                { "id": "root", "deps": [dependency("used", Value::Null), dependency("unused-feature", Value::Null), dependency("tested-with", json!("dev"))] },
                { "id": "used", "deps": [] },
                { "id": "unused-feature", "deps": [] },
            ] },
        }))
        .expect("it has all members");
        let linked = BTreeSet::from(["used v1.0.0".to_owned(), "tested-with v1.0.0".to_owned()]);
        let bill = Contained::new("root", &metadata, &linked).expect("the root is there");
        let bill = bill.bill_of_materials();
        let names: Vec<&Value> =
            bill["components"].as_array().expect("a list").iter().map(|c| &c["name"]).collect();
        assert_eq!(names, ["used"]);
        assert_eq!(bill["components"][0]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["dependencies"][0]["dependsOn"], json!(["pkg:cargo/used@1.0.0"]));
    }
}
