import { SetupError } from '../kernel/errors/setup-error.js';
import type { RecordKind } from '../kernel/context/record-kind.js';
import { CALENDAR_KINDS } from '../kinds/calendar-kinds.js';
import { kindsOf } from '../records/types/record-kinds.js';
import type { ExtensionDefinition } from './calendar-extension.js';

type ExtensionEntity = NonNullable<ExtensionDefinition['entities']>[number];

/**
 * Checks that no two kinds of an application have the same name or plural.
 * @param entities those of its extensions
 * @throws {SetupError} naming the kind that was there first
 */
export function assertDistinctKinds(entities: readonly ExtensionEntity[]): void {
  const known = new Set<RecordKind>(CALENDAR_KINDS);
  for (const kind of kindsOf(entities)) {
    const others = [...known].filter((other) => other !== kind);
    const taken = others.find(({ name, plural }) => name === kind.name || plural === kind.plural);
    if (taken)
      throw new SetupError(
        `The kind ${kind.name} (${kind.plural}) of an extension has a name that the kind ${taken.name} (${taken.plural}) already has. Rename it.`,
      );
    known.add(kind);
  }
}
