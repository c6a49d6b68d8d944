/** Table cell. `undefined` means not measured. */
export type Cell = string | number | undefined;

/** Prints a table. The first column is left-aligned, the others are right-aligned. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const texts = [head, ...rows.map((row) => row.map((cell) => (cell === undefined ? '–' : String(cell))))];
  const widths = head.map((_name, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)));
  const [headLine = [], ...bodyLines] = texts.map((row) => line(row).join('  ').trimEnd());
  console.log(`\n${title}\n\n${[headLine, '-'.repeat(headLine.length), ...bodyLines].join('\n')}`);
}

/** Milliseconds with at most two decimals. */
export function formatMs(milliseconds: number | undefined): Cell {
  if (milliseconds === undefined) return undefined;
  return milliseconds.toFixed(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0);
}

/** `10,000` */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** Median, of an even number of values the upper middle one; `undefined` without values. */
export const median = (values: readonly number[]): number | undefined => percentile(values, 50);

/** Percentile; `undefined` without values. */
export function percentile(values: readonly number[], hundredths: number): number | undefined {
  const ascending = values.toSorted((left, right) => left - right);
  return ascending[Math.min(ascending.length - 1, Math.floor((ascending.length * hundredths) / 100))];
}

/** `value / base`; `undefined` if either is missing or `base` is 0. */
export const ratio = (value: number | undefined, base: number | undefined): number | undefined =>
  value === undefined || !base ? undefined : value / base;
