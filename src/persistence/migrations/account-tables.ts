import { createTableSql, ID_COLUMN } from './record-tables.js';

/**
 * Users, tokens, images, password attempts, the audit and idempotency keys. The last three have no foreign keys: their
 * rows remain when users and records are deleted.
 */
export const ACCOUNT_TABLES = [
  // Issuer and subject together fit into an index entry, which PostgreSQL limits to 2704 bytes.
  createTableSql('users', [
    ID_COLUMN,
    'username text not null check (char_length(username) between 1 and 200)',
    `role text not null check (role in ('administrator', 'editor', 'author', 'contributor', 'subscriber'))`,
    'created_at timestamptz not null',
    'issuer text check (char_length(issuer) between 1 and 1000)',
    'subject text collate "C" check (char_length(subject) between 1 and 255)',
    'version integer not null default 1',
    'check ((issuer is null) = (subject is null))',
    'constraint users_identity_key unique (issuer, subject)',
  ]),
  'create unique index users_username_key on users (lower(username))',
  createTableSql('tokens', [
    ID_COLUMN,
    'user_id bigint not null references users on delete cascade',
    'hash bytea not null unique',
    'created_at timestamptz not null',
    'expires_at timestamptz',
    'revoked_at timestamptz',
    'last_used_at timestamptz',
  ]),
  'create index tokens_user_id_index on tokens (user_id)',
  createTableSql('images', [
    ID_COLUMN,
    'url text not null',
    'digest bytea not null unique',
    'author_id bigint references users on delete set null',
    'created_at timestamptz not null',
  ]),
  'create index images_author_id_index on images (author_id)',
  createTableSql('image_permissions', [
    'image_id bigint not null references images on delete cascade',
    'user_id bigint not null references users on delete cascade',
    'primary key (image_id, user_id)',
  ]),
  'create index image_permissions_user_id_index on image_permissions (user_id)',
  createTableSql('password_attempts', [
    'event_id bigint not null',
    'network text not null',
    'wrong_attempts timestamptz[] not null',
    'last_attempt_at timestamptz not null',
    'primary key (event_id, network)',
  ]),
  'create index password_attempts_last_attempt_at_index on password_attempts (last_attempt_at)',
  createTableSql('audit_entries', [
    ID_COLUMN,
    'created_at timestamptz not null default now()',
    'user_id bigint',
    'username text',
    'role text not null',
    `action text not null check (action <> '')`,
    `kind text not null check (kind <> '')`,
    'record_id bigint',
    'language text',
    'client text not null',
    'request_id text not null',
    `changes jsonb not null check (jsonb_typeof(changes) = 'object')`,
  ]),
  'create index audit_entries_created_at_index on audit_entries (created_at, id)',
  'create index audit_entries_user_id_index on audit_entries (user_id, created_at, id)',
  'create index audit_entries_record_index on audit_entries (kind, record_id, created_at, id)',
  'create index audit_entries_action_index on audit_entries (action, created_at, id)',
  createTableSql('idempotency_keys', [
    'key bytea primary key check (octet_length(key) = 32)',
    'fingerprint bytea not null check (octet_length(fingerprint) = 32)',
    'status smallint not null',
    `headers json not null check (json_typeof(headers) = 'object')`,
    'body text',
    'created_at timestamptz not null',
  ]),
  'create index idempotency_keys_created_at_index on idempotency_keys (created_at)',
];
