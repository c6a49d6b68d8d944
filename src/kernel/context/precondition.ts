import type { Request } from 'express';
import { ApiError, type FieldErrors } from '../errors/api-error.js';
import { parseEntityTags, versionFromTag, type EntityTagList } from './entity-tags.js';

const INVALID_IF_MATCH: FieldErrors = { 'If-Match': { key: 'validation.entity_tags' } };

/** What an update or a deletion demands of the record that it finds. */
export class Precondition {
  private constructor(
    /** What cannot be read of it, by header. */
    readonly errors: FieldErrors,
    /** The tags of which one must have the version of the record. */
    private readonly ifMatch: EntityTagList | undefined,
    /** Whether it wants there to be none. */
    private readonly mustNotExist: boolean,
    private readonly isRequired: boolean,
  ) {}

  /** Nothing is demanded. */
  static readonly NONE = new Precondition({}, undefined, false, false);

  /**
   * What a request demands (RFC 9110, 13.1). Of `If-None-Match` only `*` says something about a write: which bytes a client has seen does
   * not matter, but which version.
   * @param isRequired whether it must demand something
   */
  static fromRequest(request: Request, isRequired: boolean): Precondition {
    const header = request.get('If-Match');
    const ifMatch = header === undefined ? undefined : parseEntityTags(header);
    const isInvalid = header !== undefined && ifMatch === undefined;
    return new Precondition(
      isInvalid ? INVALID_IF_MATCH : {},
      ifMatch,
      parseEntityTags(request.get('If-None-Match') ?? '') === '*',
      isRequired,
    );
  }

  /**
   * To be called behind the lock of the record, before anything is written.
   * @throws {ApiError} `precondition_failed`, `precondition_required`
   */
  assertHolds(version: number): void {
    const { ifMatch } = this;
    if (this.mustNotExist) throw new ApiError('precondition_failed');
    if (ifMatch === undefined && this.isRequired) throw new ApiError('precondition_required');
    if (ifMatch === undefined || ifMatch === '*') return;
    // A weak tag never matches strongly (RFC 9110, 13.1.1).
    const isMet = ifMatch.some((tag) => !tag.isWeak && versionFromTag(tag) === version);
    if (!isMet) throw new ApiError('precondition_failed');
  }
}
