import { describe, expect, it } from '@jest/globals';
import { Matches } from 'class-validator';
import { CreateEventDto } from '../../../../src/events/dto/create-event.dto.js';
import { ListEventsQuery } from '../../../../src/events/dto/list-events.query.js';
import { UpdateEventDto } from '../../../../src/events/dto/update-event.dto.js';
import { hasValidatorDecorators } from '../../../../src/http/params/dto-reader.js';
import { PartialFields } from '../../../../src/kernel/schema/field.js';
import { TextField } from '../../../../src/kernel/schema/fields.js';

class CodeDto {
  @Matches(/^[A-Z]+$/)
  @TextField()
  code?: string;
}

describe('class-validator', () => {
  it.each([CreateEventDto, UpdateEventDto, ListEventsQuery])('does not run for the DTOs of the service: %o', (dto) => {
    expect(hasValidatorDecorators(dto)).toBe(false);
  });

  it.each([CodeDto, PartialFields(CodeDto)])('runs for a DTO with its decorators: %o', (dto) => {
    expect(hasValidatorDecorators(dto)).toBe(true);
  });
});
