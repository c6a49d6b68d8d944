export const MAX_FIELD_LEVELS = 3;

/** Members of an object that a client selected. `null` selects a member as a whole. */
export interface SelectedMembers extends ReadonlyMap<string, SelectedMembers | null> {}

export interface FieldSelection {
  /** The names as sent, such as `venue.city`. */
  readonly names: readonly string[];
  readonly members: SelectedMembers;
}

/**
 * Builds a selection. A dot reaches into an object, or into each object of an array. A member that is named as a whole and in part is
 * selected as a whole. Names with too many levels are ignored: validation reports them.
 * @example createFieldSelection(['title', 'venue.city']).members // title → null, venue → (city → null)
 */
export function createFieldSelection(names: readonly string[]): FieldSelection {
  const paths = names.map((name) => name.split('.')).filter(({ length }) => length <= MAX_FIELD_LEVELS);
  return { names, members: groupPathsByMember(paths) };
}

function groupPathsByMember(paths: readonly string[][]): SelectedMembers {
  const pathsByMember = Map.groupBy(paths, ([name = '']) => name);
  return new Map(
    [...pathsByMember].map(([name, group]) => [
      name,
      group.some(({ length }) => length === 1) ? null : groupPathsByMember(group.map((path) => path.slice(1))),
    ]),
  );
}

/** The selected members of a record, in the order of the record. `id` is always included. */
export function selectFromRecord(record: object, members: SelectedMembers): object {
  return { ...('id' in record ? { id: record.id } : {}), ...selectMembers(record, members) };
}

function selectMembers(value: object, members: SelectedMembers): object {
  const selected = Object.entries(value).filter(([name]) => members.has(name));
  return Object.fromEntries(selected.map(([name, member]) => [name, selectFrom(member, members.get(name) ?? null)]));
}

function selectFrom(value: unknown, members: SelectedMembers | null): unknown {
  if (members === null || value === null || typeof value !== 'object') return value;
  return Array.isArray(value) ? value.map((each) => selectFrom(each, members)) : selectMembers(value, members);
}
