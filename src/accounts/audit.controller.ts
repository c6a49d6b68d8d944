import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ADMIN_PATHS } from '../kernel/context/namespace.js';
import { type RequestContext } from '../kernel/context/request-context.js';
import { Fields, Context } from '../http/params/handler-arguments.decorators.js';
import { AdminListRoute } from './admin-route.decorators.js';
import { AuditService } from './audit.service.js';
import { AuditList } from './dto/audit-entry.view.js';
import { ListAuditQuery } from './dto/list-audit.query.js';

@ApiTags('audit')
@Controller(ADMIN_PATHS.audit)
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @AdminListRoute({ name: 'listAudit', minimumRole: 'administrator', view: AuditList })
  list(@Context() context: RequestContext, @Fields() query: ListAuditQuery): Promise<AuditList> {
    return this.audit.list(context, query);
  }
}
