/** What an address names a record by. */
export type RecordKey = { readonly id: number } | { readonly slug: string };
