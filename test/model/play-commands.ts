import type { TestCalendar } from '../support/calendar/test-calendar.js';
import { diffAllWithModel, diffWalk, diffWithModel } from './compare.js';
import { resolveCommand, type Command } from './generators/commands.js';
import { ALL_TIMES, combine } from './generators/parameters.js';
import { isTermKind, PATHS, recordsOf, type KindName, type ModelState, type User } from './records.js';
import { parametersOf, type ModelRequest, type Parameters } from './requests.js';
import { canEditAll, canEditAny, STATUSES } from './rights.js';
import { slugsOf } from './translations.js';
import { storeRecords } from './store.js';
import { setNow } from './use-model.js';

export const START_TIME = Date.parse('2026-03-02T12:00:00Z') / 1000;
const KINDS = Object.keys(PATHS) as KindName[];

/**
 * Runs commands in an empty calendar, then compares everything that each user can read.
 * @throws {Error} with all requests, if a response differs from that of the model
 */
export async function playCommands(
  calendar: TestCalendar,
  state: ModelState,
  commands: readonly Command[],
): Promise<void> {
  await storeRecords(calendar.databaseUrl, []);
  Object.assign(state, { records: [], deleted: [] });
  setNow(calendar, state, START_TIME);
  const log: string[] = [];
  for (const command of [...commands, ...state.users.map((_user, viewer) => ({ viewer }))]) {
    const differences = await play(calendar, state, command, log);
    if (differences.length > 0) throw new Error(`${differences.join('\n')}\nafter\n${log.join('\n')}`);
  }
}

async function play(calendar: TestCalendar, state: ModelState, command: Command, log: string[]): Promise<string[]> {
  if ('viewer' in command) return diffAllViews(calendar, state, state.users[command.viewer] as User);
  if (!('hours' in command)) return diffWithModel(calendar, resolveCommand(state, command), log);
  setNow(calendar, state, state.now + command.hours * 3600);
  log.push(`${command.hours} hours pass`);
  return [];
}

/** Differences in everything that a user can read: each list to its end, each record by id and by every slug. */
async function diffAllViews(calendar: TestCalendar, state: ModelState, user: User): Promise<string[]> {
  const context = { state, user, language: 'es', isExplicit: true, source: 'query', fields: {} } as const;
  const differences: string[] = [];
  for (const kind of KINDS) {
    const read = { ...context, verb: 'read', kind, query: {}, searchParams: [] } as const;
    const list = { ...read, ...fullList(read), verb: 'list', address: { id: 0 } } as const;
    differences.push(...(await diffWalk(calendar, list)));
    const reads = addressesOf(state, kind).map((address) => ({ ...read, address }));
    differences.push(...(await diffAllWithModel(calendar, reads)));
  }
  return differences;
}

/** Parameters of a list of everything that the caller may list. */
function fullList(context: Omit<ModelRequest, 'address'>): Parameters {
  const isEvent = context.kind === 'event';
  const parameters = parametersOf({
    per_page: 7,
    ...(isTermKind(context.kind) ? { hide_empty: false } : canEditAny(context) ? { status: [...STATUSES] } : {}),
    ...(isEvent && canEditAll(context) ? { hide_from_listings: 'any' as const } : {}),
  });
  return combine(isEvent ? [parameters, ALL_TIMES] : [parameters]);
}

function addressesOf(state: ModelState, kind: KindName): ModelRequest['address'][] {
  const records = recordsOf<KindName>(state, kind);
  const deleted = state.deleted.filter((record) => record.kind === kind);
  const ids = [...records, ...deleted].map(({ id }) => ({ id }));
  if (isTermKind(kind)) return ids;
  const slugs = new Set(records.flatMap((record) => [...slugsOf(record), ...record.former]));
  return [...ids, ...[...slugs].map((slug) => ({ slug }))];
}
