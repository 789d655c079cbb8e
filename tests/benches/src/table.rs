//! Tables in Markdown.

use std::fmt;

/// A table, column by column.
#[derive(Default)]
pub struct Table {
    columns: Vec<Vec<String>>,
}

impl Table {
    /// A table with these heads, and no rows yet.
    pub fn new(heads: &[&str]) -> Self {
        Table { columns: heads.iter().map(|&head| vec![head.to_owned()]).collect() }
    }

    /// One more column.
    pub fn column(&mut self, head: &str, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.columns.push(std::iter::once(head.to_owned()).chain(cells.into_iter().map(Into::into)).collect());
    }

    /// One more row, with a cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell.into());
        }
    }
}

/// A cell: a number with this number of decimals, or nothing.
pub fn show(number: Option<f64>, digits: usize) -> String {
    number.map_or_else(String::new, |number| format!("{number:.digits$}"))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: &[String]| column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0).max(3);
        let rows = self.columns.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..rows {
            for column in &self.columns {
                write!(f, "| {:width$} ", column.get(row).map_or("", String::as_str), width = width(column))?;
            }
            writeln!(f, "|")?;
            if row == 0 {
                self.columns.iter().try_for_each(|column| write!(f, "| {} ", "-".repeat(width(column))))?;
                writeln!(f, "|")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&["name"]);
        table.row(["one"]);
        table.column("number", ["1"]);
        assert_eq!(table.to_string(), "| name | number |\n| ---- | ------ |\n| one  | 1      |\n");
    }
}
