import type { Kind, ServedRecord } from '../support/records/kinds.js';

/** Yields all records in a response, at any depth, with their kinds. */
export function* nestedRecords(value: unknown): Generator<readonly [path: Kind['path'], record: ServedRecord]> {
  if (value === null || typeof value !== 'object') return;
  if ('ml_language' in value && 'rest_url' in value) {
    const [, path] = /\/v1\/(\w+)\/\d+$/.exec(String(value.rest_url)) ?? [];
    yield [path as Kind['path'], value as object as ServedRecord];
  }
  for (const member of Object.values(value)) yield* nestedRecords(member);
}
