import { describe, expect, it } from 'vitest';
import { DriverException } from '@mikro-orm/core';
import { ApiError } from '../../../../src/kernel/errors/api-error.js';
import { DatabaseErrorCounts } from '../../../../src/persistence/client/database-error-counts.js';
import {
  asConnectionError,
  sqlStateClassOf,
  mapDatabaseError,
  DATABASE_ERROR_MAPPINGS,
  isRetryableError,
  loggableError,
} from '../../../../src/persistence/client/database-errors.js';

const withCode = (code: unknown) => Object.assign(new Error('of the database'), { code });
const wrapped = (cause: unknown) => new Error('of the ORM', { cause: new Error('of the driver', { cause }) });

/** Error of the response: code, status and `Retry-After`. */
const mappedError = (error: unknown) => {
  const mapped = mapDatabaseError(error);
  return mapped && [mapped.code, mapped.status, mapped.details.headers?.['Retry-After']];
};

const UNAVAILABLE = ['unavailable', 503, '1'];
const CONFLICT = ['conflict', 409, undefined];
const INVALID = ['invalid_parameter', 400, undefined];

/** Error of the response, whether the write is retried, and SQLSTATE codes. Metrics count them by their first two characters. */
const SQLSTATES: readonly (readonly [
  error: readonly unknown[] | undefined,
  isRetried: boolean,
  codes: readonly string[],
])[] = [
  [UNAVAILABLE, true, ['40001', '40P01']],
  [
    UNAVAILABLE,
    false,
    [
      '40002',
      '55P03',
      '57014',
      '25P03',
      '08006',
      '53100',
      '57P01',
      '25P04',
      '25006',
      '28P01',
      '3D000',
      '58030',
      'XX001',
      'XX002',
    ],
  ],
  [CONFLICT, false, ['23505']],
  [INVALID, false, ['23502', '23514', '22P02']],
  // Unexpected errors.
  [undefined, false, ['42P01', '25001', '55006', '57000', 'XX000']],
];
/** Codes that only begin like an SQLSTATE or a connection error, and a system error unrelated to the connection. */
const OTHER_CODES = ['22', '234567', 'EPIPELINE', 'ENOENT'];

/** Database code, error of the response, whether the write is retried, and class in the metrics. */
const CASES = [
  ...SQLSTATES.flatMap(([error, isRetried, codes]) =>
    codes.map((code) => [code, error, isRetried, code.slice(0, 2)] as const),
  ),
  ...OTHER_CODES.map((code) => [code, undefined, false, 'other'] as const),
];

describe('Database error', () => {
  it.each(CASES)(
    '%s maps to %j, is retried: %s, is counted as %s (9.2, 12.4)',
    (code, expected, isRetried, sqlStateClass) => {
      const error = withCode(code);
      expect([mappedError(error), mappedError(wrapped(error))]).toEqual([expected, expected]);
      expect([isRetryableError(error), isRetryableError(wrapped(error))]).toEqual([isRetried, isRetried]);
      expect(sqlStateClassOf(error)).toBe(sqlStateClass);
    },
  );

  it('has a test case for each row of the mapping table (9.2)', () => {
    const coveredRows = new Set(
      CASES.map(([code]) => DATABASE_ERROR_MAPPINGS.find((row) => code.startsWith(row.sqlStatePrefix))),
    );
    expect(DATABASE_ERROR_MAPPINGS.filter((row) => !coveredRows.has(row))).toEqual([]);
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EMFILE', 'CERT_HAS_EXPIRED', undefined])(
    '%s is unavailable if it occurs while connecting to the database (9.2, 12.4)',
    (code) => {
      const error = asConnectionError(withCode(code));
      expect([mappedError(error), mappedError(wrapped(error)), sqlStateClassOf(error)]).toEqual([
        UNAVAILABLE,
        UNAVAILABLE,
        '08',
      ]);
    },
  );

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])(
    '%s of an open connection is unavailable, also if MikroORM copied the error (9.2, 12.4)',
    (code) => {
      expect([mappedError(withCode(code)), mappedError(new DriverException(withCode(code)))]).toEqual([
        UNAVAILABLE,
        UNAVAILABLE,
      ]);
    },
  );

  it('with an SQLSTATE stays unchanged if it occurs while connecting (9.2)', () => {
    const error = withCode('28P01');
    expect(asConnectionError(error)).toBe(error);
  });

  it.each([
    ['Connection terminated unexpectedly', '08'],
    ['Connection terminated due to connection timeout', '08'],
    ['Client has encountered a connection error and is not queryable', '08'],
    ['Query read timeout', '08'],
    ['timeout exceeded when trying to connect', 'pool'],
  ])('without a code is unavailable because of its message: %s (12.4)', (message, sqlStateClass) => {
    expect(mappedError(wrapped(new Error(message)))).toEqual(UNAVAILABLE);
    expect(sqlStateClassOf(new Error(message))).toBe(sqlStateClass);
  });

  it('becomes the cause of the response error; other values are not mapped (9.2)', () => {
    const error = withCode('22P02');
    expect(mapDatabaseError(error)?.cause).toBe(error);
    expect(mapDatabaseError(withCode('53300'))?.cause).toBeInstanceOf(Error);
    for (const other of [undefined, 'timeout', { code: '22P02' }, withCode(22), new Error('40001')]) {
      expect([mappedError(other), isRetryableError(other)]).toEqual([undefined, false]);
    }
  });

  it('is searched in the chain of causes, outermost first (9.2)', () => {
    expect(mappedError(Object.assign(withCode('23505'), { cause: withCode('57014') }))).toEqual(CONFLICT);
    expect(mappedError(new ApiError('internal', { cause: withCode('57014') }))).toEqual(UNAVAILABLE);
  });
});

const typeError = (message: string, code?: string) =>
  Object.assign(new TypeError(message), { code, detail: 'hunter2' });

describe('loggableError', () => {
  it.each([
    [typeError('relation "tags" does not exist', '42P01'), 'TypeError: relation "tags" does not exist'],
    [typeError('new row\n - detail: Failing row contains (hunter2)', '23514'), 'TypeError: new row'],
    [typeError('invalid input syntax for type integer: "hunter2"', '22P02'), 'TypeError: a value cannot be read'],
    [new Error('outer', { cause: typeError('"hunter2"', '22P02') }), 'Error: a value cannot be read'],
  ])('logs %s without values (8.15)', (error, expectedLine) => {
    const [line, ...frames] = loggableError(error).split('\n');
    expect(line).toBe(expectedLine);
    expect(frames[0]).toMatch(/^ +at .*database-errors\.test/);
    expect(frames.join()).not.toContain('hunter2');
  });

  it('logs only the type of a thrown value that is not an Error (8.15)', () => {
    expect(loggableError('hunter2')).toBe('string');
  });
});

describe('DatabaseErrorCounts', () => {
  it('counts each error in its SQLSTATE class (9.2)', () => {
    const lost = new Error('Connection terminated unexpectedly');
    const noConnection = new Error('timeout exceeded when trying to connect');
    const codes = ['22P02', '22003', '40P01', 'ECONNREFUSED'];
    const errors = [...codes.map(withCode), lost, noConnection];
    const counts = new DatabaseErrorCounts();
    errors.forEach((error) => counts.count(error));
    expect(Object.fromEntries(counts.bySqlStateClass)).toEqual({ '22': 2, '40': 1, '08': 2, pool: 1 });
  });
});
