import { describe, expect, it } from 'vitest';
import { MikroORM, type EntityData, type EntityManager } from '@mikro-orm/postgresql';
import type { FieldChanges } from '../../../../src/records/audit/audit-entry.entity.js';
import { changesOfRecord } from '../../../../src/records/audit/record-changes.js';
import { auditActionOf, pendingInserts, pendingWrites } from '../../../../src/records/audit/pending-writes.js';
import { databaseOptions } from '../../../../src/database/database-options.js';
import { CalendarEvent, EventTag, EventVenue } from '../../../../src/events/event.entity.js';
import { Tag } from '../../../../src/tags/tag.entity.js';
import { Venue, VenueTranslation } from '../../../../src/venues/venue.entity.js';

const orm = new MikroORM(databaseOptions('postgres://nobody@127.0.0.1:1/nowhere'));

/** The columns of a stored event that the tests change. */
const EVENT: Record<string, unknown> = {
  id: 5,
  version: 1,
  author_id: 3,
  status: 'publish',
  trashed_at: null,
  published_at: '2026-11-20 10:00:00+00',
  image_id: null,
  image_alt: null,
  custom_fields: { a: [1, 'x'] },
  starts_at: '2030-05-01 17:00:00+00',
  start_local: '2030-05-01 19:00:00',
  cost: '{"12 €","a, \\"b\\""}',
  website: null,
  hide_from_listings: false,
  sticky: false,
  password_hash: null,
  post_parent_id: null,
  category_ids: '{1}',
};

/** Audit entry of an update that applies this change to a stored event. */
function auditEntryOf(change: (event: CalendarEvent, em: EntityManager) => void, columns: object = {}) {
  const em = orm.em.fork();
  const event = em.map(CalendarEvent, { ...EVENT, ...columns } as EntityData<CalendarEvent>);
  change(event, em);
  em.getUnitOfWork().computeChangeSets();
  const [write] = pendingWrites(em);
  return write && { action: auditActionOf(write), ...changesOfRecord(write) };
}

function linkTo(em: EntityManager, event: CalendarEvent, id: number): EventTag {
  return em.map(EventTag, { event_id: event.id, tag_id: id, position: 0 });
}

const changesIn = (change: (event: CalendarEvent) => void, columns?: object): FieldChanges | undefined =>
  auditEntryOf(change, columns)?.changes;

