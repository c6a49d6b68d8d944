import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ADMIN_PATHS } from '../common/http/namespace.js';
import { Context } from "../common/http/context.decorator.js";
import { type RequestContext } from '../common/http/request-context.js';
import { Fields } from '../common/validation/fields.decorator.js';
import { ListAccounts } from './account-operations.js';
import { AuditService } from './audit.service.js';
import { AuditList } from './dto/audit-entry.view.js';
import { ListAuditQuery } from './dto/list-audit.query.js';

@ApiTags('audit')
@Controller(ADMIN_PATHS.audit)
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @ListAccounts({ name: 'listAudit', least: 'administrator', view: AuditList })
  list(@Context() context: RequestContext, @Fields() query: ListAuditQuery): Promise<AuditList> {
    return this.audit.list(context, query);
  }
}
