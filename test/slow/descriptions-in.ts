/** Descriptions and summaries of a document, without those that consist of error codes. */
export function descriptionsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (typeof member !== 'string') return /^examples?$/.test(key) ? [] : descriptionsIn(member);
    return /^(description|summary)$/.test(key) && !/^[a-z_]+(, [a-z_]+)*$/.test(member) ? [member] : [];
  });
}
