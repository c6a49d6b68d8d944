/** A table that is renamed, or whose columns are. */
export interface TableRename {
  readonly from: string;
  readonly to: string;
  /** New names of columns, by their old names. A name that contains another one precedes it. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Tables of the calendar, except those of translations. */
export const TABLE_RENAMES: readonly TableRename[] = [
  { from: 'derived_state', to: 'service_state', columns: {} },
  { from: 'image_namings', to: 'image_permissions', columns: {} },
  {
    from: 'password_attempts',
    to: 'password_attempts',
    columns: { client: 'network', wrong: 'wrong_attempts', latest: 'last_attempt_at' },
  },
  { from: 'term_counts', to: 'term_counts', columns: { terms: 'term_ids', due: 'effective_at' } },
  {
    from: 'term_count_changes',
    to: 'term_count_changes',
    columns: { terms: 'term_ids', due: 'effective_at', change: 'delta' },
  },
  { from: 'audit_entries', to: 'audit_entries', columns: { at: 'created_at' } },
  {
    from: 'events',
    to: 'events',
    columns: { folded_facts: 'search_fields', category_set: 'category_ids', tag_set: 'tag_ids' },
  },
  { from: 'venues', to: 'venues', columns: { folded_facts: 'search_fields' } },
  { from: 'organizers', to: 'organizers', columns: { folded_facts: 'search_fields' } },
  { from: 'categories', to: 'categories', columns: { parent_key: 'sibling_scope' } },
];

/** Renames a table and its columns. */
export function tableRenameStatements({ from, to, columns }: TableRename): string[] {
  return [
    ...(from === to ? [] : [`alter table ${from} rename to ${to}`]),
    ...Object.entries(columns).map(([old, name]) => `alter table ${to} rename column ${old} to ${name}`),
  ];
}
