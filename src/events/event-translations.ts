import type { EntityManager } from '@mikro-orm/postgresql';
import { isNewEntity } from '../persistence/transactions/is-new-entity.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { fold } from '../kernel/text/fold.js';
import { htmlToText } from '../kernel/text/rich-text.js';
import type { TranslationSchema } from '../records/translations/translation-writer.js';
import { EventTranslation, type CalendarEvent } from './event.entity.js';

/** What is particular about the texts of events. */
export const EVENT_TRANSLATIONS: TranslationSchema<EventTranslation> = {
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
 * Gives an event a password, by its hash; `undefined` leaves the one it has, `null` takes it away. From then on a search finds it by its
 * titles alone, which texts from before passwords do not have apart.
 */
export async function setPassword(
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
