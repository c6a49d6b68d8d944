import * as variable from './variable-schemas.js';

/** Variables of the public pages. */
export const PAGE_VARIABLES = {
  PAGES: variable.withDefault(
    variable.boolean,
    'true',
    'Serves the public agenda as web pages. `false`: their addresses do not exist.',
  ),
  PAGES_ROOT: variable.withDefault(
    variable.pagesRoot,
    '/agenda',
    'Path of the pages, after the language segment: `/ca/agenda`.',
  ),
  PAGES_NAME_CA: variable.optional(variable.text, 'Name of the site in Catalan. Not set: the word for “events”.'),
  PAGES_NAME_EN: variable.optional(variable.text, 'Name of the site in English. Not set: the word for “events”.'),
  PAGES_NAME_ES: variable.optional(variable.text, 'Name of the site in Spanish. Not set: the word for “events”.'),
  PAGES_LOGO: variable.optional(
    variable.imageFile,
    'Path of an image file (SVG, PNG, WebP, JPEG or AVIF) that the header shows.',
  ),
  PAGES_CSS: variable.optional(variable.styleSheet, 'Path of a style sheet that is loaded after that of the service.'),
  PAGES_CELL: variable.withDefault(variable.integer(1, 20), '4', 'Events shown in a day of the month (1 to 20).'),
  PAGES_IMAGE_HOSTS: variable.withDefault(
    variable.imageHosts,
    '',
    'Hosts from which images of records load, separated by commas. `*`: any host with `https`. Other images become a link.',
  ),
  PAGES_EMBED: variable.withDefault(
    variable.embedOrigins,
    '*',
    'Origins of pages that may embed the agenda, separated by commas; `*` for all, `none` for no page.',
  ),
  PAGES_INDEX: variable.withDefault(
    variable.boolean,
    'true',
    '`false`: `robots.txt` asks search engines to stay away.',
  ),
  MAP_TILES: variable.optional(
    variable.tileTemplate,
    'Address of map tiles with `{z}`, `{x}` and `{y}`. Requires `MAP_ATTRIBUTION`. Not set: the map is a list of places.',
  ),
  MAP_ATTRIBUTION: variable.optional(variable.text, 'Attribution that the provider of `MAP_TILES` asks for.'),
  MAP_AUTOLOAD: variable.withDefault(variable.boolean, 'false', '`true`: the map loads its tiles without a click.'),
};
