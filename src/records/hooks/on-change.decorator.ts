import type { AuditAction, FieldChanges } from '../audit/audit-entry.entity.js';
import type { Language } from '../../kernel/language/languages.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { assertKindsDefined } from '../types/record-kinds.js';

/** A committed write of a record. */
export interface Change {
  /** The same for every delivery of the change. */
  readonly id: string;
  /** The name of the kind, such as `event`. */
  readonly kind: string;
  /** The id of the record. */
  readonly record: number;
  readonly action: AuditAction;
  /** The language of the translation that was written. Null if none was. */
  readonly language: Language | null;
  /** The changed fields by their API names. */
  readonly changes: FieldChanges;
  /** The author of the write. `id` is null if it was not a user. */
  readonly by: { readonly id: number | null; readonly role: string };
}

/** Options of a change handler. */
export interface ChangeSubscription {
  /** Name of the queue. Undelivered changes are kept under it, so keep it when you rename the class. Default: class and method. */
  readonly name?: string;
  readonly kinds: readonly RecordKind[];
}

export const ON_CHANGE_METADATA = Symbol('calendar:on-change');

/**
 * Calls a method of a provider after each write of records of these kinds (default: all), once it is committed. Changes are stored in the
 * transaction of the write and delivered at least once: again if the method throws or the process ends. All processes share the work. The
 * order of changes is not guaranteed.
 * @example
 * ```ts
 * @Injectable()
 * export class Newsletter {
 *   @OnChange({ name: 'newsletter', kinds: [EVENT] })
 *   async send({ id, record, action }: Change): Promise<void> { … }
 * }
 * ```
 */
export function OnChange(subscription: Partial<ChangeSubscription> = {}): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    assertKindsDefined(`${target.constructor.name}.${String(key)}`, subscription.kinds ?? []);
    Reflect.defineMetadata(ON_CHANGE_METADATA, { kinds: [], ...subscription }, descriptor.value as object);
  };
}
