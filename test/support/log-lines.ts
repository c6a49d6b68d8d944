/** A line of the service's log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: string };

/** The lines of the log in what a service has printed; what it announces to people is left out. */
export function logLines(output: string): LogLine[] {
  const lines = output.split('\n').filter((line) => line !== '' && !STARTUP_MESSAGE.test(line));
  return lines.map((line) => JSON.parse(line) as LogLine);
}

const STARTUP_MESSAGE = /^(API|Documentation|Administrator|Metrics|Demo data) {2,}\S/;

/** Longest wait for what does not happen, in milliseconds: a little less than a test may take, which cannot end what goes on waiting. */
const TIMEOUT_MS = 50_000;

/** Waits for something that happens shortly after an answer. */
export async function eventually<Result>(
  poll: () => Promise<Result | undefined> | Result | undefined,
): Promise<Result> {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end) {
    const found = await poll();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`It did not happen: ${String(poll)}`);
}
