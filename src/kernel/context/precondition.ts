import type { Request } from 'express';
import { ApiError, type FieldErrors } from '../errors/api-error.js';
import { parseEntityTags, versionFromTag, type EntityTagList } from './entity-tags.js';

const INVALID_IF_MATCH: FieldErrors = { 'If-Match': { key: 'validation.entity_tags' } };

/** The condition of a write on the version of its record (RFC 9110, 13.1). */
export class Precondition {
  private constructor(
    /** Error of an invalid `If-Match`, or empty. */
    readonly errors: FieldErrors,
    private readonly ifMatch: EntityTagList | undefined,
    private readonly mustNotExist: boolean,
    private readonly isRequired: boolean,
  ) {}

  static readonly NONE = new Precondition({}, undefined, false, false);

  /**
   * Reads `If-Match`, and `If-None-Match: *`. Other values of `If-None-Match` are for reads.
   * @param isRequired whether a write must have a precondition
   */
  static fromRequest(request: Request, isRequired: boolean): Precondition {
    const header = request.get('If-Match');
    const ifMatch = header === undefined ? undefined : parseEntityTags(header);
    const isInvalid = header !== undefined && ifMatch === undefined;
    const mustNotExist = parseEntityTags(request.get('If-None-Match') ?? '') === '*';
    return new Precondition(isInvalid ? INVALID_IF_MATCH : {}, ifMatch, mustNotExist, isRequired);
  }

  /**
   * Call it after the record is locked, before anything is written.
   * @throws {ApiError} `precondition_failed`, `precondition_required`
   */
  assertHolds(version: number): void {
    const { ifMatch } = this;
    if (this.mustNotExist) throw new ApiError('precondition_failed');
    if (ifMatch === undefined && this.isRequired) throw new ApiError('precondition_required');
    if (ifMatch === undefined || ifMatch === '*') return;
    // Weak tags match too, unlike in RFC 9110, 13.1.1: a proxy that compresses a response makes its tag weak, but keeps the version in it.
    const isMet = ifMatch.some((tag) => versionFromTag(tag) === version);
    if (!isMet) throw new ApiError('precondition_failed');
  }
}
