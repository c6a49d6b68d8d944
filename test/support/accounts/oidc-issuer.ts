import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

interface SigningOptions {
  readonly key?: SigningKey;
  readonly header?: Partial<JWTHeaderParameters>;
}

/** Audience of test tokens. */
export const AUDIENCE = 'calendar';

let createdKeys = 0;

export async function createSigningKey(alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = `key-${(createdKeys += 1)}`;
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** OpenID Connect issuer: serves its configuration and keys, and signs tokens. */
export class OidcIssuer {
  /** Requested paths, in order. */
  readonly requestedPaths: string[] = [];
  /** `issuer` of the configuration, if not its URL. */
  reportedIssuer: string | undefined;
  /** Whether requests for the keys are redirected. */
  redirectsKeys = false;
  private server: Server | undefined;
  private port = 0;

  constructor(public keys: SigningKey[]) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts listening. A restart uses the same port. */
  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      const path = request.url ?? '';
      this.requestedPaths.push(path);
      const location = `${this.url}${path}-elsewhere`;
      if (this.redirectsKeys && path === '/keys') return response.writeHead(302, { Location: location }).end();
      return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(this.responseTo(path)));
    });
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.server;
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  }

  /** Replaces all keys with a new one. */
  async rotate(alg?: string): Promise<void> {
    this.keys = [await createSigningKey(alg)];
  }

  /** Signs the default claims and `claims`. A claim with the value `undefined` is omitted. */
  sign(
    now: string,
    claims: JWTPayload & Record<string, unknown> = {},
    { key, header }: SigningOptions = {},
  ): Promise<string> {
    const [firstKey] = this.keys;
    const signingKey = key ?? firstKey;
    if (!signingKey) throw new Error('The issuer has no key');
    const seconds = Date.parse(now) / 1000;
    const defaultClaims = { iss: this.url, aud: AUDIENCE, sub: 'ada', iat: seconds, exp: seconds + 300 };
    const entries = Object.entries({ ...defaultClaims, ...claims }).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(entries))
      .setProtectedHeader({ alg: signingKey.alg, kid: signingKey.kid, ...header })
      .sign(signingKey.privateKey);
  }

  private responseTo(path: string): unknown {
    if (path.startsWith('/keys')) return { keys: this.keys.map(({ jwk }) => jwk) };
    if (path === '/.well-known/openid-configuration')
      return { issuer: this.reportedIssuer ?? this.url, jwks_uri: `${this.url}/keys` };
    return {};
  }
}
