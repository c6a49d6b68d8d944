import { SetMetadata } from '@nestjs/common';

/** Metadata key of {@link ReturnsSecret}. */
export const RETURNS_SECRET_METADATA = 'calendar:returns-secret';

/** Marks a route whose response contains a secret, such as a new token. It is never stored. */
export const ReturnsSecret = () => SetMetadata(RETURNS_SECRET_METADATA, true);
