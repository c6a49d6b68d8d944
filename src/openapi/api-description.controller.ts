import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiError } from '../kernel/errors/api-error.js';
import { NAMESPACE } from '../kernel/context/namespace.js';
import { Describe } from '../http/routes/record-route.decorators.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { Fields, Context } from '../http/params/handler-arguments.decorators.js';
import { ApiDocument } from './document/api-document.js';
import type { DocumentObject } from './document/document-parts.js';
import { DocumentQuery, NamespaceIndexQuery } from './dto/document.query.js';
import { DocumentView } from './dto/document.view.js';
import { NamespaceIndexView } from './dto/namespace-index.view.js';
import { namespaceIndex } from './namespace-index/namespace-index.js';

@ApiTags('description')
@Controller(NAMESPACE)
export class ApiDescriptionController {
  constructor(private readonly document: ApiDocument) {}

  @Describe('', 'getIndex', NamespaceIndexView, 'no_route')
  index(@Context() context: RequestContext, @Fields() query: NamespaceIndexQuery): NamespaceIndexView {
    if (query.namespace !== NAMESPACE) throw new ApiError('no_route');
    return namespaceIndex(this.document.forLanguage(context.language.requested), context.baseUrl, query.context);
  }

  @Describe('doc', 'getDocument', DocumentView)
  doc(@Context() context: RequestContext, @Fields() _query: DocumentQuery): DocumentObject {
    return this.document.forRequest(context);
  }
}
