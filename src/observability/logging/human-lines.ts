import type { DestinationStream } from 'pino';
import { removeControlCharacters } from '../../kernel/text/control-characters.js';

/** Members of a log line that a terminal shows. Only the JSON has others, such as `sqlState`. */
interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly msg: string;
  readonly context?: string;
  readonly stack?: string;
  readonly requestId?: string;
  readonly method?: string;
  readonly address?: string;
  readonly status?: number;
  readonly duration?: number;
}

/** A destination that receives lines of JSON and writes short ones for a terminal. */
export const humanLines = (destination: DestinationStream): DestinationStream => ({
  write: (json) => destination.write(`${humanLine(JSON.parse(json) as LogLine)}\n`),
});

/**
 * @example `10:15:02 GET /calendar/events/v1/events?per_page=1 200 12 ms`
 * @example `10:15:03 ERROR Problem: Unhandled exception, request 7b13ffc5-…` followed by the indented stack
 */
function humanLine(line: LogLine): string {
  const level = line.level === 'info' ? '' : `${line.level.toUpperCase()} `;
  const text = line.duration === undefined ? messageOf(line) : requestOf(line);
  // Further lines are indented, so that no text can pass for a log line.
  return removeControlCharacters(`${localTime(line.time)} ${level}${text}`).replaceAll(/\r\n?|[\n\x85]/g, '\n  ');
}

/** The time of day on the terminal, from a log line's time in UTC. */
const localTime = (time: string): string => new Date(time).toTimeString().slice(0, 8);

const requestOf = ({ method, address, status, duration = 0 }: LogLine): string =>
  `${method} ${address} ${status ?? 'aborted'} ${Math.round(duration)} ms`;

function messageOf({ context, msg, requestId, stack }: LogLine): string {
  const subject = context === undefined ? '' : `${context}: `;
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  return `${subject}${msg}${request}${stack === undefined ? '' : `\n${stack}`}`;
}
