import { describe, expect, it } from 'vitest';
import type { Type } from '@nestjs/common';
import { fieldsOf, type Field } from '../../../../src/kernel/schema/field.js';
import { invalidValueMessage } from '../../../../src/kernel/schema/parsers.js';
import { CreateCategoryDto } from '../../../../src/categories/dto/create-category.dto.js';
import { CreateEventDto } from '../../../../src/events/dto/create-event.dto.js';
import { ListEventsQuery } from '../../../../src/events/dto/list-events.query.js';
import { CreateOrganizerDto } from '../../../../src/organizers/dto/create-organizer.dto.js';
import { CreateUserDto } from '../../../../src/accounts/dto/create-user.dto.js';
import { CreateTokenDto } from '../../../../src/accounts/dto/create-token.dto.js';
import { CreateVenueDto } from '../../../../src/venues/dto/create-venue.dto.js';

/** Maximum size of a body. */
const MAX_BODY_BYTES = 1_500_000;
const repeatToMaxSize = (piece: string, end = '') => piece.repeat(MAX_BODY_BYTES / piece.length) + end;

const VALUES: Readonly<Record<string, unknown>> = {
  digits: repeatToMaxSize('9', 'x'),
  decimals: `${'9'.repeat(MAX_BODY_BYTES / 2)}.${'9'.repeat(MAX_BODY_BYTES / 2)}x`,
  blanks: `x${repeatToMaxSize(' ', 'x')}`,
  'blanks and commas': repeatToMaxSize(' ,'),
  ids: repeatToMaxSize('1,'),
  'combining marks': repeatToMaxSize('e\u0301\u0323'),
  surrogates: repeatToMaxSize('\ud800'),
  'an e-mail address': `a@${repeatToMaxSize('a.')}org`,
  'a URL': `http://${repeatToMaxSize('a.')}org/`,
  'a zone': `Europe${repeatToMaxSize('/a')}`,
  'a date': `2026-01-01T10:00:00.${repeatToMaxSize('9')}`,
  markup: repeatToMaxSize('<a b="'),
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
/** Of these fields, values of any other form are ignored (6.1). */
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
  it.each(Object.keys(VALUES))(
    'rejects or ignores an oversized value in under a second of CPU time: %s (9.3, 2.8)',
    (kind) => {
      for (const field of fieldsOf(dto)) {
        const [cpuMs, isAccepted] = measureParse(field, VALUES[kind]);
        expect([field.name, isAccepted]).toEqual([field.name, IGNORING_FIELDS.has(field.name)]);
        // Parsers with quadratic time need minutes.
        expect(cpuMs).toBeLessThan(1000);
      }
    },
  );
});
