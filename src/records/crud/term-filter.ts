/** What a list was asked for of the terms of its records: any of these, or, of categories, one below them. */
export class TermFilter {
  /**
   * @param keys ids and slugs, as they stand in addresses
   * @param ids the terms named, and those below them
   */
  constructor(
    private readonly keys: readonly (number | string)[],
    readonly ids: readonly number[],
  ) {}

  toString(): string {
    return this.keys.join(',');
  }
}
