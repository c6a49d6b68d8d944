import { stopHosts } from './calendar-hosts.mjs';
import { stop } from './database-server.mjs';

export default async function tearDown() {
  await stopHosts();
  await stop();
}
