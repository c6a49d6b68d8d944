import type { Language } from '../../kernel/language/languages.js';
import type { EventView } from '../../events/dto/event.view.js';
import { contentLine, escapeText, textLine } from './content-line.js';
import { joinParts } from './event-location.js';

/** Categories and tags of an event: one property per language. */
export function categoryLines({ categories, tags }: EventView): string {
  const namesByLanguage = new Map<Language, string[]>();
  for (const { ml_language, name } of [...categories, ...tags]) {
    const names = namesByLanguage.get(ml_language);
    if (names) names.push(escapeText(name));
    else namesByLanguage.set(ml_language, [escapeText(name)]);
  }
  return Array.from(namesByLanguage, ([language, names]) =>
    contentLine('CATEGORIES', names.join(','), { LANGUAGE: language }),
  ).join('');
}

/** Organizers of an event. `ORGANIZER` would turn the event into an invitation. */
export const contactLines = ({ organizer }: EventView): string =>
  organizer
    .map(({ organizer, phone, email, website, ml_language }) =>
      textLine('CONTACT', joinParts([organizer, phone, email, website], ', '), { LANGUAGE: ml_language }),
    )
    .join('');
