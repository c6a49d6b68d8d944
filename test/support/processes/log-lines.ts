export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: string };

/** Log lines in the output of a service, without its messages for people. */
export function logLines(output: string): LogLine[] {
  const lines = output.split('\n').filter((line) => line !== '' && !MESSAGE_FOR_PEOPLE.test(line));
  return lines.map((line) => JSON.parse(line) as LogLine);
}

const MESSAGE_FOR_PEOPLE = /^(Stopped\.$|(API|Agenda|Documentation|Administrator|Metrics|Demo data|Time zone) {2,}\S)/;

/** Maximum wait in milliseconds, less than the timeout of a test. */
const TIMEOUT_MS = 50_000;

/** Polls until the result is not `undefined`. */
export async function eventually<Result>(
  poll: () => Promise<Result | undefined> | Result | undefined,
): Promise<Result> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    const result = await poll();
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Timed out: ${String(poll)}`);
}
