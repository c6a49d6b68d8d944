/** The id or slug by which a URL addresses a record. */
export type RecordKey = { readonly id: number } | { readonly slug: string };
