import { connect } from 'node:net';
import type { Fixtures, HostileCase } from './hostile-case.js';
import { fillText, requestBytes, type Target } from './request-bytes.js';

export interface Received {
  /** Status of the first response that is not informational; 0 if none came. */
  readonly status: number;
  /** Number of responses on the connection that are not informational. */
  readonly responses: number;
  /** Reason for a missing response. */
  readonly failure?: string;
  readonly milliseconds: number;
  /** Status line and headers of the first response, informational or not, in lower case. */
  readonly head: string;
  /** Everything after `head`. */
  readonly body: string;
}

/** Time without data, in milliseconds, after which a connection is given up. */
const TIMEOUT_MS = 10_000;

/** Sends cases one after another, each on its own connection. Returns a line per case with a wrong response. */
export async function runCases(cases: readonly HostileCase[], target: Target): Promise<string[]> {
  const failures: string[] = [];
  for (const hostileCase of cases) {
    const received = await sendBytes(target.origin, requestBytes(hostileCase, target));
    const faults = findFaults(hostileCase, received, target.fixtures);
    if (faults.length > 0) failures.push(`${hostileCase.name}: ${faults.join('; ')}`);
  }
  return failures;
}

/** Sends bytes on a new connection and reads until the service closes it. */
export function sendBytes(origin: string, bytes: Buffer): Promise<Received> {
  const { hostname, port } = new URL(origin);
  const startedAt = performance.now();
  const parts: Buffer[] = [];
  let failure = 'closed without a response';
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
    socket.on('data', (part: Buffer) => parts.push(part));
    // A service that rejects a body may close the connection before it has read all: its response counts.
    socket.on('error', (error) => (failure = error.message));
    socket.on('close', () => {
      const received = parse(Buffer.concat(parts).toString('utf8'), performance.now() - startedAt);
      resolve(received.status === 0 ? { ...received, failure } : received);
    });
    socket.write(bytes);
  });
}

function parse(text: string, milliseconds: number): Received {
  const statusLines = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)];
  const statuses = statusLines.map(([, code]) => Number(code)).filter((code) => code >= 200);
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, Math.max(end, 0)).toLowerCase();
  const body = end < 0 ? '' : text.slice(end + 4);
  return { status: statuses[0] ?? 0, responses: statuses.length, milliseconds, head, body };
}

/** Everything that is wrong with the response to a case. A 5xx is a fault even if the case allows it. */
export function findFaults(hostileCase: HostileCase, received: Received, fixtures: Fixtures): string[] {
  const { status, responses, failure, milliseconds, head, body } = received;
  if (status === 0) return [failure ?? 'no response'];
  const { body_present: present = [], body_absent: absent = [], header_absent: absentInHead = [] } = hostileCase;
  const { status: allowed, max_ms: limit = Infinity, responses: expected = 1 } = hostileCase;
  const leaks = absent.map((text) => fillText(text, fixtures)).filter((text) => body.includes(text));
  return [
    ...(allowed.includes(status) && status < 500 ? [] : [`status ${status}, expected ${allowed.join()}`]),
    ...(responses === expected ? [] : [`${responses} responses, expected ${expected}`]),
    ...present.filter((text) => !body.includes(text)).map((text) => `the body lacks ${text}`),
    ...leaks.map((text) => `the body contains ${text}`),
    ...absentInHead.filter((text) => head.includes(text)).map((text) => `the head contains ${text}`),
    ...(milliseconds > limit ? [`${Math.round(milliseconds)} ms, limit ${limit}`] : []),
  ];
}
