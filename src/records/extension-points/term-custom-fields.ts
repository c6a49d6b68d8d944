import { ApiProperty } from '@nestjs/swagger';
import { sql } from 'kysely';
import { JsonObjectField } from '../../kernel/schema/fields.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';
import type { RecordExtension } from './record-extension.js';

class TermCustomFieldsInput {
  @JsonObjectField({ maxBytes: 16_384, sample: {} })
  custom_fields?: Record<string, unknown> | null;
}

class TermCustomFieldsView {
  @ApiProperty({ description: 'fields.custom_fields', type: 'object', additionalProperties: true, example: {} })
  custom_fields!: object;
}

export const TERM_CUSTOM_FIELDS_CLASSES = { input: TermCustomFieldsInput, view: TermCustomFieldsView };

export const termCustomFieldsExtension = (
  toView: (stored: JsonObject) => object,
): RecordExtension<object, TermCustomFieldsInput, object, JsonObject> => ({
  select: ({ alias }) => sql`${sql.ref(`${alias}.custom_fields`)}`,
  members: (_context, stored = {}) => ({ custom_fields: toView(stored) }),
  write: (_em, _context, record, { custom_fields }) => {
    if (custom_fields !== undefined) Object.assign(record, { customFields: custom_fields ?? {} });
  },
});
