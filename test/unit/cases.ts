/** The texts of a list that is separated by broken bars, each without the blanks at its ends. */
export const casesIn = (list: string): string[] => list.split('¦').map((text) => text.trim());

/** The rows of a table: its rows are separated by broken bars, its cells by arrows. */
export const rowsIn = (table: string): string[][] =>
  casesIn(table).map((row) => row.split('→').map((cell) => cell.trim()));
