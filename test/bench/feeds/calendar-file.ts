import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Server } from '../processes.js';
import { NAMESPACE } from '../requests.js';

/** All events since 1970 as a calendar file. */
export const CALENDAR_FILE_PATH = `${NAMESPACE}/events.ics?starts_after=1970-01-01`;

const EVENT_START = Buffer.from('BEGIN:VEVENT');

/** A response whose first byte has arrived. */
export interface OpenFile {
  readonly response: IncomingMessage;
  readonly firstByteMs: number;
}

/** Requests the calendar file and waits for its first byte. */
export async function openFile({ origin }: Pick<Server, 'origin'>): Promise<OpenFile> {
  const startedMs = performance.now();
  const [response] = (await once(request(`${origin}${CALENDAR_FILE_PATH}`, { agent: false }).end(), 'response')) as [
    IncomingMessage,
  ];
  await once(response, 'readable');
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} from ${origin}${CALENDAR_FILE_PATH}`);
  return { response, firstByteMs: performance.now() - startedMs };
}

/**
 * Reads a file. The next chunk is read when the caller asks for the next value.
 * @returns the number of events so far, after each chunk
 * @throws if the connection is closed before the end of the file
 */
export async function* countEvents(response: IncomingMessage): AsyncGenerator<number, void> {
  let events = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of response) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    for (let index = bytes.indexOf(EVENT_START); index >= 0; index = bytes.indexOf(EVENT_START, index + 1)) events += 1;
    rest = bytes.subarray(1 - EVENT_START.length);
    yield events;
  }
}

/** Reads a whole file and returns the number of its events. */
export async function readEvents(response: IncomingMessage): Promise<number> {
  let events = 0;
  for await (events of countEvents(response));
  return events;
}

/** Reads the components of the first events. */
export async function readComponents(server: Server, count: number): Promise<string[]> {
  const { response } = await openFile(server);
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) {
    text += chunk as string;
    // Enough, because an event has about 860 bytes.
    if (text.length > count * 1000) break;
  }
  return (text.match(/^BEGIN:VEVENT\r\n.*?^END:VEVENT\r\n/gms) ?? []).slice(0, count);
}
