import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { MAX_SELECTED_FIELDS } from '../../kernel/schema/limits.js';

const SELECTABLE_VIEW_METADATA = 'calendar:selectable-view';

/** Adds the parameter `fields`, which limits the records of a response to some members. */
export const SelectableFields = (view: Type): MethodDecorator =>
  applyDecorators(
    SetMetadata(SELECTABLE_VIEW_METADATA, view),
    ApiQuery({
      name: 'fields',
      required: false,
      description: 'fields.fields',
      style: 'form',
      explode: false,
      schema: {
        type: 'array',
        items: { type: 'string' },
        maxItems: MAX_SELECTED_FIELDS,
        examples: [['id']],
      },
    }),
  );

/** The view of an operation with {@link SelectableFields}: of a record, or of a list of records. */
export const selectableView = (handler: object): Type | undefined =>
  Reflect.getMetadata(SELECTABLE_VIEW_METADATA, handler) as Type | undefined;
