/** Key and values of a text of `i18n/*\/*.json`. */
export interface Message {
  /** Key below `i18n`, such as `validation.integer`. */
  readonly key: string;
  /** Values of the placeholders. */
  readonly args?: Readonly<Record<string, unknown>>;
}
