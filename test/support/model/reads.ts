import type { Asked } from './requests.js';
import { isSealed, knows, mayEdit } from './rights.js';
import { type Shown } from './shown-records.js';
import { shownTo } from './shown.js';
import { bySlug } from './slugs.js';
import { allOf, isTerm, Refusal, type AnyRecord } from './world.js';

/** 8.5: a record at its address; what may not be read is as if it did not exist. */
export function recordAt(asked: Asked): AnyRecord {
  const { world, kind, address } = asked;
  const record =
    'id' in address ? allOf(world, kind).find(({ id }) => id === address.id) : bySlug(world, kind, address.slug);
  if (!record || !knows(asked, record)) throw new Refusal(404, `${kind}_not_found`);
  return record;
}

/** 3.3, 8.9, 8.13 */
export function answerToRead(asked: Asked): Shown {
  const { kind, query, language } = asked;
  const record = recordAt(asked);
  if (!isTerm(record) && record.trashedAt !== null && !mayEdit(asked, record))
    throw new Refusal(410, `${kind}_in_trash`);
  if (query['ml_fallback'] === 'none' && !record.texts[language]) throw new Refusal(404, 'translation_not_found');
  if (isSealed(asked, record)) expectPassword(asked, record);
  return shownTo(asked, record, true);
}

/** 8.13: by slug only a header brings a password, which no command sends. */
export function expectPassword({ address, query }: Asked, record: AnyRecord): void {
  if (record.kind !== 'event') return;
  const given = 'id' in address ? query['password'] : undefined;
  if (given === record.password) return;
  if (given !== undefined) record.wrongPasswords += 1;
  throw new Refusal(403, 'event_password_required');
}
