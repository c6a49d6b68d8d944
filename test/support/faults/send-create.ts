import { request, type Agent } from 'node:http';
import { AS_ADMINISTRATOR } from '../raw-request.js';

/** An answer, and how long it took, in milliseconds; 0 is the status of a connection that broke. */
export interface Taken {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly took: number;
  /** When the answer came, by `performance.now()`. */
  readonly at: number;
}

/** An answer to a write, or what else became of it. */
export interface TakenByWriter extends Taken {
  /** Whether whoever answered, or did not, is to be sent nothing more over this connection. */
  readonly closes: boolean;
  /** Whether nobody listened: nothing was sent then. */
  readonly refused: boolean;
}

/**
 * Sends a create once.
 * @param json the event
 * @param key its `Idempotency-Key`
 */
export function sendCreate(
  origin: string,
  agent: Agent,
  json: string,
  key: string | undefined,
): Promise<TakenByWriter> {
  const headers = {
    ...AS_ADMINISTRATOR,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
    ...(key && { 'Idempotency-Key': key }),
  };
  const begin = performance.now();
  return new Promise((resolve) => {
    const end = (given: Partial<TakenByWriter>) => {
      const at = performance.now();
      const silence = { status: 0, retryAfter: undefined, body: {}, closes: true, refused: false };
      resolve({ ...silence, ...given, took: at - begin, at });
    };
    const asked = request(`${origin}/calendar/events/v1/events`, { agent, method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', () => end({}));
      answer.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
        const { statusCode: status = 0, headers: received } = answer;
        end({ status, retryAfter: received['retry-after'], body, closes: received.connection === 'close' });
      });
    });
    asked.on('error', (error: NodeJS.ErrnoException) => end({ refused: error.code === 'ECONNREFUSED' })).end(json);
  });
}
