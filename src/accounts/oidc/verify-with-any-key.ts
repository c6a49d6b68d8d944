import {
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
  type RemoteJWKSet,
} from 'jose';

/**
 * Verifies a token with the key that its header names. A token without `kid` is tried with every key of the right type, also with keys that
 * the issuer has published since the last fetch.
 * @throws {errors.JOSEError}
 */
export async function verifyWithAnyKey(
  token: string,
  keys: RemoteJWKSet,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return await verifyWithKnownKeys(token, keys, options);
  } catch (error) {
    const isWrongKey = error instanceof errors.JWSSignatureVerificationFailed && !decodeProtectedHeader(token).kid;
    if (!isWrongKey || keys.coolingDown) throw error;
    await keys.reload();
    return verifyWithKnownKeys(token, keys, options);
  }
}

async function verifyWithKnownKeys(token: string, keys: RemoteJWKSet, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (reason) {
        if (!(reason instanceof errors.JWSSignatureVerificationFailed)) throw reason;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
