import { hash } from 'node:crypto';

/** An entity tag as a client sends it (RFC 9110, 8.8.3). */
interface EntityTag {
  readonly isWeak: boolean;
  /** What stands between the quotes. */
  readonly opaque: string;
}

/** What `If-Match` and `If-None-Match` name: tags, or whatever there is. */
export type EntityTagList = '*' | readonly EntityTag[];

/** How much of a digest is enough to tell two answers apart, in hexadecimal digits: 128 bits. */
const DIGEST_LENGTH = 32;

const TAG_PATTERN = String.raw`(W/)?"([\x21\x23-\x7e\x80-\xff]*)"`;

/** Recipients take empty elements (RFC 9110, 5.6.1.2). Each repetition begins with a comma, so that nothing is tried twice. */
const TAG_LIST_PATTERN = new RegExp(`^[ \\t]*(?:${TAG_PATTERN}[ \\t]*)?(?:,[ \\t]*(?:${TAG_PATTERN}[ \\t]*)?)*$`);

/**
 * The strong tag of a body: equal for equal bytes.
 * @param version of the record that it shows, where it is one; without it, the tag never looks like one that has a version
 * @example entityTag('{}', 3) // '"3-44136fa355b3678a1146ad16f7e8649e"'
 */
export function entityTag(body: string, version?: number): string {
  const digest = hash('sha256', body, 'hex').slice(0, DIGEST_LENGTH);
  return version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
}

/**
 * Reads the value of `If-Match` or `If-None-Match` (RFC 9110, 13.1).
 * @returns undefined where it is neither a list of tags nor `*`
 * @example parseEntityTags('W/"a", "b"') // [{ isWeak: true, opaque: 'a' }, { isWeak: false, opaque: 'b' }]
 */
export function parseEntityTags(value: string): EntityTagList | undefined {
  if (value.trim() === '*') return '*';
  if (!TAG_LIST_PATTERN.test(value)) return undefined;
  const tags = [...value.matchAll(new RegExp(TAG_PATTERN, 'g'))].map(([, weak, opaque = '']) => ({
    isWeak: weak !== undefined,
    opaque,
  }));
  return tags.length > 0 ? tags : undefined;
}

/** The version in a tag of a record; what a proxy has put behind it does not matter. */
export function versionFromTag({ opaque }: EntityTag): number | undefined {
  const [, version] = /^([1-9]\d*)-/.exec(opaque) ?? [];
  return version === undefined ? undefined : Number(version);
}

/** Whether a list names a tag, weak or strong (weak comparison, RFC 9110, 8.8.3.2). */
export function matchesWeakly(list: EntityTagList, tag: string): boolean {
  return list === '*' || list.some(({ opaque }) => `"${opaque}"` === tag);
}
