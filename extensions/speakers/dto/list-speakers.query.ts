import {
  DirectionField,
  EVENT,
  IdField,
  IdsField,
  KeywordField,
  PublishableListQuery,
  Extensible,
  type SortDirection,
} from 'calendar-events-service';
import { SPEAKER } from '../speaker.kind.js';

/** Sort orders of speakers. */
export const SPEAKER_ORDERS = ['name', 'date', 'modified', 'id'] as const;
export type SpeakerOrder = (typeof SPEAKER_ORDERS)[number];

/** Parameters of the list of speakers. */
@Extensible(SPEAKER, 'query')
export class ListSpeakersQuery extends PublishableListQuery {
  @IdsField()
  include?: number[];

  @IdField({ references: EVENT, min: 1, description: 'speaker.event' })
  event?: number;

  @KeywordField({ values: SPEAKER_ORDERS, default: 'name' })
  orderby!: SpeakerOrder;

  @DirectionField({ description: 'order_publishable' })
  order?: SortDirection;
}
