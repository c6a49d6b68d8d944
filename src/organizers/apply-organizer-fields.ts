import { applyTextColumns, searchableTexts } from '../kinds/text-columns.js';
import type { UpdateOrganizerDto } from './dto/update-organizer.dto.js';
import { ORGANIZER_TEXT_COLUMNS, type Organizer } from './organizer.entity.js';

/** Writes the input into an organizer: `undefined` keeps a column, null and an empty text clear it. */
export function applyOrganizerFields(organizer: Organizer, input: UpdateOrganizerDto): void {
  applyTextColumns(ORGANIZER_TEXT_COLUMNS, organizer, input);
  organizer.searchFields = searchableTexts(ORGANIZER_TEXT_COLUMNS, organizer);
}
