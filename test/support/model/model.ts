import { answerToList } from './lists.js';
import { answerToRead } from './reads.js';
import { answerToRemoval } from './removals.js';
import type { Asked } from './requests.js';
import { type Shown } from './shown-records.js';
import { shownTo } from './shown.js';
import { Refusal, type AnyRecord, type World } from './world.js';
import { create, update } from './writes.js';

/** What the contract has a request answer. */
export interface Expected {
  readonly status: number;
  readonly code?: string;
  /** The parameters that a problem names. */
  readonly names?: readonly string[];
  /** The answer of a success; of a write, once the ids of what it made are known. */
  readonly shown?: () => Shown;
  /** The record that was written. */
  readonly record?: AnyRecord;
}

/**
 * What the contract has a request answer, in a world that changes with it: a calendar in a few hundred lines, written from the
 * rules alone. Where it differs from the service, one of the two has misread them.
 */
export function answerOf(asked: Asked): Expected {
  const { world } = asked;
  const before = structuredClone({ records: world.records, gone: world.gone });
  try {
    return succeed(asked);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const attempts = countOfAttempts(world);
    Object.assign(world, before);
    for (const record of world.records)
      if (record.kind === 'event') record.wrongPasswords = attempts.get(record.id) ?? 0;
    return { status: error.status, code: error.code, names: error.names };
  }
}

const countOfAttempts = ({ records }: World) =>
  new Map(records.flatMap((each) => (each.kind === 'event' ? [[each.id, each.wrongPasswords]] : [])));

function succeed(asked: Asked): Expected {
  if (asked.verb === 'read') return answered(answerToRead(asked));
  if (asked.verb === 'list') return answered(answerToList(asked));
  if (asked.verb === 'remove') return answered(answerToRemoval(asked));
  const record = asked.verb === 'create' ? create(asked) : update(asked);
  const status = asked.verb === 'create' ? 201 : 200;
  return { status, record, shown: () => shownTo(asked, record) };
}

const answered = (shown: Shown): Expected => ({ status: 200, shown: () => shown });
