/** Key of a record's version in its view. JSON leaves members with such keys out. */
export const VERSION = Symbol('version');

/** Key of what a read would serve, in an answer that shows more. */
export const READ_VIEW = Symbol('as read');

/** An answer, as far as its tag is concerned. */
export interface TaggedView {
  readonly [VERSION]?: number | undefined;
  readonly [READ_VIEW]?: object;
}

/** A view with what is shown this once; its tag is that of the view, so that it holds for whoever goes on with the record. */
export function withSecret<View extends object, Secret extends object>(view: View, secret: Secret): View & Secret {
  return { ...view, ...secret, [READ_VIEW]: view };
}
