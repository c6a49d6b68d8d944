import type { EntityManager } from '@mikro-orm/postgresql';
import { isNewEntity } from '../persistence/transactions/is-new-entity.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { fold } from '../kernel/text/fold.js';
import { htmlToText } from '../kernel/text/rich-text.js';
import type { TranslationDefinition } from '../records/translations/translation-writer.js';
import { EventTranslation, type CalendarEvent } from './event.entity.js';

export const EVENT_TRANSLATIONS: TranslationDefinition<EventTranslation> = {
  kind: EVENT,
  entity: EventTranslation,
  titleColumn: 'title',
  titleParameter: 'title',
  defaults: { description: '', excerpt: '' },
  derive: ({ title, excerpt, description }) => ({
    searchTitle: fold(title),
    searchText: fold(`${title}\n${htmlToText(excerpt)}\n${htmlToText(description)}`),
  }),
};

/**
 * Sets the password of an event. `undefined` keeps it, `null` removes it. Adds `searchTitle` to translations stored
 * before version 0.2 that lack it, because a search finds an event with a password by this column only.
 */
export async function setPasswordHash(
  em: EntityManager,
  event: CalendarEvent,
  passwordHash: string | null | undefined,
): Promise<void> {
  if (passwordHash === undefined) return;
  event.passwordHash = passwordHash;
  if (passwordHash === null || isNewEntity(em, event)) return;
  for (const text of await em.find(EventTranslation, { event: event.id, searchTitle: null }))
    text.searchTitle = fold(text.title);
}
