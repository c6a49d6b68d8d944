import fc from 'fast-check';
import { ConformanceLog } from '../../support/document/conformance-log.js';
import { operationsIn, type ServedDocument } from '../../support/document/served-document.js';
import { rawRequest } from '../../support/requests/raw-request.js';
import { arbitraryRequest, type GeneratedRequest } from './arbitrary-requests.js';
import type { KnownRecords } from './known-records.js';

export interface FuzzOptions {
  readonly origin: string;
  readonly document: ServedDocument;
  readonly knownRecords: KnownRecords;
  /** Tokens by role. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly seed: number;
  /** Number of requests. */
  readonly runs: number;
}

/** Result of a run. */
export interface FuzzOutcome {
  /** Requests with an undocumented response, a server error or no response. */
  readonly failures: readonly string[];
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Number of operations that succeeded at least once. */
  readonly succeeded: number;
  readonly operations: number;
}

/** Number of concurrent requests. */
const CONCURRENCY = 4;

/** Sends requests generated from the document and compares every response with it. */
export async function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  const { document, seed, runs } = options;
  const requests = fc.sample(arbitraryRequest(document), { seed, numRuns: runs });
  const log = new ConformanceLog(() => document);
  const failures: string[] = [];
  const queue = requests.entries();
  const worker = async () => {
    for (const [index, request] of queue) {
      const failure = await findFailure(options, log, request);
      if (failure !== undefined) failures.push(`FUZZ_SEED=${seed} request ${index}: ${failure}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { failures, ...summary(log, document) };
}

async function findFailure(
  { origin, knownRecords, tokens }: FuzzOptions,
  log: ConformanceLog,
  generated: GeneratedRequest,
): Promise<string | undefined> {
  const { caller, headers: ownHeaders, ...request } = knownRecords.fill(generated);
  const authorization = { Authorization: `Bearer ${tokens[caller] ?? 'unknown-0123456789-0123456789-0123456789'}` };
  const headers = { ...(caller !== 'anonymous' && authorization), ...ownHeaders };
  const description =
    `${caller} ${request.method} ${request.path} ${JSON.stringify(ownHeaders)} ${request.body ?? ''}`.slice(0, 600);
  try {
    const response = await rawRequest(origin, { ...request, headers });
    const deviationCount = log.report().deviations.length;
    const isPartial = /[?&"]fields(=|%5B|\[|")|^fields/i.test(`${request.path}&${request.body ?? ''}`);
    const { method, path: target } = request;
    log.record({ ...response, method, target, body: Buffer.from(response.text), ...(isPartial && { isPartial }) });
    if (response.status === 201)
      knownRecords.add(request.path.split(/[/?]/).at(kindIndex(request.path)) ?? '', response.body);
    const deviations = log.report().deviations.slice(deviationCount);
    if (response.status >= 500) return `${response.status} to ${description}: ${response.text.slice(0, 200)}`;
    return deviations.length > 0
      ? `${deviations.join('; ')} to ${description}: ${response.text.slice(0, 300)}`
      : undefined;
  } catch (error) {
    return `${String(error)} to ${description}`;
  }
}

/** Index of the kind in a path. A language segment moves it by one. */
const kindIndex = (path: string): number => (path.startsWith('/calendar') ? 4 : 5);

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
