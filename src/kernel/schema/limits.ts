/** Parameters of a request, query and body together. The same limit applies to the members of an object in a field. */
export const MAX_PARAMETERS = 200;
/** Names in the parameter `fields`. */
export const MAX_SELECTED_FIELDS = 50;
/** Values of a list. */
export const MAX_LIST_VALUES = 100;
/** Unicode code points of a title or name. */
export const MAX_NAME_LENGTH = 500;
/** Unicode code points of a description. */
export const MAX_DESCRIPTION_LENGTH = 200_000;
/** Distinct words of a search. A word that is part of another does not count. */
export const MAX_SEARCH_WORDS = 20;
export const MAX_URL_LENGTH = 2000;
export const MAX_EMAIL_LENGTH = 254;
