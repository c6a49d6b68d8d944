import { query } from '../database/database-session.js';

/** Stores copies of an event with its translations, without its links. Each has the next id, and the slug with a number. */
export async function copyEvent(databaseUrl: string, id: number, count: number): Promise<void> {
  const copies = `generate_series(1, ${count}) as n where`;
  await query(
    databaseUrl,
    `insert into events select (jsonb_populate_record(e, jsonb_build_object('id', e.id + n))).* from events as e, ${copies} e.id = ${id};
     insert into event_slugs select (jsonb_populate_record(s, jsonb_build_object('event_id', event_id + n, 'slug', slug || n))).*
       from event_slugs as s, ${copies} event_id = ${id};
     insert into event_translations select (jsonb_populate_record(t, jsonb_build_object('event_id', event_id + n, 'slug', slug || n))).*
       from event_translations as t, ${copies} event_id = ${id}`,
  );
}
