import { ApiProperty } from '@nestjs/swagger';

const part = (name: string, example: object) =>
  ApiProperty({ description: `fields.document.${name}`, type: 'object', additionalProperties: true, example });
const parts = (name: string, example: object) =>
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

  @part('info', { title: 'operations.document.title', version: '1' })
  info!: object;

  @parts('servers', { url: 'https://agenda.example' })
  servers!: object[];

  @parts('tags', { name: 'events', description: 'operations.tags.events' })
  tags!: object[];

  @part('paths', {})
  paths!: object;

  @part('components', {})
  components!: object;
}
