import { start } from '../database/database-server.mjs';
import { startHosts } from '../calendar/calendar-hosts.mjs';

/** @param {import('jest').Config} config of the whole run */
export default async function setUp({ maxWorkers }) {
  await Promise.all([start(), startHosts(maxWorkers)]);
}
