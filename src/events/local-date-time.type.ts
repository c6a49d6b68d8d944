import { Type } from '@mikro-orm/core';
import type { LocalDateTime } from '../kernel/time/local-time.js';

/** A wall clock without zone: `timestamp` in the database, a text here, never a `Date`, which would give it a zone. */
export class LocalDateTimeType extends Type<LocalDateTime, LocalDateTime> {
  override getColumnType(): string {
    return 'timestamp(0)';
  }

  override get runtimeType(): string {
    return 'string';
  }

  override compareAsType(): string {
    return 'string';
  }
}
