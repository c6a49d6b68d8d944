import type { ServedPage } from '../records.js';
import { ADMIN_TOKEN, type TestCalendar } from '../test-calendar.js';
import { ME_PATH } from '../accounts.js';
import { USERS, type Command } from './commands.js';
import { diffAllViews } from './diff-all-views.js';
import { resolveCommand } from './resolve-command.js';
import { diffWithModel } from './diff-with-model.js';
import { PATHS, type User, type ModelState } from './model-state.js';

const START_TIME = Date.parse('2026-03-02T12:00:00Z');
const HOUR = 3_600_000;

/** Makes the users that commands speak of. */
export async function createUsers(calendar: TestCalendar): Promise<User[]> {
  const users: User[] = [];
  for (const role of USERS) {
    const token = role === 'anonymous' ? undefined : await calendar.createToken(role);
    const { body } = token ? await calendar.request('GET', ME_PATH, { token }) : { body: { id: 0 } };
    users.push({ role, token, id: Number(body['id']) });
  }
  return users;
}

/** Carries commands out in an empty calendar; throws where the service differs from the model, with all that was sent. */
export async function playCommands(
  calendar: TestCalendar,
  users: readonly User[],
  commands: readonly Command[],
): Promise<void> {
  await deleteAllRecords(calendar);
  const world: ModelState = { base: calendar.base, users, now: START_TIME, records: [], deleted: [] };
  const log: string[] = [];
  calendar.setNow(new Date(START_TIME).toISOString());
  const looks = users.map((_user, look) => ({ look }));
  for (const command of [...commands, ...looks]) {
    const wrong = await diffAfterCommand(calendar, world, command, log);
    if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\nafter\n${log.join('\n')}`);
  }
}

async function diffAfterCommand(
  calendar: TestCalendar,
  world: ModelState,
  command: Command,
  log: string[],
): Promise<string[]> {
  if ('hours' in command) {
    world.now += command.hours * HOUR;
    calendar.setNow(new Date(world.now).toISOString());
    log.push(`${command.hours} hours pass`);
    return [];
  }
  if ('look' in command) return diffAllViews(calendar, world, world.users[command.look] as User, []);
  return diffWithModel(calendar, resolveCommand(world, command), command.source, log);
}

/** Deletes all records for good, a category only when there is none below it. */
async function deleteAllRecords(calendar: TestCalendar): Promise<void> {
  for (const path of Object.values(PATHS)) {
    const all = `${path}?per_page=50&hide_empty=false&status=publish,future,draft,pending,private,trash`;
    const events = path === 'events' ? '&hide_from_listings=any&start_date=2020-01-01&end_date=2040-01-01' : '';
    for (let left = 1; left > 0;) {
      const { body } = await calendar.request<ServedPage>('GET', `${all}${events}`, { token: ADMIN_TOKEN });
      left = body.total;
      for (const { id } of body[path]) await calendar.request('DELETE', `${path}/${id}?force=true`);
    }
  }
}
