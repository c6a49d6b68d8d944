import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { extensionError } from '../../kernel/errors/setup-error.js';
import { RouteTable } from '../routes/route-table.js';
import { minimumRoleOf } from '../routes/authenticated.decorator.js';

/**
 * Lets no application start that has a route of which nobody has said who may call it, be it a controller of ours or of whoever
 * else is mounted in the application.
 */
@Injectable()
export class AccessRuleCheck implements OnModuleInit {
  constructor(
    private readonly routes: RouteTable,
    private readonly reflector: Reflector,
  ) {}

  /** @throws {SetupError} naming each */
  onModuleInit(): void {
    const undeclared = this.routes
      .declared()
      .filter(({ handler, controller }) => minimumRoleOf(this.reflector, handler, controller) === undefined);
    const text = 'has no access rule. Add @Public() or @Authenticated(role) to the handler.';
    const issues = undeclared.map(({ controller, name, method, path }) => ({
      subject: `${controller.name}.${name} (${method} ${path})`,
      text,
    }));
    if (issues.length > 0) throw extensionError(issues);
  }
}