describe('Audit entries of updates', () => {
  it('list changed fields by their API names, with old and new values (8.3)', () => {
    const changes = changesIn((event) => {
      Object.assign(event, { startLocal: '2030-05-02 19:00:00', startsAt: new Date('2030-05-02T17:00:00Z') });
      Object.assign(event, { publishedAt: null, authorId: null, imageId: 8, imageAlt: 'A poster', postParentId: 4 });
      Object.assign(event, { cost: ['free'], customFields: { b: 1 }, hideFromListings: true });
    });
    expect(changes).toEqual({
      start_date: { from: '2030-05-01 19:00:00', to: '2030-05-02 19:00:00' },
      starts_at: { from: '2030-05-01T17:00:00Z', to: '2030-05-02T17:00:00Z' },
      date_utc: { from: '2026-11-20T10:00:00Z', to: null },
      author: { from: 3, to: null },
      image: { from: null, to: 8 },
      'image.alt': { from: null, to: 'A poster' },
      post_parent: { from: null, to: 4 },
      cost: { from: ['12 €', 'a, "b"'], to: ['free'] },
      custom_fields: { from: { a: [1, 'x'] }, to: { b: 1 } },
      hide_from_listings: { from: false, to: true },
    });
  });

  it('report that a password changed, without any value (8.15)', () => {
    const change = { password: 'changed' };
    expect(changesIn((event) => Object.assign(event, { passwordHash: 'new hash' }))).toEqual(change);
    expect(changesIn((event) => Object.assign(event, { passwordHash: 'b' }), { password_hash: 'a' })).toEqual(change);
    expect(changesIn((event) => Object.assign(event, { passwordHash: null }), { password_hash: 'a' })).toEqual(change);
  });

  it('truncate long values after 500 characters, never within a character (8.3)', () => {
    const long = 'x'.repeat(499);
    const changeOf = (value: object) => Object.values(changesIn((event) => Object.assign(event, value)) ?? {})[0];
    expect(changeOf({ website: `${long}yz` })).toEqual({ from: null, to: `${long}y…` });
    expect(changeOf({ website: `${long}y` })).toEqual({ from: null, to: `${long}y` });
    expect(changeOf({ website: `${long}🎷z` })).toEqual({ from: null, to: `${long}…` });
    expect(changeOf({ customFields: { a: `${long}yz` } })).toEqual({
      from: { a: [1, 'x'] },
      to: `{"a":"${'x'.repeat(494)}…`,
    });
  });

  it('list added and removed links, or report that links were moved if nothing else changed (8.3)', () => {
    const replaced = auditEntryOf((event, em) => {
      const [removedLink, keptLink] = [linkTo(em, event, 1), linkTo(em, event, 2)];
      em.remove(removedLink);
      keptLink.position = 7;
      em.persist(Object.assign(new EventTag(), { event, tag: em.getReference(Tag, 3), position: 8 }));
      em.persist(Object.assign(new EventVenue(), { event, venue: em.getReference(Venue, 9), position: 0 }));
    });
    expect(replaced?.changes).toEqual({ tags: { added: [3], removed: [1] }, venue: { added: [9] } });
    const moved = auditEntryOf((event, em) => Object.assign(linkTo(em, event, 1), { position: 4 }));
    expect(moved).toEqual({ action: 'update', language: null, changes: { tags: { moved: true } } });
  });
});

describe('Audit entries of creates', () => {
  it('list fields that are neither empty nor the default (8.3)', () => {
    const em = orm.em.fork();
    const venue = Object.assign(new Venue(), { id: 7, status: 'draft', customFields: {}, city: 'Reus', zip: '' });
    Object.assign(venue, { showMap: true, showMapLink: false, geoLat: 0, version: 1, searchFields: 'reus' });
    const texts = { language: 'es', name: 'Sala', slug: 'sala', description: '' };
    const text = Object.assign(new VenueTranslation(), { venue, ...texts });
    em.persist([venue, text]);
    const [write, ...others] = pendingInserts(em);
    expect(others).toEqual([]);
    expect(write && { action: auditActionOf(write), ...changesOfRecord(write) }).toEqual({
      action: 'create',
      language: 'es',
      changes: {
        status: { from: null, to: 'draft' },
        city: { from: null, to: 'Reus' },
        show_map_link: { from: null, to: false },
        geo_lat: { from: null, to: 0 },
        venue: { from: null, to: 'Sala' },
        slug: { from: null, to: 'sala' },
      },
    });
  });
});

describe('Secrets', () => {
  it('are not in audit entries of creates and deletes (8.15)', () => {
    const em = orm.em.fork();
    em.persist(Object.assign(new CalendarEvent(), { id: 6, passwordHash: 'a hash' }));
    expect(pendingInserts(em).map(changesOfRecord)).toEqual([{ language: null, changes: { password: 'changed' } }]);
    const deleted = auditEntryOf((event, em) => em.remove(event), { password_hash: 'a hash' });
    expect([deleted?.action, deleted?.changes['password'], JSON.stringify(deleted).includes('hash')]).toEqual([
      'delete',
      'changed',
      false,
    ]);
  });

  it('are in columns that are marked as hidden (8.15)', () => {
    const columns = [...orm.getMetadata().getAll().values()].flatMap(({ tableName, props }) =>
      props.map(({ name, hidden }) => ({ column: `${tableName}.${name}`, hidden: hidden === true })),
    );
    const secret = columns.filter(({ column }) => /hash|password|secret/i.test(column));
    expect(secret).toEqual([
      { column: 'tokens.hash', hidden: true },
      { column: 'events.passwordHash', hidden: true },
    ]);
  });
});
