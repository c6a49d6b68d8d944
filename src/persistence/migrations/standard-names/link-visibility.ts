const LINK_TABLES = ['event_venues', 'event_organizers'];

/** Renames the triggers that keep `listed_until` and `public_from` of links, and renames and replaces their functions. */
export function linkVisibilityStatements(): string[] {
  return [
    'alter function tell_link_of_event rename to sync_link_visibility',
    'alter function tell_links_of_event rename to sync_links_visibility',
    'alter trigger tells_links on events rename to sync_link_visibility',
    ...LINK_TABLES.map((table) => `alter trigger is_told on ${table} rename to sync_visibility`),
    SYNC_LINK,
    SYNC_LINKS,
  ];
}

const isListed = (event: string) => `${event}.trashed_at is null and not ${event}.hide_from_listings`;

/** Values of `listed_until, public_from`. */
const visibility = (event: string) => `
  case when ${isListed(event)} then ${event}.ends_at end,
  case when ${isListed(event)} and ${event}.status = 'publish' and ${event}.password_hash is null
    then ${event}.published_at end`;

/** Sets the visibility of a new link. The event is locked, so that a concurrent change of the event finds the link. */
const SYNC_LINK = `
  create or replace function sync_link_visibility() returns trigger language plpgsql as $$
  begin
    select ${visibility('event')} into new.listed_until, new.public_from
    from events as event where event.id = new.event_id for no key update;
    return new;
  end $$`;

/** Updates the links of a changed event. */
const SYNC_LINKS = `
  create or replace function sync_links_visibility() returns trigger language plpgsql as $$
  begin
    ${LINK_TABLES.map(
      (table) =>
        `update ${table} set (listed_until, public_from) = row (${visibility('new')}) where event_id = new.id;`,
    ).join('\n    ')}
    return null;
  end $$`;
