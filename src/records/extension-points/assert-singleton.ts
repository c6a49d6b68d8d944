import type { DiscoveryService } from '@nestjs/core';
import { SetupError } from '../../kernel/errors/setup-error.js';

/** A provider, as Nest keeps it. */
type InstanceWrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** @throws {SetupError} where a provider that the calendar calls by itself is made anew for every request */
export function assertSingleton(wrapper: InstanceWrapper): void {
  if (wrapper.isDependencyTreeStatic()) return;
  const subject = String(wrapper.metatype?.name ?? wrapper.name);
  throw new SetupError({ key: 'extensions.unusable' }, [{ subject, text: { key: 'extensions.request_scoped' } }]);
}
