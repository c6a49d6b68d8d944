import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose';
import { isSecureUrl } from '../../kernel/config/secure-url.js';

/** Where an issuer of tokens has its keys. */
export interface KeySource {
  readonly issuer: string;
  /** Address of the keys; where it is not given, the issuer is asked for it. */
  readonly jwksUri?: string | undefined;
}

/**
 * Fetches the keys that an issuer signs with. Only addresses of the configuration, and the one that the issuer itself names, are
 * asked, and none that they redirect to.
 * @throws {Error} what went wrong, for the log
 */
export async function fetchKeys({ issuer, jwksUri }: KeySource, signal: AbortSignal): Promise<LocalJWKSet> {
  const address = jwksUri ?? (await discoveredAddress(issuer, signal));
  return createLocalJWKSet((await fetchJson(address, signal)) as unknown as JSONWebKeySet);
}

/**
 * OpenID Connect Discovery 1.0, 4: the issuer must be the very one that was asked.
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation
 */
async function discoveredAddress(issuer: string, signal: AbortSignal): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { issuer: named, jwks_uri } = await fetchJson(address, signal);
  if (named !== issuer) throw new Error(`${address} names another issuer: ${JSON.stringify(named)}`);
  if (typeof jwks_uri === 'string' && isSecureUrl(jwks_uri)) return jwks_uri;
  throw new Error(`${address} names no https address of keys: ${JSON.stringify(jwks_uri)}`);
}

async function fetchJson(address: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  const response = await fetch(address, { signal, redirect: 'error', headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const body: unknown = await response.json();
  if (body === null || typeof body !== 'object') throw new Error(`${address} answered no JSON object`);
  return body as Record<string, unknown>;
}
