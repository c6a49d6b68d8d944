import type { SetupIssue } from '../../kernel/errors/setup-error.js';
import {
  STRATEGY_METHOD_NAMES,
  type StrategyClasses,
  type StrategyName,
} from '../../records/extension-points/strategy-types.js';

interface NamedStrategies {
  readonly name: string;
  readonly strategies?: StrategyClasses | undefined;
}

/** Checks strategies for unknown and duplicate names and for missing methods. */
export function findStrategyIssues(extensions: readonly NamedStrategies[]): SetupIssue[] {
  const owners = new Map<string, string>();
  return extensions.flatMap(({ name: subject, strategies = {} }) =>
    Object.entries(strategies).flatMap(([name, type]): SetupIssue[] => {
      const method = STRATEGY_METHOD_NAMES[name as StrategyName] as string | undefined;
      const names = Object.keys(STRATEGY_METHOD_NAMES).join(', ');
      if (!method) return [{ subject, text: `names an unknown strategy ${name}. The strategies are ${names}.` }];
      const owner = owners.get(name);
      owners.set(name, subject);
      if (owner) return [{ subject, text: `declares the strategy ${name}, as ${owner} does. Remove one.` }];
      const prototype = (type as { prototype?: Record<string, unknown> } | undefined)?.prototype;
      if (typeof prototype?.[method] === 'function') return [];
      return [{ subject, text: `declares a strategy ${name} without a method ${method}. Add it.` }];
    }),
  );
}
