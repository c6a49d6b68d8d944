import { describe, expect, it } from '@jest/globals';
import { Matches } from 'class-validator';
import { CreateEventDto } from '../../../../src/events/dto/create-event.dto.js';
import { ListEventsQuery } from '../../../../src/events/dto/list-events.query.js';
import { UpdateEventDto } from '../../../../src/events/dto/update-event.dto.js';
import { planOf } from '../../../../src/http/params/read-fields.js';
import { PartialFields } from '../../../../src/kernel/schema/field.js';
import { TextField } from '../../../../src/kernel/schema/fields.js';

class CodeDto {
  @Matches(/^[A-Z]+$/)
  @TextField()
  code?: string;
}

describe('class-validator', () => {
  it.each([CreateEventDto, UpdateEventDto, ListEventsQuery])('does not run for the DTOs of the service: %o', (dto) => {
    expect(planOf(dto).usesClassValidator).toBe(false);
  });

  it.each([CodeDto, PartialFields(CodeDto)])('runs for a DTO with its decorators: %o', (dto) => {
    expect(planOf(dto).usesClassValidator).toBe(true);
  });
});
