import { SetMetadata } from '@nestjs/common';

/** Metadata key: whether answers of a route may be kept. */
export const CACHED_METADATA = 'calendar:cached';

/**
 * Marks a route whose answers to anonymous requests are made of nothing but the address, the language, `Prefer`, the
 * configuration, and tables that tell of their changes.
 */
export const Cached = () => SetMetadata(CACHED_METADATA, true);
