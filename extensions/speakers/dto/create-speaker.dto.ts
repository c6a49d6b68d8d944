import { PublishingFields, Extensible, TextField, UrlField, AcceptsViewMembers } from 'calendar-events-service';
import { SPEAKER } from '../speaker.kind.js';
import { SpeakerView } from './speaker.view.js';

/** Fields of a new speaker. */
@AcceptsViewMembers(() => SpeakerView)
@Extensible(SPEAKER, 'input')
export class CreateSpeakerDto extends PublishingFields {
  @TextField({ required: true, description: 'speaker.name', example: 'examples.speaker.name' })
  name!: string;

  @TextField({ maxLength: 200, description: 'slug', example: 'examples.speaker.slug' })
  slug?: string | null;

  @UrlField({ example: 'https://merce.example/' })
  website?: string | null;
}
