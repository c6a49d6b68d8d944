import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { fieldsOf, type Field } from '../../../../src/kernel/schema/field.js';
import { findInvalidValue } from '../../../../src/kernel/schema/parsers.js';
import { CreateCategoryDto } from '../../../../src/categories/dto/create-category.dto.js';
import { CreateEventDto } from '../../../../src/events/dto/create-event.dto.js';
import { ListEventsQuery } from '../../../../src/events/dto/list-events.query.js';
import { CreateOrganizerDto } from '../../../../src/organizers/dto/create-organizer.dto.js';
import { CreateUserDto } from '../../../../src/accounts/dto/create-user.dto.js';
import { CreateTokenDto } from '../../../../src/accounts/dto/create-token.dto.js';
import { CreateVenueDto } from '../../../../src/venues/dto/create-venue.dto.js';

/** Maximum size of a body. */
const SIZE = 1_500_000;
const long = (piece: string, end = '') => piece.repeat(SIZE / piece.length) + end;

const VALUES: Readonly<Record<string, unknown>> = {
  digits: long('9', 'x'),
  decimals: `${'9'.repeat(SIZE / 2)}.${'9'.repeat(SIZE / 2)}x`,
  blanks: `x${long(' ', 'x')}`,
  'blanks and commas': long(' ,'),
  ids: long('1,'),
  marks: long('e\u0301\u0323'),
  surrogates: long('\ud800'),
  'an e-mail address': `a@${long('a.')}org`,
  'an address on the web': `http://${long('a.')}org/`,
  'a zone': `Europe${long('/a')}`,
  'a date': `2026-01-01T10:00:00.${long('9')}`,
  markup: long('<a b="'),
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
const PRESENT = { nowMs: 0, zone: 'UTC' };

/** CPU time in ms to parse a value, and whether the value was accepted. */
function reading({ parse }: Field, value: unknown): [spent: number, accepted: boolean] {
  const before = process.cpuUsage();
  const error = findInvalidValue(parse(value, PRESENT));
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, error === undefined];
}

describe.each(DTOS.map((dto) => [dto.name, dto] as const))('%s', (_name, dto) => {
  it.each(Object.keys(VALUES))('rejects an oversized value in under a second of CPU time: %s (9.3, 2.8)', (kind) => {
    for (const field of fieldsOf(dto)) {
      const [spent, accepted] = reading(field, VALUES[kind]);
      expect([field.name, accepted]).toEqual([field.name, false]);
      // Parsers with quadratic time need minutes.
      expect(spent).toBeLessThan(1000);
    }
  });
});
