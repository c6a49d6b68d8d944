import type { Alternate } from './alternate.decorator.js';

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/**
 * The representation that `Accept` prefers to JSON. `undefined`: JSON, which also wins a tie, and is served if nothing is acceptable.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function selectAlternate(accept: string | undefined, alternates: readonly Alternate[]): Alternate | undefined {
  if (accept === undefined || alternates.length === 0) return undefined;
  const ranges = accept.split(',').map(parseMediaRange);
  let best: { alternate?: Alternate; quality: number } = { quality: qualityOf('application/json', ranges) };
  for (const alternate of alternates) {
    const quality = qualityOf(alternate.mediaType, ranges);
    if (quality > best.quality) best = { alternate, quality };
  }
  return best.alternate;
}

/** Whether `Accept` names HTML with a higher quality than every JSON type that it names. `*\/*` names neither. */
export function prefersHtml(accept = ''): boolean {
  const ranges = accept.split(',').map(parseMediaRange);
  const bestOf = (pattern: RegExp) =>
    Math.max(0, ...ranges.filter(({ type }) => pattern.test(type)).map(({ quality }) => quality));
  return bestOf(/^text\/html$/) > bestOf(/[/+]json$/);
}

function parseMediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const [, weight = '1'] = parameters.map((parameter) => /^q=(.*)$/.exec(parameter)).find((match) => match) ?? [];
  // An invalid weight excludes the range.
  return { type, quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
}

/** The quality of the most specific range that matches. 0: not acceptable. */
function qualityOf(mediaType: string, ranges: readonly MediaRange[]): number {
  const [topLevelType] = mediaType.split('/');
  for (const type of [mediaType, `${topLevelType}/*`, '*/*']) {
    const matching = ranges.filter((range) => range.type === type);
    if (matching.length > 0) return Math.max(...matching.map(({ quality }) => quality));
  }
  return 0;
}
