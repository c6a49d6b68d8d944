import { canSelectStatus } from '../readers.js';
import type { EventQuery } from './queries.js';
import { isReadable } from './rights.js';
import type { Dataset, DatasetRecord } from './dataset.js';

/** The ids of a filter that fulfil something; no filter, where none does. */
function keepMatching(ids: readonly number[] | undefined, isLeft: (id: number) => boolean): number[] | undefined {
  const found = ids?.filter(isLeft);
  return found?.length === 0 ? undefined : found;
}

function keepRecords(
  query: EventQuery,
  world: Dataset,
  isKept: (record: DatasetRecord | undefined) => boolean,
): EventQuery {
  const { venue, organizer, post_parent: parent } = query;
  const recordOf = (records: readonly DatasetRecord[], id: number) => records.find((each) => each.id === id);
  return {
    ...query,
    venue: keepMatching(venue, (id) => isKept(recordOf(world.venue, id))),
    organizer: keepMatching(organizer, (id) => isKept(recordOf(world.organizer, id))),
    post_parent: keepMatching(parent === undefined ? undefined : [parent], (id) =>
      isKept(recordOf(world.events, id)),
    )?.[0],
  };
}

/**
 * A query that names nothing of the trash where its reader could read that: whether it is there for a filter, the contract
 * does not say.
 */
export function withoutTrashed(query: EventQuery, world: Dataset, now: number): EventQuery {
  return keepRecords(
    query,
    world,
    (record) => record?.trashed !== true || !isReadable(record, { query, dataset: world, now }),
  );
}

/** A query without what would be refused. */
export function permittedQuery(query: EventQuery, world: Dataset, now: number): EventQuery {
  const readable = keepRecords(query, world, (record) => isReadable(record, { query, dataset: world, now }));
  const { reader, near, geoloc, status, hide_from_listings: hidden } = readable;
  return {
    ...readable,
    geoloc: near && geoloc?.means === false ? undefined : geoloc,
    status: canSelectStatus(reader) ? status : status && ['publish'],
    hide_from_listings: reader === 'editor' ? hidden : hidden && 'false',
  };
}
