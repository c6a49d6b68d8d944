import { SetMetadata } from '@nestjs/common';

/** Metadata key of {@link Cached}. */
export const CACHED_METADATA = 'calendar:cached';

/**
 * Caches responses to anonymous requests until data change. They must depend on nothing but URL, language, `Prefer`, configuration, and
 * tables whose triggers report changes.
 */
export const Cached = () => SetMetadata(CACHED_METADATA, true);
