import { spawnSync } from 'node:child_process';
import type { CalendarEvent } from './read-calendar.js';

/** Prints title, start and end of each event, as JSON. Versions of icalendar before 6 know no clock changes after 2037. */
const PROGRAM = `
import datetime, icalendar, json, sys
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
def time(value):
    return str(value) if type(value) is datetime.date else value.timestamp() if 1902 < value.year < 2038 else None
def read(event):
    start = event['DTSTART'].dt
    end = event['DTEND'].dt if 'DTEND' in event else start
    return [str(event['SUMMARY']), time(start), time(end)]
print(json.dumps([[str(error) for error in event.errors] or read(event) for event in calendar.walk('VEVENT')]))
`;
const LATE_ONSET = /DTSTART:(?:20[4-9]|2[1-9]|[3-9])\d/;
const command = process.env['PYTHON'] ?? 'python3';
let isInstalled: boolean | undefined;

/** Compares events with what Python's icalendar reads, if it is installed: `apt-get install python3-icalendar`. */
export function compareWithPython(text: string, events: readonly CalendarEvent[]): void {
  isInstalled ??= spawnSync(command, ['-c', 'import icalendar']).status === 0;
  if (!isInstalled) return;
  // icalendar uses the time zones in the file only if it does not know their names, and not if they start after 2037.
  const renamed = LATE_ONSET.test(text) ? text : text.replace(/(?<=\bTZID[:=])/g, 'renamed-');
  const { stdout, stderr } = spawnSync(command, ['-c', PROGRAM], { input: renamed, encoding: 'utf8' });
  if (stdout === '') throw new Error(`icalendar: ${stderr}`);
  for (const [index, read] of (JSON.parse(stdout) as unknown[][]).entries()) {
    const event = events[index];
    const expected = [event?.text('SUMMARY'), event?.start, event?.end];
    // icalendar 4 unescapes texts with backslashes wrongly.
    const isEqual = (value: unknown, position: number) =>
      value === null || value === expected[position] || String(expected[position]).includes('\\');
    if (read.length !== expected.length || !read.every(isEqual))
      throw new Error(`icalendar: ${JSON.stringify(read)} instead of ${JSON.stringify(expected)}`);
  }
}
