import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { PageRow } from '../lists/list-statements.js';
import { fromTemplate } from '../lists/select-template.js';
import { fillingsOf, inTemplate, nameOf, type Reader } from './reader.js';
import type { ResourceType, ResourceTypes } from './resource-type.js';

/** The select of a resource as the engine extends it, whatever its tables are. */
type Select<Row> = SelectQueryBuilder<Record<string, PageRow>, string, Row>;

const selectOf = <T extends ResourceTypes>(type: ResourceType<T>, db: Kysely<unknown>, reader: Reader) =>
  type.select(db as never, reader) as unknown as Select<T['row']>;

/** Reads the records of a page, in its order. */
export async function readPageOf<T extends ResourceTypes>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  reader: Reader,
  page: RawBuilder<PageRow>,
) {
  const { kind, alias } = type;
  const select = fromTemplate(
    db,
    `page of ${kind.plural} in ${nameOf(reader)}`,
    (holes) =>
      selectOf(type, db, inTemplate(reader, holes))
        .innerJoin(holes.page.as('page'), (join) => join.onRef('page.id', '=', `${alias}.id`))
        .select('page.sort_value')
        .select(type.count ? [sql`page.told`.as('count')] : [])
        .orderBy('page.rank'),
    { ...fillingsOf(reader), page },
  );
  return (await db.executeQuery(select)).rows as unknown as (T['row'] & { id: number; sort_value: string })[];
}

/** Reads the record that fulfils a condition. */
export async function readOneOf<T extends ResourceTypes>(
  type: ResourceType<T>,
  db: Kysely<unknown>,
  reader: Reader,
  isWanted: RawBuilder<SqlBool>,
): Promise<T['row'] | undefined> {
  const { kind, alias, count } = type;
  const select = fromTemplate(
    db,
    `${kind.name} in ${nameOf(reader)}`,
    (holes) =>
      selectOf(type, db, inTemplate(reader, holes))
        .select(count ? [sql.ref(`${alias}.version`).as('version'), count.ofOne(holes.now).as('count')] : [])
        .where(holes.isWanted),
    { ...fillingsOf(reader), isWanted },
  );
  return (await db.executeQuery(select)).rows[0];
}
