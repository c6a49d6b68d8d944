/** Key of the version of a record in its view. JSON omits members with symbols as keys. */
export const VERSION_KEY = Symbol('version');

/** Key of the view that a read would return, in a view with a one-time secret. */
export const READ_VIEW_KEY = Symbol('as read');

/** A view with the values that its entity tag depends on. */
export interface EntityTagView {
  readonly [VERSION_KEY]?: number | undefined;
  readonly [READ_VIEW_KEY]?: object;
}

/** Adds a secret that only this response shows. The entity tag is that of the view without it, so that later requests can use the tag. */
export function withOneTimeSecret<View extends object, Secret extends object>(
  view: View,
  secret: Secret,
): View & Secret {
  return { ...view, ...secret, [READ_VIEW_KEY]: view };
}
