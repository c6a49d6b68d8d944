import type { AuditAction, FieldChanges } from '../audit/audit-entry.entity.js';
import type { Language } from '../../kernel/language/languages.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { assertKindsDefined } from '../types/record-kinds.js';

/** What was written, told after the commit. */
export interface Change {
  /** The same each time that it is told. */
  readonly id: string;
  /** The name of the kind, such as `event`. */
  readonly kind: string;
  /** The id of the record. */
  readonly record: number;
  readonly action: AuditAction;
  /** Of the texts that were written, if any were. */
  readonly language: Language | null;
  /** By the names of the interface. */
  readonly changes: FieldChanges;
  /** Who has written it; `id` null where that was no user. */
  readonly by: { readonly id: number | null; readonly role: string };
}

/** Who wants to be told. */
export interface ChangeSubscription {
  /** Stays the same when classes are called otherwise: what was not told yet is kept under it. */
  readonly name?: string;
  readonly kinds: readonly RecordKind[];
}

export const ON_CHANGE_METADATA = Symbol('calendar:on-change');

/**
 * Has a method of a provider told of each write of records of these kinds (of all where none is named), after its commit. What is to be told is
 * stored in the transaction of the write, so none is lost, whatever ends when: each is told at least once. Where the method throws, or the
 * process ends meanwhile, it is told again; several processes share the work, in no fixed order.
 * @example
 * ```ts
 * @Injectable()
 * export class Newsletter {
 *   @OnChange({ name: 'newsletter', kinds: [EVENT] })
 *   async tell({ id, record, action }: Change): Promise<void> { … }
 * }
 * ```
 */
export function OnChange(subscription: Partial<ChangeSubscription> = {}): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    assertKindsDefined(`${target.constructor.name}.${String(key)}`, subscription.kinds ?? []);
    Reflect.defineMetadata(ON_CHANGE_METADATA, { kinds: [], ...subscription }, descriptor.value as object);
  };
}
