import type { DiscoveryService } from '@nestjs/core';
import { extensionError } from '../../kernel/errors/setup-error.js';

/** A provider, as Nest keeps it. */
type InstanceWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** @throws {SetupError} where a provider that the calendar calls by itself is made anew for every request */
export function assertSingleton(wrapper: InstanceWrapper): void {
  if (wrapper.isDependencyTreeStatic()) return;
  const subject = String(wrapper.metatype?.name ?? wrapper.name);
  throw extensionError([
    {
      subject,
      text: 'is request-scoped, which classes with @ExtendsRecord, @BeforeWrite or @OnChange cannot be. Read request data from the context argument.',
    },
  ]);
}
