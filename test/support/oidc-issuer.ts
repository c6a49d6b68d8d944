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

/** A key that an issuer signs with. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

/** What else a token says in its header, and who signs it. */
export interface SigningOptions {
  readonly key?: SigningKey;
  readonly header?: Partial<JWTHeaderParameters>;
}

/** Who tokens of tests are for. */
export const AUDIENCE = 'calendar';

let createdKeys = 0;

/** Makes a key of an algorithm. */
export async function createSigningKey(alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = `key-${(createdKeys += 1)}`;
  return { kid, alg, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** An issuer of identities, as OpenID Connect has them: it says where its keys are, shows them, and signs tokens. */
export class OidcIssuer {
  /** Paths that were asked for, in order. */
  readonly requestedPaths: string[] = [];
  /** What it calls itself, where that is not its address. */
  reportedIssuer: string | undefined;
  /** Whether it redirects whoever asks for its keys. */
  redirectsKeys = false;
  private server: Server | undefined;
  private port = 0;

  constructor(public keys: SigningKey[]) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Begins to answer, always at the same address. */
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

  /** Answers nobody any more. */
  async stop(): Promise<void> {
    const server = this.server;
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  }

  /** Withdraws its keys, and signs with others from now on. */
  async rotate(alg?: string): Promise<void> {
    this.keys = [await createSigningKey(alg)];
  }

  /** Signs claims beside those that every token has; one that is undefined is left out. */
  sign(
    now: string,
    claims: JWTPayload & Record<string, unknown> = {},
    { key, header }: SigningOptions = {},
  ): Promise<string> {
    const [first] = this.keys;
    const signing = key ?? first;
    if (!signing) throw new Error('The issuer has no key');
    const seconds = Date.parse(now) / 1000;
    const usual = { iss: this.url, aud: AUDIENCE, sub: 'ada', iat: seconds, exp: seconds + 300 };
    const said = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(said))
      .setProtectedHeader({ alg: signing.alg, kid: signing.kid, ...header })
      .sign(signing.privateKey);
  }

  private responseTo(path: string): unknown {
    if (path.startsWith('/keys')) return { keys: this.keys.map(({ jwk }) => jwk) };
    if (path === '/.well-known/openid-configuration')
      return { issuer: this.reportedIssuer ?? this.url, jwks_uri: `${this.url}/keys` };
    return {};
  }
}
