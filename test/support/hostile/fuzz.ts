import fc from 'fast-check';
import { ConformanceLog } from '../conformance/conformance-log.js';
import { operationsIn, type ServedDocument } from '../document/served-document.js';
import { rawRequest } from '../raw-request.js';
import { arbitraryRequest, type Caller, type GeneratedRequest } from './arbitrary-requests.js';
import type { KnownRecords } from './known-records.js';

export interface FuzzOptions {
  readonly origin: string;
  readonly document: ServedDocument;
  readonly known: KnownRecords;
  readonly tokens: Readonly<Record<Caller, string | null>>;
  readonly seed: number;
  readonly runs: number;
}

/** What a run has shown. */
export interface FuzzOutcome {
  /** What was answered otherwise than documented, or not at all, with the requests. */
  readonly failures: readonly string[];
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How many operations have succeeded at least once, and how many there are. */
  readonly succeeded: number;
  readonly operations: number;
}

/** How many requests are under way at once. */
const CONCURRENCY = 4;

/** Sends requests made from the document, and compares every answer with it. */
export async function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  const { document, seed, runs } = options;
  const requests = fc.sample(arbitraryRequest(document), { seed, numRuns: runs });
  const log = new ConformanceLog(() => document);
  const faults: string[] = [];
  const next = requests.entries();
  const way = async () => {
    for (const [index, request] of next) {
      const fault = await findFailure(options, log, request);
      if (fault !== undefined) faults.push(`FUZZ_SEED=${seed} request ${index}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, way));
  return { failures: faults, ...summary(log, document) };
}

async function findFailure(
  { origin, known, tokens }: FuzzOptions,
  log: ConformanceLog,
  generated: GeneratedRequest,
): Promise<string | undefined> {
  const { asker, headers: own, ...request } = known.fill(generated);
  const token = tokens[asker];
  const headers = { ...(token !== null && { Authorization: `Bearer ${token}` }), ...own };
  const shown = `${asker} ${request.method} ${request.path} ${JSON.stringify(own)} ${request.body ?? ''}`.slice(0, 600);
  try {
    const answer = await rawRequest(origin, { ...request, headers });
    const before = log.report().deviations.length;
    const isPartial = /[?&"]fields(=|%5B|\[|")|^fields/i.test(`${request.path}&${request.body ?? ''}`);
    const { method, path: target } = request;
    log.record({ ...answer, method, target, body: Buffer.from(answer.text), ...(isPartial && { isPartial }) });
    if (answer.status === 201) known.add(request.path.split(/[/?]/).at(pathAt(request.path)) ?? '', answer.body);
    const deviations = log.report().deviations.slice(before);
    if (answer.status >= 500) return `${answer.status} to ${shown}: ${answer.text.slice(0, 200)}`;
    return deviations.length > 0 ? `${deviations.join('; ')} to ${shown}: ${answer.text.slice(0, 300)}` : undefined;
  } catch (error) {
    return `${String(error)} to ${shown}`;
  }
}

/** Where the name of the kind stands in a path: a segment later behind one of a language. */
const pathAt = (path: string): number => (path.startsWith('/calendar') ? 4 : 5);

function summary(log: ConformanceLog, document: ServedDocument): Omit<FuzzOutcome, 'failures'> {
  const statuses: Record<string, number> = {};
  const succeeded = new Set<string>();
  for (const [name, count] of Object.entries(log.report().counts)) {
    const [, operation = '', status = ''] = /^(.*) (\d{3})$/.exec(name) ?? [];
    statuses[status] = (statuses[status] ?? 0) + count;
    if (status.startsWith('2')) succeeded.add(operation);
  }
  return { statuses, succeeded: succeeded.size, operations: operationsIn(document).length };
}
