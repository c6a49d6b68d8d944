import { findDeviations, type Deviation, type ObservedResponse } from './find-deviations.js';
import type { ApiDocument } from './documented-operations.js';
import { compileDocument, type CompiledDocument } from './compiled-document.js';
import { LANGUAGES } from '../../../src/kernel/language/languages.js';
import type { RawResponse } from '../requests/raw-request.js';

/** A response with its request. */
interface RecordedResponse extends ObservedResponse {
  readonly method: string;
  /** Path and query of the request, or of the representation that its `Accept` header selected. */
  readonly target: string;
}

export interface ConformanceReport {
  /** Number of responses by operation and status: `GET /calendar/events/v1/tags/{id} 200`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Differences from the document, each once, at most {@link MAX_DEVIATIONS}. */
  readonly deviations: readonly string[];
}

const MAX_DEVIATIONS = 40;

/** Compares the responses of a service with its API document and collects the differences. */
export class ConformanceLog {
  private compiled: CompiledDocument | undefined;
  private readonly counts = new Map<string, number>();
  private readonly deviations = new Map<string, string>();

  /** @param document returns an OpenAPI document; called for the first response */
  constructor(
    private readonly document: () => object,
    private readonly restRoot = '',
  ) {}

  report(): ConformanceReport {
    return {
      counts: Object.fromEntries(this.counts),
      deviations: [...this.deviations.values()].slice(0, MAX_DEVIATIONS),
    };
  }

  /** Compares a response. `OPTIONS` and paths outside the API are skipped. */
  record(response: RecordedResponse): void {
    const path = documentedPath(response.target, this.restRoot);
    if (path === undefined || response.method === 'OPTIONS') return;
    this.compiled ??= compileDocument(this.document() as ApiDocument);
    const method = response.method === 'HEAD' ? 'GET' : response.method;
    const { operations } = this.compiled;
    // In the document, feeds come first: the pattern of `by-slug/{slug}` matches `by-slug/{slug}.ics` too.
    const route = operations.find(({ pattern }) => pattern.test(path))?.path;
    const operation = operations.find((each) => each.method === method && each.path === route);
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

export function expectConformance(deviations: readonly string[]): void {
  if (deviations.length > 0) throw new Error(`Responses differ from the API document:\n  ${deviations.join('\n  ')}`);
}

const LANGUAGE_SEGMENT = new RegExp(`^/(${LANGUAGES.join('|')})(?=/|$)`, 'i');

/**
 * The path of a request as the API document writes it: without origin, language segment, REST root, query and trailing slash.
 * `undefined` for paths outside the API, such as the documentation pages.
 * @example documentedPath('/ca/wp-json/calendar/events/v1/tags/?page=2', '/wp-json') // '/calendar/events/v1/tags'
 */
function documentedPath(target: string, restRoot: string): string | undefined {
  const [path = ''] = target.replace(/^https?:\/\/[^/?]+(\/?)/i, '/').split('?');
  const trimmedPath = path.replace(LANGUAGE_SEGMENT, '').replace(/(?<=.)\/$/, '');
  if (trimmedPath.startsWith(`${restRoot}/calendar/`)) return trimmedPath.slice(restRoot.length);
  return /^\/calendar(\/|$)/i.test(trimmedPath) ? '/calendar' : undefined;
}

/** Returns the given response if it conforms to the API document. Throws from the first deviation on. */
type ConformanceChecker = (method: string, target: string, response: RawResponse) => RawResponse;

/** Creates a checker that compares responses of a service in another process with the API document that it serves. */
export async function conformanceChecker(origin: string): Promise<ConformanceChecker> {
  const documentResponse = await fetch(`${origin}/calendar/events/v1/doc?ml_language=en`);
  const document = (await documentResponse.json()) as object;
  const log = new ConformanceLog(() => document);
  return (method, target, response) => {
    const { status, headers, text } = response;
    log.record({ method, target, status, headers, body: method === 'HEAD' ? undefined : Buffer.from(text) });
    expectConformance(log.report().deviations);
    return response;
  };
}
