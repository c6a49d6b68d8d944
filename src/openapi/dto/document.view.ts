import { ApiProperty } from '@nestjs/swagger';

const apiObjectProperty = (name: string, example: object) =>
  ApiProperty({ description: `fields.document.${name}`, type: 'object', additionalProperties: true, example });
const apiObjectListProperty = (name: string, example: object) =>
  ApiProperty({
    description: `fields.document.${name}`,
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [example],
  });

/** An OpenAPI document. The OpenAPI Specification describes its parts. */
export class DocumentView {
  @ApiProperty({ description: 'fields.document.openapi', example: '3.1.0' })
  openapi!: string;

  @apiObjectProperty('info', { title: 'operations.document.title', version: '1' })
  info!: object;

  @apiObjectListProperty('servers', { url: 'https://agenda.example' })
  servers!: object[];

  @apiObjectListProperty('tags', { name: 'events', description: 'operations.tags.events' })
  tags!: object[];

  @apiObjectProperty('paths', {})
  paths!: object;

  @apiObjectProperty('components', {})
  components!: object;
}
