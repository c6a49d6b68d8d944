import { Controller } from '@nestjs/common';
import { ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import { ApiError } from '../common/errors/api-error.js';
import { NAMESPACE } from '../common/http/namespace.js';
import { Describe } from '../common/http/operations.js';
import { Context, type RequestContext } from '../common/http/request-context.js';
import { Fields } from '../common/validation/fields.decorator.js';
import { ApiDocument } from './api-document.js';
import { DocumentQuery, IndexQuery } from './description.query.js';
import { namespaceIndex } from './namespace-index.js';

/** What the service says of itself. */
@ApiTags('description')
@Controller(NAMESPACE)
export class DescriptionController {
  constructor(private readonly document: ApiDocument) {}

  @Describe('', 'index', 'no_route')
  index(@Context() { language, root }: RequestContext, @Fields() query: IndexQuery) {
    if (query.namespace !== NAMESPACE) throw new ApiError('no_route');
    return namespaceIndex(this.document.in(language.asked), root);
  }

  @Describe('doc', 'doc')
  doc(@Context() { language, root }: RequestContext, @Fields() _query: DocumentQuery): OpenAPIObject {
    return { ...this.document.in(language.asked), servers: [{ url: root }] };
  }
}
