import { describe, expect, it } from 'vitest';
import { type Field, fieldsOf } from '../../../../src/kernel/schema/field.js';
import { EmailField, TextField } from '../../../../src/kernel/schema/fields.js';
import { CreateEventDto } from '../../../../src/events/dto/create-event.dto.js';
import { ListEventsQuery } from '../../../../src/events/dto/list-events.query.js';
import { InvalidValue, invalidValueMessage } from '../../../../src/kernel/schema/parsers.js';
import type { Type } from '@nestjs/common';
import { CreateCategoryDto } from '../../../../src/categories/dto/create-category.dto.js';
import { CreateOrganizerDto } from '../../../../src/organizers/dto/create-organizer.dto.js';
import { CreateUserDto } from '../../../../src/accounts/dto/create-user.dto.js';
import { CreateTokenDto } from '../../../../src/accounts/dto/create-token.dto.js';
import { CreateVenueDto } from '../../../../src/venues/dto/create-venue.dto.js';

class Contact {
  @EmailField()
  email?: string;

  @TextField()
  name?: string;

  @TextField({ isMultiline: true })
  note?: string;
}

it.each([
  ['email', ' e\u0301@b.example ', 'e\u0301@b.example'],
  ['name', 'e\u0301\r\nb\tc', 'é b c'],
  ['note', 'e\u0301\r\nb\tc', 'é\r\nb\tc'],
])('the field %s reads %j as %j (2.8)', (field, sent, stored) => {
  const parse = fieldsOf(Contact).find(({ name }) => name === field)?.parse;
  expect(parse?.(sent, { nowMs: 0, zone: 'UTC' })).toBe(stored);
});

const DAYS = [
  '2026-12-05',
  '2026-00-05',
  '2026-13-05',
  '2026-12-00',
  '2026-12-32',
  '2026-1-5',
  '20260301',
  '20261301',
  '20260332',
];
const TIMES = ['00:00', '23:59', '24:00', '12:60', '9:00', '12:30:59', '12:30:60', '12:30:59.5', '12:30:59;12:30.5'];
const OFFSETS = ['', 'Z', ' z', '+01:00', '-0330', '+02', ' +01:00', ' 01:00', '+24:00', '+01:60', '+1', 'CET'];
const BASIC = ['20260301T1030', '20260301t103059Z', '20260301T10', '20260301T103059.5+0100', '20260301 1030'];
const NUMBERS = ['0', '-1', '12345678', '123456789', '-123456789', '1e9', '123456789.5', '+123456789'];
const RELATIVE = [
  'now',
  'today',
  'yesterday',
  '+1 day',
  '1 day',
  ' 1 day',
  '+ 1 day',
  '-2weeks',
  '+1 year',
  '+1000000 days',
  'infinity',
];
const PERIODS = [
  '2026-W01',
  '2026-W00',
  '2026-w54',
  '2026-12',
  '2026-13',
  '2026',
  '2026-12-05 / 2026-W53',
  '2026-12/',
  'today/now',
];
const DATE_TIMES = ['T', ' ', '_'].flatMap((separator) =>
  TIMES.flatMap((time) => OFFSETS.map((offset) => `2026-12-05${separator}${time}${offset}`)),
);
const DATE_VALUES = [DAYS, BASIC, NUMBERS, RELATIVE, PERIODS, DATE_TIMES].flat();

describe('The documented pattern of a date', () => {
  it.each([
    ['start_date', CreateEventDto],
    ['starts_after', ListEventsQuery],
    ['during', ListEventsQuery],
  ] as const)('matches exactly the values that the service accepts: %s (10.3)', (name, dto) => {
    const field = fieldsOf(dto).find((each) => each.name === name);
    const reference = { nowMs: Date.parse('2026-11-28T12:00:00Z'), zone: 'Europe/Madrid' };
    const isAccepted = (value: string) => !(field?.parse(value, reference) instanceof InvalidValue);
    const matches = new RegExp((field?.schema as { pattern?: string } | undefined)?.pattern ?? '');
    expect(DATE_VALUES.filter((value) => matches.test(value))).toEqual(DATE_VALUES.filter(isAccepted));
  });
});

/** Length of a value that almost fills the largest accepted body (1.5 MiB). */
const OVERSIZED_LENGTH = 1_500_000;
const repeatPiece = (piece: string, end = '') => piece.repeat(OVERSIZED_LENGTH / piece.length) + end;

const OVERSIZED: Readonly<Record<string, unknown>> = {
  digits: repeatPiece('9', 'x'),
  decimals: `${'9'.repeat(OVERSIZED_LENGTH / 2)}.${'9'.repeat(OVERSIZED_LENGTH / 2)}x`,
  blanks: `x${repeatPiece(' ', 'x')}`,
  'blanks and commas': repeatPiece(' ,'),
  ids: repeatPiece('1,'),
  'combining marks': repeatPiece('e\u0301\u0323'),
  surrogates: repeatPiece('\ud800'),
  'an e-mail address': `a@${repeatPiece('a.')}org`,
  'a URL': `http://${repeatPiece('a.')}org/`,
  'a zone': `Europe${repeatPiece('/a')}`,
  'a date': `2026-01-01T10:00:00.${repeatPiece('9')}`,
  markup: repeatPiece('<a b="'),
  'an array of numbers': Array.from({ length: 700_000 }, () => 1),
  'an array of texts': Array.from({ length: 300_000 }, () => 'a<b>b'),
  'an array of objects': Array.from({ length: 150_000 }, () => ({ id: 1 })),
};

const DTOS: Type[] = [
  CreateEventDto,
  CreateVenueDto,
  CreateOrganizerDto,
  CreateCategoryDto,
  CreateUserDto,
  CreateTokenDto,
  ListEventsQuery,
];
/** These fields ignore values that they cannot read (6.1). */
const IGNORING_FIELDS = new Set(['cost_details']);
const REFERENCE_TIME = { nowMs: 0, zone: 'UTC' };

/** CPU time in ms to parse a value, and whether the value was accepted. */
function measureParse({ parse }: Field, value: unknown): [cpuMs: number, isAccepted: boolean] {
  const before = process.cpuUsage();
  const error = invalidValueMessage(parse(value, REFERENCE_TIME));
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, error === undefined];
}

describe.each(DTOS.map((dto) => [dto.name, dto] as const))('%s', (_name, dto) => {
  it.each(Object.keys(OVERSIZED))(
    'rejects or ignores an oversized value in under a second of CPU time: %s (9.3, 2.8)',
    (kind) => {
      for (const field of fieldsOf(dto)) {
        const [cpuMs, isAccepted] = measureParse(field, OVERSIZED[kind]);
        expect([field.name, isAccepted]).toEqual([field.name, IGNORING_FIELDS.has(field.name)]);
        // Parsers with quadratic time need minutes.
        expect(cpuMs).toBeLessThan(1000);
      }
    },
  );
});
