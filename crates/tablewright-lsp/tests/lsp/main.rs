//! The server as its clients see it: every request on the example target or on a small text.

mod client;
mod completion;
mod documents;
mod editing;
mod formatting;
mod hovering;
mod latency;
mod lifecycle;
mod main_files;
mod names;
mod navigation;
mod published_diagnostics;
mod symbols;
mod where_set;
mod without_threads;
