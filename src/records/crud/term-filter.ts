/** A filter of a list by terms: records with any of them, or of their descendants. */
export class TermFilter {
  /**
   * @param keys ids and slugs for the URLs of the list
   * @param ids ids of the terms and their descendants
   */
  constructor(
    private readonly keys: readonly (number | string)[],
    readonly ids: readonly number[],
  ) {}

  toString(): string {
    return this.keys.join(',');
  }
}
