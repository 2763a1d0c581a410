//! Several lists in a report. In JSON each list has a name. The rows of all lists have a common order.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A row in a report with several lists.
pub(crate) trait ListRow: Serialize {
    /// Returns the list name, a key in the JSON.
    fn list(&self) -> &'static str;
}

/// The requested lists.
pub(crate) struct ReportLists<R> {
    names: Vec<&'static str>,
    rows: Vec<R>,
}

impl<R: ListRow> ReportLists<R> {
    /// Returns empty lists with these names.
    pub(crate) fn new(names: impl IntoIterator<Item = &'static str>) -> ReportLists<R> {
        ReportLists { names: names.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds rows.
    pub(crate) fn extend(&mut self, rows: impl IntoIterator<Item = R>) {
        self.rows.extend(rows);
    }

    /// Returns the rows in all lists.
    pub(crate) fn rows(&self) -> &[R] {
        &self.rows
    }
}

impl<R: ListRow> Serialize for ReportLists<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.names.len()))?;
        for name in &self.names {
            let rows: Vec<&R> = self.rows.iter().filter(|row| row.list() == *name).collect();
            map.serialize_entry(name, &rows)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Number(u32);

    impl ListRow for Number {
        fn list(&self) -> &'static str {
            if self.0.is_multiple_of(2) { "even" } else { "odd" }
        }
    }

    #[test]
    fn each_list_has_its_rows_and_may_be_empty() {
        let mut lists = ReportLists::new(["even", "odd", "none"]);
        lists.extend([1, 2, 3].map(Number));
        let json = serde_json::to_string(&lists).expect("maps have strings as keys");
        assert_eq!(json, r#"{"even":[2],"odd":[1,3],"none":[]}"#);
        assert_eq!(lists.rows().len(), 3);
    }
}
