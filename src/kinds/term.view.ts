import { ApiProperty } from '@nestjs/swagger';
import { RecordView } from '../records/views/record.view.js';

/** A category or tag as embedded in an event. */
export class EmbeddedTermView extends RecordView {
  @ApiProperty({ description: 'fields.term_name' })
  name!: string;
}

/** A category or tag. */
export class TermView extends EmbeddedTermView {
  @ApiProperty({ description: 'fields.count', type: 'integer', minimum: 0, example: 8 })
  count!: number;
}
