import { isBlank, listElements } from '../../kernel/schema/parsers.js';
import type { RequestParameters } from '../request/request-state.js';

/**
 * Names elements of a list as the client counts them, from 0. Empty for a single value that is not in a list.
 * @param positions positions in the parsed list. Requests other than creates and updates drop blank elements
 * @example elementNames('tags', [1, 3]) // 'tags[1], tags[3]'
 */
export function elementNames(name: string, positions: readonly number[], parameters?: RequestParameters): string {
  const sent = parameters?.values.get(name);
  const isSingle = sent !== undefined && !Array.isArray(sent) && listElements(sent).length < 2;
  if (isSingle) return '';
  const indexes = Array.isArray(sent) ? [...sent.keys()] : [];
  const keptIndexes = parameters?.isWrite ? indexes : indexes.filter((index) => !isBlank((sent as unknown[])[index]));
  return positions.map((position) => `${name}[${keptIndexes[position] ?? position}]`).join(', ');
}
