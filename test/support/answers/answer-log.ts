import { deviationsOf, type Deviation, type GivenAnswer } from './answer-deviations.js';
import type { ApiDocument } from './api-document.js';
import { compiledDocument, type CompiledDocument } from './compiled-document.js';
import { interfacePath } from './interface-path.js';

/** An answer, and the request that it was given to. */
export interface NotedAnswer extends GivenAnswer {
  readonly method: string;
  /** Path and query as they went over the wire. */
  readonly target: string;
}

/** What was answered so far. */
export interface AnswersSeen {
  /** How often each operation gave each status: `GET /calendar/events/v1/tags/{id} 200`. */
  readonly seen: Readonly<Record<string, number>>;
  /** What was answered otherwise than documented, each fault once. */
  readonly deviations: readonly string[];
}

/** Faults beyond these tell nothing new. */
const MOST_DEVIATIONS = 40;

/** Compares the answers of a service with its document, and keeps what was found. */
export class AnswerLog {
  private readonly document: () => object;
  private readonly restRoot: string;
  private compiled: CompiledDocument | undefined;
  private readonly seen = new Map<string, number>();
  private readonly faults = new Map<string, string>();

  /** @param document an OpenAPI document, asked for when there is an answer to compare */
  constructor(document: () => object, restRoot = '') {
    this.document = document;
    this.restRoot = restRoot;
  }

  /** What was answered so far. */
  found(): AnswersSeen {
    return { seen: Object.fromEntries(this.seen), deviations: [...this.faults.values()].slice(0, MOST_DEVIATIONS) };
  }

  /** Takes an answer in. `OPTIONS`, and what is no part of the interface, is left alone. */
  note(answer: NotedAnswer): void {
    const path = interfacePath(answer.target, this.restRoot);
    if (path === undefined || answer.method === 'OPTIONS') return;
    this.compiled ??= compiledDocument(this.document() as ApiDocument);
    const method = answer.method === 'HEAD' ? 'GET' : answer.method;
    const operation = this.compiled.operations.find((each) => each.method === method && each.pattern.test(path));
    const name = `${answer.method} ${operation?.path ?? '(no operation)'} ${answer.status}`;
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1);
    const isProblem = !operation && answer.status >= 400;
    const said = isProblem ? this.compiled.problem : operation?.answers.get(answer.status);
    if (!said) return this.add(name, { fault: 'is not documented', seen: path.slice(0, 60) });
    for (const deviation of deviationsOf(this.compiled, said, answer)) this.add(name, deviation);
  }

  private add(name: string, { fault, seen }: Deviation): void {
    const key = `${name}: ${fault}`;
    if (!this.faults.has(key)) this.faults.set(key, seen === undefined ? key : `${key}, such as ${seen}`);
  }
}

/** Rejects what was answered otherwise than documented. */
export function expectAsDocumented(deviations: readonly string[]): void {
  if (deviations.length > 0) throw new Error(`Not as the API document says:\n  ${deviations.join('\n  ')}`);
}
