/** A line of the service's log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: string };

/** The lines of the log in what a service has printed; what it announces to people is left out. */
export function logLines(output: string): LogLine[] {
  const lines = output.split('\n').filter((line) => line !== '' && !ANNOUNCEMENT.test(line));
  return lines.map((line) => JSON.parse(line) as LogLine);
}

const ANNOUNCEMENT = /^(API|Documentation|Administrator|Metrics|Demo) {2,}\S/;

/** Waits for something that happens shortly after an answer. */
export async function eventually<Result>(
  look: () => Promise<Result | undefined> | Result | undefined,
): Promise<Result> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
