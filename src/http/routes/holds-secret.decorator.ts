import { SetMetadata } from '@nestjs/common';

/** Metadata key: whether the success of a route holds a secret. */
export const HOLDS_SECRET = 'calendar:holds-secret';

/** Marks a route whose success holds what is shown once, and must be kept nowhere. */
export const HoldsSecret = () => SetMetadata(HOLDS_SECRET, true);
