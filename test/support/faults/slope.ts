/** A figure at a time. */
export type Point = readonly [time: number, figure: number];

/** By how much figures grow in a unit of time: the slope of the line that fits them best by least squares. */
export function slopeOf(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [time, figure] = [mean(([at]) => at), mean(([, each]) => each)];
  const together = mean(([at, each]) => (at - time) * (each - figure));
  return together / mean(([at]) => (at - time) ** 2);
}
