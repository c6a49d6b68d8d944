// Host processes of the test calendars, one per Jest worker. See calendar-host.mjs.
import { fork } from 'node:child_process';
import { once } from 'node:events';

let hosts = [];

export async function startHosts(count) {
  const path = new URL('calendar-host.mjs', import.meta.url);
  const execArgv = [
    '--enable-source-maps',
    '--import',
    String(new URL('../jest/typescript-hooks.mjs', import.meta.url)),
  ];
  hosts = Array.from({ length: count }, () => fork(path, { execArgv }));
  const addresses = await Promise.all(hosts.map(waitForAddress));
  process.env['TEST_CALENDAR_HOSTS'] = addresses.join(',');
}

export async function stopHosts() {
  await Promise.all(
    hosts.map(async (host) => {
      const exited = once(host, 'exit');
      host.disconnect();
      await exited;
    }),
  );
}

async function waitForAddress(host) {
  const exited = once(host, 'exit').then(([code]) =>
    Promise.reject(new Error(`A calendar host exited with code ${code}`)),
  );
  const [address] = await Promise.race([once(host, 'message'), exited]);
  exited.catch(() => undefined);
  return address;
}
