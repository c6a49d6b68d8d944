/** A text of `i18n/*\/….json` with the values of its placeholders. */
export interface Message {
  /** Key below `i18n`, such as `validation.integer`. */
  readonly key: string;
  readonly args?: Readonly<Record<string, unknown>>;
}
