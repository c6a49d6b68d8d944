import { fold } from '../kernel/text/fold.js';
import { collectTexts } from '../kernel/text/collect-texts.js';
import type { UpdateOrganizerDto } from './dto/update-organizer.dto.js';
import type { Organizer } from './organizer.entity.js';

const TEXT_FIELDS = ['phone', 'website', 'email'] as const;

/** Writes the facts sent into an organizer: what is not sent stays, null empties. */
export function applyOrganizerFields(organizer: Organizer, input: UpdateOrganizerDto): void {
  for (const field of TEXT_FIELDS) if (input[field] !== undefined) organizer[field] = input[field] || null;
  const searchable = [...TEXT_FIELDS.map((field) => organizer[field]), ...collectTexts(organizer.customFields)];
  organizer.searchFields = fold(searchable.filter(Boolean).join('\n'));
}
