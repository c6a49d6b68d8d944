import { statusAfter } from '../rights-expected.js';
import { expectPassword, recordAt } from './reads.js';
import type { Asked } from './requests.js';
import { demand, mayEdit, mayEditSome, mayRuleOthers, standingOf } from './rights.js';
import { type Shown } from './shown-records.js';
import { shownTo } from './shown.js';
import { keepFormer, slugsOf } from './slugs.js';
import { removeTerm } from './terms.js';
import { allOf, isTerm, languagesOf, Refusal, type AnyRecord, type PublishedRecord } from './world.js';

/** 3.9, 8.4, 8.9, 8.10, 8.13: gives the record as it is answered. */
export function answerToRemoval(asked: Asked): Shown {
  const { kind, query, world } = asked;
  const isTranslation = query['ml_scope'] === 'translation';
  const isForced = query['force'] === 'true' && kind !== 'category' && kind !== 'tag';
  demand(asked, kind === 'category' || kind === 'tag' || isForced ? mayRuleOthers(asked) : mayEditSome(asked));
  if (isTranslation && !asked.isNamed) throw new Refusal(400, 'missing_parameter', ['ml_language']);
  const record = recordAt(asked);
  demand(asked, mayEdit(asked, record));
  if (record.kind === 'event' && record.password !== null && query['password'] !== undefined && 'id' in asked.address)
    expectPassword(asked, record);
  if (isTranslation) return withoutTranslation(asked, record);
  if (isTerm(record) || isForced) return gone(asked, record);
  if (record.trashedAt !== null) throw new Refusal(410, `${kind}_in_trash`);
  Object.assign(record, { trashedAt: world.now, modifiedAt: world.now });
  return shownTo(asked, record);
}

/** 3.9 */
function withoutTranslation(asked: Asked, record: AnyRecord): Shown {
  if (!record.texts[asked.language]) throw new Refusal(404, 'translation_not_found');
  if (languagesOf(record).length === 1) throw new Refusal(409, 'last_translation');
  const before = slugsOf(record);
  const { [asked.language]: _removed, ...texts } = record.texts;
  record.texts = texts;
  keepFormer(record, before);
  if (!isTerm(record)) {
    awaitEditor(asked, record);
    record.modifiedAt = asked.world.now;
  }
  return shownTo(asked, record);
}

/** What a contributor changes of what is scheduled waits for an editor, as by an update. */
function awaitEditor(asked: Asked, record: PublishedRecord): void {
  const after = statusAfter(asked.user.role, standingOf(asked, record));
  if (after === 'pending') record.status = 'pending';
}

/** 8.10: for good, with all links to it. */
function gone(asked: Asked, record: AnyRecord): Shown {
  const { world } = asked;
  const shown = shownTo(asked, record);
  world.gone.push({ kind: record.kind, id: record.id, slug: slugsOf(record)[0] ?? '' });
  if (isTerm(record)) {
    removeTerm(asked, record);
    return shown;
  }
  world.records = world.records.filter((each) => each !== record);
  for (const event of allOf(world, 'event')) {
    if (event.parent === record) event.parent = null;
    event.venue = event.venue.filter((each) => each !== record);
    event.organizer = event.organizer.filter((each) => each !== record);
  }
  return shown;
}
