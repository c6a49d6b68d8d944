import type { Request } from 'express';
import { ApiError, type ParameterProblems } from '../errors/api-error.js';
import { parseTags, versionIn, type TagList } from './entity-tags.js';

const UNREADABLE: ParameterProblems = { 'If-Match': { key: 'validation.entity_tags' } };

/** What an update or a deletion demands of the record that it finds. */
export class Precondition {
  private constructor(
    /** What cannot be read of it, by header. */
    readonly problems: ParameterProblems,
    /** The tags of which one must have the version of the record. */
    private readonly match: TagList | undefined,
    /** Whether it wants there to be none. */
    private readonly isForNothing: boolean,
    private readonly isRequired: boolean,
  ) {}

  /** Nothing is demanded. */
  static readonly NONE = new Precondition({}, undefined, false, false);

  /**
   * What a request demands (RFC 9110, 13.1). Of `If-None-Match` only `*` says something about a write: which bytes a client has seen does
   * not matter, but which version.
   * @param isRequired whether it must demand something
   */
  static of(request: Request, isRequired: boolean): Precondition {
    const header = request.get('If-Match');
    const match = header === undefined ? undefined : parseTags(header);
    const isUnreadable = header !== undefined && match === undefined;
    return new Precondition(
      isUnreadable ? UNREADABLE : {},
      match,
      parseTags(request.get('If-None-Match') ?? '') === '*',
      isRequired,
    );
  }

  /**
   * To be called behind the lock of the record, before anything is written.
   * @throws {ApiError} `precondition_failed`, `precondition_required`
   */
  assertHolds(version: number): void {
    const { match } = this;
    if (this.isForNothing) throw new ApiError('precondition_failed');
    if (match === undefined && this.isRequired) throw new ApiError('precondition_required');
    if (match === undefined || match === '*') return;
    // A weak tag never matches strongly (RFC 9110, 13.1.1).
    const isMet = match.some((tag) => !tag.isWeak && versionIn(tag) === version);
    if (!isMet) throw new ApiError('precondition_failed');
  }
}
