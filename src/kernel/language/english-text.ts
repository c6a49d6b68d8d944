import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from './message.js';
import { interpolate } from './interpolate.js';

const FOLDER = join(import.meta.dirname, '../../i18n/en');

/**
 * The English text of a message, at once and without an application: what errors and remarks say in the log.
 * @example englishText({ key: 'database.creating', args: { folder: '/srv/data' } }) // 'Making a new database in /srv/data.'
 */
export function englishText({ key, args }: Message): string {
  const [file = '', ...names] = key.split('.');
  const texts = JSON.parse(readFileSync(join(FOLDER, `${file}.json`), 'utf8')) as unknown;
  const text = names.reduce((found, name) => (found as Record<string, unknown> | undefined)?.[name], texts);
  return interpolate(typeof text === 'string' ? text : key, args, englishText);
}
