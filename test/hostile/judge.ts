import { filled } from './generated.js';
import type { Fixtures, HostileCase } from './hostile-case.js';
import type { Received } from './send-bytes.js';

/** What is wrong with the answer to a case; nothing, where all is well. */
export function faultsOf({ expect }: HostileCase, received: Received, fixtures: Fixtures): string[] {
  const { status, answers, failure, milliseconds, head, body } = received;
  if (status === 0) return [failure ?? 'no answer'];
  const { body_present: present = [], body_absent: absent = [], header_absent: notInHead = [] } = expect;
  const { max_ms: most, answers: expected = 1 } = expect;
  const shown = absent.map((text) => filled(text, fixtures)).filter((text) => body.includes(text));
  return [
    ...(expect.status.includes(status) && status < 500 ? [] : [`status ${status}, wanted ${expect.status.join()}`]),
    ...(answers === expected ? [] : [`${answers} answers, wanted ${expected}`]),
    ...present.filter((text) => !body.includes(text)).map((text) => `the body lacks ${text}`),
    ...shown.map((text) => `the body shows ${text}`),
    ...notInHead.filter((text) => head.includes(text)).map((text) => `the head shows ${text}`),
    ...(most !== undefined && milliseconds > most ? [`${Math.round(milliseconds)} ms, at most ${most}`] : []),
  ];
}
