/** Most parameters a request may bring, in query and body together, and an object among them. */
export const MAX_PARAMETERS = 200;
/** Most names in `fields`. */
export const MAX_SELECTED_FIELDS = 50;
/** Most values a list may bring. */
export const MAX_LIST_VALUES = 100;
/** Most characters (Unicode code points) of a title or name, a description. */
export const MAX_NAME_LENGTH = 500;
export const MAX_DESCRIPTION_LENGTH = 200_000;
/** Most words of a search, not counting those that are part of another. */
export const MAX_SEARCH_WORDS = 20;
/** Most characters of an address on the web, of an e-mail address. */
export const MAX_URL_LENGTH = 2000;
export const MAX_EMAIL_LENGTH = 254;
