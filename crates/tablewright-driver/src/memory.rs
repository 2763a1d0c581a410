//! The memory use of the process, and a thread that watches it.

use std::fs;
use std::sync::Once;
use std::thread;
use std::time::Duration;

/// Interval between checks. A process can allocate some megabytes in this time.
const INTERVAL: Duration = Duration::from_millis(2);

/// Calls `end`, which ends the process, as soon as the process uses more than `limit` bytes of memory. Only the first
/// call starts a watch. Does nothing on systems other than Linux, because the memory use is not available there.
pub(crate) fn watch(limit: u64, end: impl FnOnce() + Send + 'static) {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let Some(page) = page_size() else { return };
        let fits = move || own_pages().is_none_or(|pages| pages * page <= limit);
        if !fits() {
            return end();
        }
        let watch = move || {
            while fits() {
                thread::sleep(INTERVAL);
            }
            end();
        };
        // If no thread can be started, the evaluation's own limit still applies.
        drop(thread::Builder::new().name("memory".into()).stack_size(1 << 18).spawn(watch));
    });
}

/// Returns the memory that the process uses, in bytes, without pages of files. Returns `None` on systems other than
/// Linux.
pub fn used_bytes() -> Option<u64> {
    Some(own_pages()? * page_size()?)
}

/// Returns the memory of the machine in bytes. Returns `None` on systems other than Linux.
pub fn machine_bytes() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes * 1024)
}

/// Returns the number of memory pages in use without pages of files: the program's own code has its size whatever the
/// input is.
fn own_pages() -> Option<u64> {
    let [resident, of_files] = pages()?;
    Some(resident.saturating_sub(of_files))
}

/// Returns the number of all memory pages in use, and of those that are pages of files.
fn pages() -> Option<[u64; 2]> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let mut numbers = text.split(' ').skip(1);
    Some([numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?])
}

/// Returns the page size in bytes.
fn page_size() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    // The two values are read at different times, but only few page sizes exist.
    let [pages, _] = pages().filter(|&[pages, _]| pages > 0)?;
    [4096, 16384, 65536].into_iter().min_by_key(|page| (pages * page).abs_diff(kilobytes * 1024))
}
