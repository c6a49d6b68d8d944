import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { OperatorError } from '../../kernel/errors/operator-error.js';
import { declaredRoutes } from '../routes/declared-routes.js';
import { leastRoleOf } from '../routes/authenticated.decorator.js';

/**
 * Lets no application start that has a route of which nobody has said who may call it, be it a controller of ours or of whoever
 * else is mounted in the application.
 */
@Injectable()
export class DeclaredRights implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws {OperatorError} naming each */
  onModuleInit(): void {
    const open = [...declaredRoutes(this.discovery, this.scanner)].filter(
      ({ handler, controller }) => leastRoleOf(this.reflector, handler, controller) === undefined,
    );
    const text = { key: 'extensions.open_route' };
    const faults = open.map(({ controller, name, method, path }) => ({
      of: `${controller.name}.${name} (${method} ${path})`,
      text,
    }));
    if (faults.length > 0) throw new OperatorError({ key: 'extensions.unusable' }, faults);
  }
}
