import fc from 'fast-check';
import { AnswerLog } from '../answers/answer-log.js';
import { operationsIn, type ServedDocument } from '../document/served-document.js';
import { rawRequest } from '../raw-request.js';
import { aRequest, type Asker, type GeneratedRequest } from './generated-requests.js';
import type { KnownRecords } from './known-records.js';

export interface FuzzOptions {
  readonly origin: string;
  readonly document: ServedDocument;
  readonly known: KnownRecords;
  readonly tokens: Readonly<Record<Asker, string | null>>;
  readonly seed: number;
  readonly runs: number;
}

/** What a run has shown. */
export interface FuzzOutcome {
  /** What was answered otherwise than documented, or not at all, with the requests. */
  readonly faults: readonly string[];
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How many operations have succeeded at least once, and how many there are. */
  readonly succeeded: number;
  readonly operations: number;
}

/** How many requests are under way at once. */
const WAYS = 4;

/** Sends requests made from the document, and compares every answer with it. */
export async function fuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  const { document, seed, runs } = options;
  const requests = fc.sample(aRequest(document), { seed, numRuns: runs });
  const log = new AnswerLog(() => document);
  const faults: string[] = [];
  const next = requests.entries();
  const way = async () => {
    for (const [index, request] of next) {
      const fault = await faultOf(options, log, request);
      if (fault !== undefined) faults.push(`FUZZ_SEED=${seed} request ${index}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: WAYS }, way));
  return { faults, ...summary(log, document) };
}

async function faultOf(
  { origin, known, tokens }: FuzzOptions,
  log: AnswerLog,
  generated: GeneratedRequest,
): Promise<string | undefined> {
  const { asker, headers: own, ...request } = known.fill(generated);
  const token = tokens[asker];
  const headers = { ...(token !== null && { Authorization: `Bearer ${token}` }), ...own };
  const shown = `${asker} ${request.method} ${request.path} ${JSON.stringify(own)} ${request.body ?? ''}`.slice(0, 600);
  try {
    const answer = await rawRequest(origin, { ...request, headers });
    const before = log.found().deviations.length;
    log.note({ ...answer, method: request.method, target: request.path, body: Buffer.from(answer.text) });
    if (answer.status === 201) known.add(request.path.split(/[/?]/).at(pathAt(request.path)) ?? '', answer.body);
    const deviations = log.found().deviations.slice(before);
    if (answer.status >= 500) return `${answer.status} to ${shown}: ${answer.text.slice(0, 200)}`;
    return deviations.length > 0 ? `${deviations.join('; ')} to ${shown}: ${answer.text.slice(0, 300)}` : undefined;
  } catch (error) {
    return `${String(error)} to ${shown}`;
  }
}

/** Where the name of the kind stands in a path: a segment later behind one of a language. */
const pathAt = (path: string): number => (path.startsWith('/calendar') ? 4 : 5);

function summary(log: AnswerLog, document: ServedDocument): Omit<FuzzOutcome, 'faults'> {
  const statuses: Record<string, number> = {};
  const succeeded = new Set<string>();
  for (const [name, count] of Object.entries(log.found().seen)) {
    const [, operation = '', status = ''] = /^(.*) (\d{3})$/.exec(name) ?? [];
    statuses[status] = (statuses[status] ?? 0) + count;
    if (status.startsWith('2')) succeeded.add(operation);
  }
  return { statuses, succeeded: succeeded.size, operations: operationsIn(document).length };
}
