import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/processes/log-lines.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';

const run = promisify(execFile);
const product = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
  overrides: Record<string, string>;
  allowScripts: object;
};

/** A complete Nest application that imports the calendar. */
const MAIN = `import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CalendarAdapter, CalendarModule } from 'calendar-events-service';
import { HelloModule } from './hello.mjs';
class AppModule {}
Module({ imports: [CalendarModule.forRoot({ extensions: [HelloModule] })] })(AppModule);
const application = await NestFactory.create(AppModule, new CalendarAdapter());
application.enableShutdownHooks();
await application.listen(process.env.PORT ?? 3000, '127.0.0.1');
process.stdout.write(\`Serves at \${await application.getUrl()}\\n\`);
`;

/** A TypeScript file that uses the types of the package. */
const TYPES_FILE = `import { CalendarModule, EVENT, type RecordExtension } from 'calendar-events-service';
import { createTestCalendar } from 'calendar-events-service/testing';
export const path: 'events' = EVENT.plural;
export const module = CalendarModule.forRoot({ extensions: [] });
export const extension: RecordExtension = {};
export const calendar = createTestCalendar;
// @ts-expect-error -- there is no such option
CalendarModule.forRoot({ extension: [] });
`;

/** Folder of the application. Its path contains a space. */
const folder = useTemporaryFolder('in package');

beforeAll(async () => {
  await run('npm', ['pack', '--pack-destination', folder]);
  const { version, dependencies, overrides, allowScripts } = product;
  const manifest = {
    name: 'agenda',
    private: true,
    type: 'module',
    dependencies: {
      'calendar-events-service': `file:./calendar-events-service-${version}.tgz`,
      '@nestjs/common': dependencies['@nestjs/common'],
      '@nestjs/core': dependencies['@nestjs/core'],
    },
    // One copy of Kysely, see docs/extending.md.
    overrides: { kysely: overrides['kysely'] },
    // npm runs install scripts of these packages only.
    allowScripts,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.mjs'), MAIN);
  writeFileSync(join(folder, 'hello.mjs'), readFileSync('test/extension/fixtures/hello.mjs'));
  writeFileSync(join(folder, 'typed.ts'), TYPES_FILE);
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });
}, 300_000);

describe('npm package', () => {
  it('runs in a Nest application with a few lines of code', async () => {
    const env = { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'error' };
    const child = spawn(process.execPath, ['main.mjs'], { cwd: folder, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    const ended = once(child, 'close');
    await eventually(() => (output.includes('Serves at') || child.exitCode !== null ? true : undefined));
    const [, origin = ''] = /Serves at (\S+)/.exec(output) ?? [];
    expect(output).toContain('Serves at');
    expect(await (await fetch(`${origin}/calendar/events/v1/hello`)).json()).toEqual({ hello: 'world' });
    expect(await (await fetch(`${origin}/calendar/events/v1/events`)).json()).toMatchObject({ events: [], total: 0 });
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    const token = readFileSync(join(folder, 'data/admin-token'), 'utf8').trim();
    const created = await fetch(`${origin}/calendar/events/v1/tags`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Jazz' }),
    });
    expect(created.status).toBe(201);
    child.kill('SIGTERM');
    // Nest shuts the application down, then ends the process with the signal.
    expect(await ended).toEqual([null, 'SIGTERM']);
  }, 120_000);

  it('has valid types and hides internal modules', async () => {
    const compiler = join(process.cwd(), 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'NodeNext', '--target', 'ES2024', '--skipLibCheck'];
    const types = ['--typeRoots', join(process.cwd(), 'node_modules/@types'), '--types', 'node'];
    const compiled = run(process.execPath, [compiler, ...options, ...types, 'typed.ts'], { cwd: folder });
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
    const script = `import('calendar-events-service/dist/calendar.module.js').then(() => process.exit(1), (error) => console.log(error.code))`;
    const refused = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder });
    expect(refused.stdout.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
  }, 120_000);
});
