import { Logger } from '@nestjs/common';
import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JSONWebKeySet, type RemoteJWKSet } from 'jose';
import { isSecureUrl } from '../../kernel/config/variable-schemas.js';

/** An unknown key causes at most one fetch in 5 s; withdrawn keys expire after 10 min. */
const CACHING = { cooldownDuration: 5_000, cacheMaxAge: 10 * 60_000, timeoutDuration: 3_000 };

/**
 * Keys of an OIDC issuer. They are fetched for the first token. If the issuer is unavailable, the last known keys are used, so that the
 * cool-down applies to failed fetches too.
 * @param jwksUri URL of the keys. Default: from the discovery document of the issuer
 */
export function createIssuerKeys(issuer: string, jwksUri?: string): RemoteJWKSet {
  const logger = new Logger('OidcIssuer');
  let known: JSONWebKeySet = { keys: [] };
  const fetchKeys = async (_url: string, { signal }: { signal: AbortSignal }) => {
    try {
      const keys = await fetchJson(jwksUri ?? (await discoverJwksUri(issuer, signal)), signal);
      known = createLocalJWKSet(keys as JSONWebKeySet).jwks();
    } catch (error) {
      logger.warn(`Could not fetch the JWKS of ${issuer}: ${String((error as Error).cause ?? error)}`);
    }
    return Response.json(known);
  };
  return createRemoteJWKSet(new URL(jwksUri ?? issuer), { ...CACHING, [customFetch]: fetchKeys });
}

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation */
async function discoverJwksUri(issuer: string, signal: AbortSignal): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = (await fetchJson(url, signal)) as { issuer?: unknown; jwks_uri?: unknown } | null;
  if (document?.issuer !== issuer) throw new Error(`${url} names another issuer`);
  if (typeof document.jwks_uri === 'string' && isSecureUrl(document.jwks_uri)) return document.jwks_uri;
  throw new Error(`${url} has no https URL in jwks_uri`);
}

/** Redirects are not followed: only URLs that the operator or the issuer names are requested. */
async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal, redirect: 'error', headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}
