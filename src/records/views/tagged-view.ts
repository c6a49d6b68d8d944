/** Key of a record's version in its view. JSON leaves members with such keys out. */
export const VERSION_KEY = Symbol('version');

/** Key of what a read would serve, in an answer that shows more. */
export const READ_VIEW_KEY = Symbol('as read');

/** An answer, as far as its tag is concerned. */
export interface TaggedView {
  readonly [VERSION_KEY]?: number | undefined;
  readonly [READ_VIEW_KEY]?: object;
}

/** A view with what is shown this once; its tag is that of the view, so that it holds for whoever goes on with the record. */
export function withOneTimeSecret<View extends object, Secret extends object>(
  view: View,
  secret: Secret,
): View & Secret {
  return { ...view, ...secret, [READ_VIEW_KEY]: view };
}
