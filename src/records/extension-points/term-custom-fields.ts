import { ApiProperty } from '@nestjs/swagger';
import { sql } from 'kysely';
import type { RecordExtension } from './record-extension.js';
import { JsonObjectField } from '../../kernel/schema/fields.js';

class TermCustomFieldsInput {
  @JsonObjectField({ maxBytes: 16_384, sample: {} })
  custom_fields?: Record<string, unknown> | null;
}

class TermCustomFieldsView {
  @ApiProperty({ description: 'fields.custom_fields', type: 'object', additionalProperties: true, example: {} })
  custom_fields!: object;
}

export const TERM_CUSTOM_FIELDS_CLASSES = { input: TermCustomFieldsInput, view: TermCustomFieldsView };

type StoredCustomFields = Readonly<Record<string, unknown>>;

/** Categories and tags have custom fields where somebody declares some. */
export const termCustomFieldsExtension = (
  served: (stored: StoredCustomFields) => object,
): RecordExtension<object, TermCustomFieldsInput, object, StoredCustomFields> => ({
  select: ({ alias }) => sql`${sql.ref(`${alias}.custom_fields`)}`,
  members: (_context, stored = {}) => ({ custom_fields: served(stored) }),
  write: (_em, _context, record, { custom_fields }) => {
    if (custom_fields !== undefined) Object.assign(record, { customFields: custom_fields ?? {} });
  },
});
