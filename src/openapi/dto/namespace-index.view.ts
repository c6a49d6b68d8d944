import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { NAMESPACE } from '../../kernel/context/namespace.js';

/** JSON Schema of a parameter, and whether it is required. */
type IndexedArgument = { readonly required: boolean } & Readonly<Record<string, unknown>>;

/** Methods of a route that take the same parameters. */
export class IndexedEndpointView {
  @ApiProperty({ description: 'fields.index.methods', type: [String], example: ['GET'] })
  methods!: string[];

  @ApiProperty({
    description: 'fields.index.args',
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['required'],
      properties: { required: { type: 'boolean', description: 'fields.index.required', examples: [false] } },
      additionalProperties: true,
    },
    example: { page: { required: false, type: 'integer', default: 1, minimum: 1, description: 'fields.page' } },
  })
  args!: Record<string, IndexedArgument>;
}

class SchemaReferenceView {
  @ApiProperty({ description: 'fields.index.reference', format: 'uri-reference', example: '#/schemas/EventList' })
  $ref!: string;
}

class IndexedRouteView {
  @ApiProperty({ description: 'fields.index.namespace', example: NAMESPACE })
  namespace!: string;

  @ApiProperty({ description: 'fields.index.methods', type: [String], example: ['GET', 'POST'] })
  methods!: string[];

  @ApiProperty({ description: 'fields.index.endpoints', type: [IndexedEndpointView] })
  endpoints!: IndexedEndpointView[];

  @ApiProperty({ description: 'fields.index.schema', type: SchemaReferenceView, required: false })
  schema?: SchemaReferenceView;
}

/** The namespace index, in the format of WordPress. */
@ApiExtraModels(IndexedRouteView)
export class NamespaceIndexView {
  @ApiProperty({ description: 'fields.index.namespace', example: NAMESPACE })
  namespace!: string;

  @ApiProperty({
    description: 'fields.index.routes',
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(IndexedRouteView) },
    example: {
      [`/${NAMESPACE}/events/(?P<id>\\d+)`]: {
        namespace: NAMESPACE,
        methods: ['GET'],
        endpoints: [{ methods: ['GET'], args: {} }],
      },
    },
  })
  routes!: Record<string, IndexedRouteView>;

  @ApiProperty({
    description: 'fields.index.schemas',
    type: 'object',
    additionalProperties: true,
    selfRequired: false,
    example: {},
  })
  schemas?: Record<string, unknown>;

  @ApiProperty({
    description: 'fields.index.links',
    type: 'object',
    additionalProperties: true,
    example: { up: [{ href: 'https://agenda.example/' }] },
  })
  _links!: { up: { href: string }[] };
}
