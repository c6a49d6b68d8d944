import { request, type Agent } from 'node:http';
import { ADMIN_HEADERS } from '../raw-request.js';

/** An answer, and how long it took, in milliseconds; 0 is the status of a connection that broke. */
export interface ResponseSample {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
  /** When the answer came, by `performance.now()`. */
  readonly receivedAt: number;
}

/** An answer to a write, or what else became of it. */
export interface WriteSample extends ResponseSample {
  /** Whether whoever answered, or did not, is to be sent nothing more over this connection. */
  readonly closesConnection: boolean;
  /** Whether nobody listened: nothing was sent then. */
  readonly isRefused: boolean;
}

/**
 * Sends a create once.
 * @param json the event
 * @param key its `Idempotency-Key`
 */
export function sendCreate(origin: string, agent: Agent, json: string, key: string | undefined): Promise<WriteSample> {
  const headers = {
    ...ADMIN_HEADERS,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
    ...(key && { 'Idempotency-Key': key }),
  };
  const begin = performance.now();
  return new Promise((resolve) => {
    const end = (partial: Partial<WriteSample>) => {
      const at = performance.now();
      const noResponse = { status: 0, retryAfter: undefined, body: {}, closesConnection: true, isRefused: false };
      resolve({ ...noResponse, ...partial, durationMs: at - begin, receivedAt: at });
    };
    const clientRequest = request(
      `${origin}/calendar/events/v1/events`,
      { agent, method: 'POST', headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part)).on('error', () => end({}));
        answer.on('end', () => {
          const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
          const { statusCode: status = 0, headers: received } = answer;
          end({ status, retryAfter: received['retry-after'], body, closesConnection: received.connection === 'close' });
        });
      },
    );
    clientRequest
      .on('error', (error: NodeJS.ErrnoException) => end({ isRefused: error.code === 'ECONNREFUSED' }))
      .end(json);
  });
}
