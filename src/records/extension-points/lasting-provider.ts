import type { DiscoveryService } from '@nestjs/core';
import { OperatorError } from '../../kernel/errors/operator-error.js';

/** A provider, as Nest keeps it. */
type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** @throws {OperatorError} where a provider that the calendar calls by itself is made anew for every request */
export function assertLasting(wrapper: Wrapper): void {
  if (wrapper.isDependencyTreeStatic()) return;
  const of = String(wrapper.metatype?.name ?? wrapper.name);
  throw new OperatorError({ key: 'extensions.unusable' }, [{ of, text: { key: 'extensions.of_a_request' } }]);
}
