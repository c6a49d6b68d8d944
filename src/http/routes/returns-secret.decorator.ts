import { SetMetadata } from '@nestjs/common';

/** Metadata key: whether the success of a route holds a secret. */
export const RETURNS_SECRET_METADATA = 'calendar:returns-secret';

/** Marks a route whose success holds what is shown once, and must be kept nowhere. */
export const ReturnsSecret = () => SetMetadata(RETURNS_SECRET_METADATA, true);
