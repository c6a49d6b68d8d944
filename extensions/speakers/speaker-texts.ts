import { fold, nameKey, textOfHtml, type TextKind } from 'calendar-events-service';
import { SpeakerText } from './speaker.entity.js';
import { SPEAKER } from './speaker.kind.js';

/** What is particular about the texts of speakers. */
export const SPEAKER_TEXTS: TextKind<SpeakerText> = {
  kind: SPEAKER,
  entity: SpeakerText,
  heading: 'name',
  parameter: 'name',
  empty: { description: '' },
  derive: ({ name, description }) => ({
    foldedName: nameKey(name),
    folded: fold(`${name}\n${textOfHtml(description)}`),
  }),
};
