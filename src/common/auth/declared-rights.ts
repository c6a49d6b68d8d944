import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { declaredRoutes } from '../http/declared-routes.js';
import { leastRoleOf } from './authenticated.decorator.js';

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

  onModuleInit(): void {
    const open = [...declaredRoutes(this.discovery, this.scanner)].filter(
      ({ handler, controller }) => leastRoleOf(this.reflector, handler, controller) === undefined,
    );
    if (open.length === 0) return;
    const lines = open.map(({ controller, name, method, path }) => `  ${controller.name}.${name} (${method} ${path})`);
    throw new Error(
      [
        'Nobody has said who may call these routes:',
        ...lines,
        'Put @Authenticated(role) or @Public() above each of these methods.',
      ].join('\n'),
    );
  }
}
