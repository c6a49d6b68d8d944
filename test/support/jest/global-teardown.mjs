import { stopHosts } from '../calendar/calendar-hosts.mjs';
import { stop } from '../database/database-server.mjs';

export default async function tearDown() {
  await stopHosts();
  await stop();
}
