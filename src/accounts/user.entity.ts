import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import type { Role } from '../kernel/context/principal.js';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.bigint('number').primary(),
    /** Unique regardless of case. */
    username: p.text(),
    role: p.string().$type<Role>(),
    createdAt: p.datetime(),
    /** Counts the changes of name and role. */
    version: p.integer().default(1),
    /** Issuer and subject of OpenID Connect, or of an extension; both null for local users. */
    issuer: p.text().nullable(),
    subject: p.text().nullable(),
  },
});

export class User extends UserSchema.class {}
UserSchema.setClass(User);

/** A token of a user. Only its hash is stored. */
const TokenSchema = defineEntity({
  name: 'Token',
  tableName: 'tokens',
  properties: {
    id: p.bigint('number').primary(),
    user: () => p.manyToOne(User),
    /** SHA-256 of the token: it has 178 random bits, so no slow hash is needed. */
    hash: p.blob().hidden(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
  },
});

export class Token extends TokenSchema.class {}
TokenSchema.setClass(Token);

export const ACCOUNT_ENTITIES = [UserSchema, TokenSchema] as const;
export type AccountTables = InferKyselyDB<(typeof ACCOUNT_ENTITIES)[number]>;
