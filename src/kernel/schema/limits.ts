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
/** Most characters of an address on the web, of an e-mail address. */
export const LONGEST_URL = 2000;
export const LONGEST_EMAIL = 254;
