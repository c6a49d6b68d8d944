import { SetMetadata } from '@nestjs/common';

/** A representation of a resource in another format than JSON. */
export interface Alternate {
  readonly mediaType: string;
  /** Follows the path of the resource, such as `.ics`. */
  readonly suffix: string;
}

const ALTERNATE_METADATA = 'calendar:alternate';

/**
 * Declares that the route serves a resource in another format. On the path without the suffix, `Accept` selects the format (RFC 9110, 12.5.1),
 * and JSON responses link to it.
 */
export const AlternateOf = (alternate: Alternate): MethodDecorator => SetMetadata(ALTERNATE_METADATA, alternate);

export const declaredAlternate = (handler: object): Alternate | undefined =>
  Reflect.getMetadata(ALTERNATE_METADATA, handler) as Alternate | undefined;
