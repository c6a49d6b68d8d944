import { maySelectStatus } from '../readers.js';
import type { EventQuery } from './queries.js';
import { isReadable } from './rights.js';
import type { World, WorldRecord } from './worlds.js';

/** The ids of a filter that fulfil something; no filter, where none does. */
function left(ids: readonly number[] | undefined, isLeft: (id: number) => boolean): number[] | undefined {
  const found = ids?.filter(isLeft);
  return found?.length === 0 ? undefined : found;
}

function keeping(query: EventQuery, world: World, isKept: (record: WorldRecord | undefined) => boolean): EventQuery {
  const { venue, organizer, post_parent: parent } = query;
  const recordOf = (records: readonly WorldRecord[], id: number) => records.find((each) => each.id === id);
  return {
    ...query,
    venue: left(venue, (id) => isKept(recordOf(world.venue, id))),
    organizer: left(organizer, (id) => isKept(recordOf(world.organizer, id))),
    post_parent: left(parent === undefined ? undefined : [parent], (id) => isKept(recordOf(world.events, id)))?.[0],
  };
}

/**
 * A query that names nothing of the trash where its reader could read that: whether it is there for a filter, the contract
 * does not say.
 */
export function outOfTrash(query: EventQuery, world: World, now: number): EventQuery {
  return keeping(query, world, (record) => record?.trashed !== true || !isReadable(record, { query, world, now }));
}

/** A query without what would be refused. */
export function permitted(query: EventQuery, world: World, now: number): EventQuery {
  const readable = keeping(query, world, (record) => isReadable(record, { query, world, now }));
  const { reader, near, geoloc, status, hide_from_listings: hidden } = readable;
  return {
    ...readable,
    geoloc: near && geoloc?.means === false ? undefined : geoloc,
    status: maySelectStatus(reader) ? status : status && ['publish'],
    hide_from_listings: reader === 'editor' ? hidden : hidden && 'false',
  };
}
