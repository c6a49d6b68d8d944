import { describe, expect, it } from 'vitest';
import { CreateEventDto } from '../../../../src/events/dto/create-event.dto.js';
import { ListEventsQuery } from '../../../../src/events/dto/list-events.query.js';
import { fieldsOf } from '../../../../src/kernel/schema/field.js';
import { InvalidValue } from '../../../../src/kernel/schema/parsers.js';

const DAYS = '2026-12-05,2026-00-05,2026-13-05,2026-12-00,2026-12-32,2026-1-5,20260301,20261301,20260332'.split(',');
const TIMES = '00:00,23:59,24:00,12:60,9:00,12:30:59,12:30:60,12:30:59.5,12:30:59;12:30.5'.split(',');
const OFFSETS = ['', 'Z', ' z', '+01:00', '-0330', '+02', ' +01:00', ' 01:00', '+24:00', '+01:60', '+1', 'CET'];
const BASIC = '20260301T1030,20260301t103059Z,20260301T10,20260301T103059.5+0100,20260301 1030'.split(',');
const NUMBERS = '0,-1,12345678,123456789,-123456789,1e9,123456789.5,+123456789'.split(',');
const RELATIVE = 'now,today,yesterday,+1 day,1 day, 1 day,+ 1 day,-2weeks,+1 year,+1000000 days,infinity'.split(',');
const PERIODS = '2026-W01,2026-W00,2026-w54,2026-12,2026-13,2026,2026-12-05 / 2026-W53,2026-12/,today/now'.split(',');
const DATE_TIMES = ['T', ' ', '_'].flatMap((separator) =>
  TIMES.flatMap((time) => OFFSETS.map((offset) => `2026-12-05${separator}${time}${offset}`)),
);
const VALUES = [DAYS, BASIC, NUMBERS, RELATIVE, PERIODS, DATE_TIMES].flat();

describe('The documented pattern of a date', () => {
  it.each([
    ['start_date', CreateEventDto],
    ['starts_after', ListEventsQuery],
    ['during', ListEventsQuery],
  ] as const)('matches what the service accepts: %s (10.3)', (name, dto) => {
    const field = fieldsOf(dto).find((each) => each.name === name);
    const reference = { nowMs: Date.parse('2026-11-28T12:00:00Z'), zone: 'Europe/Madrid' };
    const isAccepted = (value: string) => !(field?.parse(value, reference) instanceof InvalidValue);
    const matches = new RegExp((field?.schema as { pattern?: string } | undefined)?.pattern ?? '');
    expect(VALUES.filter((value) => matches.test(value))).toEqual(VALUES.filter(isAccepted));
  });
});
