import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../../../src/kernel/errors/describe-failure.js';
import { SetupError } from '../../../../src/kernel/errors/setup-error.js';

const failureOf = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('describeFailure', () => {
  it('shows the message of a setup error (11.2)', () => {
    expect(describeFailure(new SetupError('There is no user named Eve.'))).toBe('There is no user named Eve.');
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000', '57P03'])(
    'says that the database cannot be reached for %s (11.2)',
    (code) => {
      expect(describeFailure(failureOf(code, 'no'))).toBe('The database cannot be reached: no. Check DATABASE_URL.');
    },
  );

  it('lists each IP address of a database host that cannot be reached (11.2)', () => {
    const failures = ['::1', '127.0.0.1'].map((address) => failureOf('ECONNREFUSED', `no at ${address}`));
    const error = Object.assign(new AggregateError(failures), { code: 'ECONNREFUSED' });
    expect(describeFailure(error)).toBe(
      'The database cannot be reached: no at ::1; no at 127.0.0.1. Check DATABASE_URL.',
    );
  });

  it('shows the message of any other failure (11.2)', () => {
    expect(describeFailure(failureOf('23505', 'duplicate key'))).toBe('duplicate key');
    expect(describeFailure('odd')).toBe('odd');
  });
});
