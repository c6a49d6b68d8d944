import { ApiProperty } from '@nestjs/swagger';

const objectProperty = (name: string, example: object) =>
  ApiProperty({ description: `fields.document.${name}`, type: 'object', additionalProperties: true, example });
const objectListProperty = (name: string, example: object) =>
  ApiProperty({
    description: `fields.document.${name}`,
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [example],
  });

/** An OpenAPI document, whose parts the OpenAPI Specification describes. */
export class DocumentView {
  @ApiProperty({ description: 'fields.document.openapi', example: '3.1.0' })
  openapi!: string;

  @objectProperty('info', { title: 'operations.document.title', version: '1' })
  info!: object;

  @objectListProperty('servers', { url: 'https://agenda.example' })
  servers!: object[];

  @objectListProperty('tags', { name: 'events', description: 'operations.tags.events' })
  tags!: object[];

  @objectProperty('paths', {})
  paths!: object;

  @objectProperty('components', {})
  components!: object;
}
