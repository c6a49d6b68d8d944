import { LANGUAGES } from '../../../src/kernel/language/languages.js';

const SEGMENT = new RegExp(`^/(${LANGUAGES.join('|')})(?=/|$)`, 'i');

/**
 * The path of a request as the API document writes it: without origin, language segment, REST root, query and trailing
 * slash. `undefined` for what the interface has no part in, such as the pages of the documentation.
 * @example documentedPath('/ca/wp-json/calendar/events/v1/tags/?page=2', '/wp-json') // '/calendar/events/v1/tags'
 */
export function documentedPath(target: string, restRoot: string): string | undefined {
  const [path = ''] = target.replace(/^https?:\/\/[^/?]+(\/?)/i, '/').split('?');
  const trimmed = path.replace(SEGMENT, '').replace(/(?<=.)\/$/, '');
  if (trimmed.startsWith(`${restRoot}/calendar/`)) return trimmed.slice(restRoot.length);
  return /^\/calendar(\/|$)/i.test(trimmed) ? UNROUTED_PATH : undefined;
}

/** Nothing is served there, whatever the REST root is. */
const UNROUTED_PATH = '/calendar';
