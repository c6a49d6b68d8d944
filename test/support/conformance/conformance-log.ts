import { findDeviations, type Deviation, type ObservedResponse } from './find-deviations.js';
import type { ApiDocument } from './documented-operations.js';
import { compileDocument, type CompiledDocument } from './compiled-document.js';
import { documentedPath } from './documented-path.js';

/** An answer, and the request that it was given to. */
export interface RecordedResponse extends ObservedResponse {
  readonly method: string;
  /** Path and query as they went over the wire. */
  readonly target: string;
}

/** What was answered so far. */
export interface ConformanceReport {
  /** How often each operation gave each status: `GET /calendar/events/v1/tags/{id} 200`. */
  readonly counts: Readonly<Record<string, number>>;
  /** What was answered otherwise than documented, each fault once. */
  readonly deviations: readonly string[];
}

/** Faults beyond these tell nothing new. */
const MAX_DEVIATIONS = 40;

/** Compares the answers of a service with its document, and keeps what was found. */
export class ConformanceLog {
  private readonly document: () => object;
  private readonly restRoot: string;
  private compiled: CompiledDocument | undefined;
  private readonly counts = new Map<string, number>();
  private readonly deviations = new Map<string, string>();

  /** @param document an OpenAPI document, asked for when there is an answer to compare */
  constructor(document: () => object, restRoot = '') {
    this.document = document;
    this.restRoot = restRoot;
  }

  /** What was answered so far. */
  report(): ConformanceReport {
    return {
      counts: Object.fromEntries(this.counts),
      deviations: [...this.deviations.values()].slice(0, MAX_DEVIATIONS),
    };
  }

  /** Takes an answer in. `OPTIONS`, and what is no part of the interface, is left alone. */
  record(response: RecordedResponse): void {
    const path = documentedPath(response.target, this.restRoot);
    if (path === undefined || response.method === 'OPTIONS') return;
    this.compiled ??= compileDocument(this.document() as ApiDocument);
    const method = response.method === 'HEAD' ? 'GET' : response.method;
    const operation = this.compiled.operations.find((each) => each.method === method && each.pattern.test(path));
    const name = `${response.method} ${operation?.path ?? '(no operation)'} ${response.status}`;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    const isProblem = !operation && response.status >= 400;
    const documented = isProblem ? this.compiled.problem : operation?.responses.get(response.status);
    if (!documented) return this.addDeviation(name, { problem: 'is not documented', example: path.slice(0, 60) });
    const isPartial = response.isPartial ?? /[?&]fields(=|%5B|\[)/i.test(response.target);
    for (const deviation of findDeviations(this.compiled, documented, { ...response, isPartial }))
      this.addDeviation(name, deviation);
  }

  private addDeviation(name: string, { problem, example }: Deviation): void {
    const key = `${name}: ${problem}`;
    if (!this.deviations.has(key)) this.deviations.set(key, example === undefined ? key : `${key}, such as ${example}`);
  }
}

/** Rejects what was answered otherwise than documented. */
export function expectConformance(deviations: readonly string[]): void {
  if (deviations.length > 0) throw new Error(`Not as the API document says:\n  ${deviations.join('\n  ')}`);
}
