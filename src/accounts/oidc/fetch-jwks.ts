import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose';
import { isSecureUrl } from '../../kernel/config/secure-url.js';

/** Where an issuer of tokens has its keys. */
export interface JwksSource {
  readonly issuer: string;
  /** Address of the keys; where it is not given, the issuer is asked for it. */
  readonly jwksUri?: string | undefined;
}

/**
 * Fetches the keys that an issuer signs with. Only addresses of the configuration, and the one that the issuer itself names, are
 * asked, and none that they redirect to.
 * @throws {Error} what went wrong, for the log
 */
export async function fetchJwks({ issuer, jwksUri }: JwksSource, signal: AbortSignal): Promise<LocalJWKSet> {
  const url = jwksUri ?? (await discoverJwksUri(issuer, signal));
  return createLocalJWKSet((await fetchJson(url, signal)) as unknown as JSONWebKeySet);
}

/**
 * OpenID Connect Discovery 1.0, 4: the issuer must be the very one that was asked.
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation
 */
async function discoverJwksUri(issuer: string, signal: AbortSignal): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { issuer: reportedIssuer, jwks_uri } = await fetchJson(url, signal);
  if (reportedIssuer !== issuer) throw new Error(`${url} names another issuer: ${JSON.stringify(reportedIssuer)}`);
  if (typeof jwks_uri === 'string' && isSecureUrl(jwks_uri)) return jwks_uri;
  throw new Error(`${url} names no https address of keys: ${JSON.stringify(jwks_uri)}`);
}

async function fetchJson(url: string, signal: AbortSignal): Promise<Record<string, unknown>> {
  const response = await fetch(url, { signal, redirect: 'error', headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const body: unknown = await response.json();
  if (body === null || typeof body !== 'object') throw new Error(`${url} answered no JSON object`);
  return body as Record<string, unknown>;
}
