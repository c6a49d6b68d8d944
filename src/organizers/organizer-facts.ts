import { fold } from '../kernel/text/fold.js';
import { textsIn } from '../kernel/text/texts-in.js';
import type { UpdateOrganizerDto } from './dto/update-organizer.dto.js';
import type { Organizer } from './organizer.entity.js';

const TEXT_FACTS = ['phone', 'website', 'email'] as const;

/** Writes the facts sent into an organizer: what is not sent stays, null empties. */
export function applyOrganizerFields(organizer: Organizer, input: UpdateOrganizerDto): void {
  for (const fact of TEXT_FACTS) if (input[fact] !== undefined) organizer[fact] = input[fact] || null;
  const searchable = [...TEXT_FACTS.map((fact) => organizer[fact]), ...textsIn(organizer.customFields)];
  organizer.foldedFacts = fold(searchable.filter(Boolean).join('\n'));
}
