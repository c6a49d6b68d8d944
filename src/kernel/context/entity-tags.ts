import { hash } from 'node:crypto';

/** Entity tags that a client sends (RFC 9110, 8.8.3), without quotes and `W/`: compressing proxies make strong tags weak. */
export type EntityTagList = '*' | readonly string[];

/** 128 bits in hexadecimal digits. */
const DIGEST_LENGTH = 32;

const TAG_PATTERN = String.raw`(?:W/)?"([\x21\x23-\x7e\x80-\xff]*)"`;

/** Allows empty elements (RFC 9110, 5.6.1.2). Each repetition begins with a comma, so that matching takes linear time. */
const TAG_LIST_PATTERN = new RegExp(`^[ \\t]*(?:${TAG_PATTERN}[ \\t]*)?(?:,[ \\t]*(?:${TAG_PATTERN}[ \\t]*)?)*$`);

/**
 * The strong entity tag of a body.
 * @param version of the record. A tag without it matches no version
 * @example entityTag('{}', 3) // '"3-44136fa355b3678a1146ad16f7e8649e"'
 */
export function entityTag(body: string | Buffer, version?: number): string {
  const digest = hash('sha256', body, 'hex').slice(0, DIGEST_LENGTH);
  return version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
}

/**
 * Parses the value of `If-Match` or `If-None-Match` (RFC 9110, 13.1).
 * @returns `undefined` if it is invalid
 * @example parseEntityTags('W/"a", "b"') // ['a', 'b']
 */
export function parseEntityTags(value: string): EntityTagList | undefined {
  if (value.trim() === '*') return '*';
  if (!TAG_LIST_PATTERN.test(value)) return undefined;
  const tags = [...value.matchAll(new RegExp(TAG_PATTERN, 'g'))].map(([, tag = '']) => tag);
  return tags.length > 0 ? tags : undefined;
}

/** The version in the tag of a record, or the version alone. The digest is ignored, because proxies may append to it. */
export function versionFromTag(tag: string): number | undefined {
  const [, version] = /^([1-9]\d*)(?:-|$)/.exec(tag) ?? [];
  return version === undefined ? undefined : Number(version);
}

/** Whether a list contains a tag (weak comparison, RFC 9110, 8.8.3.2). */
export function matchesWeakly(list: EntityTagList, tag: string): boolean {
  return list === '*' || list.some((each) => `"${each}"` === tag);
}
