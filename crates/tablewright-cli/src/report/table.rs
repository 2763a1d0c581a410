//! Tables: as text that fits a terminal, and as CSV.

use console::{measure_text_width, truncate_str};

/// Space between columns.
const GAP: &str = "  ";

/// Minimum width of a narrowed column.
const MIN_WIDTH: usize = 6;

/// Rows of texts with column headings.
pub(crate) struct ReportTable {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl ReportTable {
    pub(crate) fn new(columns: Vec<String>) -> ReportTable {
        ReportTable { columns, rows: Vec::new() }
    }

    pub(crate) fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// Returns the table without its empty columns.
    pub(crate) fn without_empty_columns(self) -> ReportTable {
        let is_used = |column: &usize| self.rows.iter().any(|row| !row[*column].is_empty());
        let used: Vec<usize> = (0..self.columns.len()).filter(is_used).collect();
        let of_used = |row: &Vec<String>| used.iter().map(|&column| row[column].clone()).collect();
        ReportTable {
            columns: of_used(&self.columns),
            rows: self.rows.iter().map(of_used).collect(),
        }
    }

    /// Formats the table with aligned columns. If it is wider than `width`, the widest columns are narrowed and their
    /// texts cut. Number columns are aligned on the right.
    pub(crate) fn text(&self, width: Option<usize>) -> String {
        let rows: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(|cell| one_line(cell)).collect()).collect();
        let mut widths: Vec<usize> =
            self.columns.iter().map(|column| measure_text_width(column)).collect();
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = measure_text_width(cell).max(*width);
            }
        }
        if let Some(width) = width {
            let gaps = GAP.len() * widths.len().saturating_sub(1);
            narrow(&mut widths, width.saturating_sub(gaps));
        }
        let is_number: Vec<bool> = (0..self.columns.len())
            .map(|i| !rows.is_empty() && rows.iter().all(|row| row[i].parse::<i64>().is_ok()))
            .collect();
        let mut text = String::new();
        for row in std::iter::once(&self.columns).chain(&rows) {
            let cells = row.iter().zip(&widths).zip(&is_number);
            let cells: Vec<String> =
                cells.map(|((cell, &width), &is_number)| aligned(cell, width, is_number)).collect();
            text.push_str(cells.join(GAP).trim_end());
            text.push('\n');
        }
        text
    }

    /// Formats the table as CSV (RFC 4180, with line feeds). The first line contains the headings.
    pub(crate) fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            writer.write_record(row).expect("rows are as long as the headings; memory takes all");
        }
        let bytes = writer.into_inner().expect("memory takes all");
        String::from_utf8(bytes).expect("it was written from strings")
    }
}

/// Formats a cell on one line.
fn one_line(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    for c in cell.chars() {
        match c {
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            c if c.is_control() => text.extend(c.escape_default()),
            c => text.push(c),
        }
    }
    text
}

fn aligned(cell: &str, width: usize, is_number: bool) -> String {
    let cell = truncate_str(cell, width, "…");
    let space = " ".repeat(width.saturating_sub(measure_text_width(&cell)));
    if is_number { space + &cell } else { cell.into_owned() + &space }
}

/// Narrows the widest columns until the total fits.
fn narrow(widths: &mut [usize], limit: usize) {
    let mut excess = widths.iter().sum::<usize>().saturating_sub(limit);
    while excess > 0 {
        let Some(&widest) = widths.iter().max() else { return };
        let next = widths.iter().copied().filter(|&width| width < widest).max();
        let floor = next.unwrap_or(0).max(MIN_WIDTH);
        let count = widths.iter().filter(|&&width| width == widest).count();
        if widest <= floor && widest <= MIN_WIDTH {
            return;
        }
        // All columns with maximum width are narrowed by the same amount, no more than necessary, rounded up.
        let loss = (widest - floor).min(excess.div_ceil(count)).max(1);
        for width in widths.iter_mut().filter(|width| **width == widest) {
            *width -= loss;
        }
        excess = excess.saturating_sub(loss * count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[[&str; 3]]) -> ReportTable {
        let mut table = ReportTable::new(["NAME", "TEXT", "N"].map(str::to_owned).to_vec());
        for row in rows {
            table.push(row.map(str::to_owned).to_vec());
        }
        table
    }

    #[test]
    fn the_widest_columns_are_narrowed() {
        let table = table(&[
            ["ADD", "a text that is much too long for the terminal", "1"],
            ["SUB", "short\ttext", "10"],
        ]);
        assert_eq!(
            table.text(Some(30)),
            "NAME  TEXT                   N\n\
             ADD   a text that is much…   1\n\
             SUB   short\\ttext           10\n"
        );
        assert_eq!(table.text(Some(1)).lines().count(), 3);
        assert!(table.text(None).contains("too long for the terminal   1\n"));
    }

    #[test]
    fn columns_without_cells_can_be_left_out() {
        let table = table(&[["ADD", "", "1"], ["SUB", "", ""]]).without_empty_columns();
        assert_eq!(table.text(None), "NAME  N\nADD   1\nSUB\n");
    }

    #[test]
    fn a_table_without_rows_has_headings() {
        assert_eq!(table(&[]).text(Some(80)), "NAME  TEXT  N\n");
        assert_eq!(table(&[]).csv(), "NAME,TEXT,N\n");
    }

    #[test]
    fn texts_with_marks_of_csv_are_quoted() {
        assert_eq!(
            table(&[["a\nb", "c,d", "\"e\""]]).csv(),
            "NAME,TEXT,N\n\"a\nb\",\"c,d\",\"\"\"e\"\"\"\n"
        );
    }
}
