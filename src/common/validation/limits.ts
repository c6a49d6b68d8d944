/** Most parameters a request may bring, in query and body together, and an object among them. */
export const MOST_PARAMETERS = 200;
/** Most values a list may bring. */
export const MOST_VALUES = 100;
/** Most characters (Unicode code points) of a title or name, a slug, a description. */
export const LONGEST_NAME = 500;
export const LONGEST_SLUG = 200;
export const LONGEST_DESCRIPTION = 200_000;
/** Most words of a search, not counting those that are part of another. */
export const MOST_WORDS = 20;
