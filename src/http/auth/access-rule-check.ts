import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { extensionError } from '../../kernel/errors/setup-error.js';
import { minimumRoleOf } from '../routes/authenticated.decorator.js';
import { RouteTable } from '../routes/route-table.js';

/** Fails start-up if a route of the calendar, an extension or the host application has neither `@Public()` nor `@Authenticated()`. */
@Injectable()
export class AccessRuleCheck implements OnModuleInit {
  constructor(
    private readonly routes: RouteTable,
    private readonly reflector: Reflector,
  ) {}

  /** @throws {SetupError} naming each route */
  onModuleInit(): void {
    const issues = this.routes
      .declared()
      .filter(({ handler, controller }) => minimumRoleOf(this.reflector, handler, controller) === undefined)
      .map(({ controller, name, method, path }) => ({
        subject: `${controller.name}.${name} (${method} ${path})`,
        text: 'has no access rule. Add @Public() or @Authenticated(role) to the handler.',
      }));
    if (issues.length > 0) throw extensionError(issues);
  }
}
