import { LRUCache } from 'lru-cache';
import type { WholeAnswer } from '../request/ready-answer.js';
import type { Present } from './change-notices.js';
import { isValid, type Validity } from './validity.js';

/** What an entry takes beside its texts, in bytes: generously. */
const OVERHEAD = 1024;

/** Which part of all room one answer may take. */
const LARGEST_PART = 8;

interface Stored {
  readonly answer: WholeAnswer;
  readonly validity: Validity;
}

/** Answers of one generation, in a bounded number of bytes: those that were not asked for the longest time make room. */
export class StoredAnswers {
  readonly #answers: LRUCache<string, Stored>;
  #generation = 0;

  /** @param room in bytes */
  constructor(room: number) {
    this.#answers = new LRUCache({
      // No room at all is none that the cache would know as a limit; nothing fits into one byte.
      maxSize: Math.max(room, 1),
      maxEntrySize: Math.ceil(Math.max(room, 1) / LARGEST_PART),
      sizeCalculation: ({ answer }, key) => OVERHEAD + bytesOf(key) + bytesOfAnswer(answer),
    });
  }

  /** How many bytes are taken. */
  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  /** How many answers are kept. */
  get entries(): number {
    return this.#answers.size;
  }

  /** The answer that was kept under a key, if it is of this generation and right at present. */
  find(key: string, generation: number, present: Present): WholeAnswer | undefined {
    this.moveTo(generation);
    const stored = this.#answers.get(key);
    if (!stored) return undefined;
    if (isValid(stored.validity, present)) return stored.answer;
    this.#answers.delete(key);
    return undefined;
  }

  keep(key: string, generation: number, answer: WholeAnswer, validity: Validity): void {
    this.moveTo(generation);
    this.#answers.set(key, { answer, validity });
  }

  /** Whatever was changed, all that was made before may be wrong. */
  private moveTo(generation: number): void {
    if (generation === this.#generation) return;
    this.#answers.clear();
    this.#generation = generation;
  }
}

function bytesOfAnswer({ body, headers }: WholeAnswer): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + bytesOf(name) + bytesOf(String(value)),
    bytesOf(body),
  );
}

/** V8 keeps a text in one byte per character where Latin-1 has all of them, else in two. */
function bytesOf(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? text.length * 2 : text.length;
}
