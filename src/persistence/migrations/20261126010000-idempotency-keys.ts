import { Migration } from '@mikro-orm/migrations';

/**
 * The answers to writes that brought an `Idempotency-Key`. Neither keys nor requests stand here, only hashes of them. There is no foreign
 * key: the hash binds a key to its principal, and whoever deletes himself is answered too.
 */
export class IdempotencyKeys extends Migration {
  override name = '20261126010000-idempotency-keys';

  override up(): void {
    this.addSql(`create table idempotency_keys (
      key bytea primary key check (octet_length(key) = 32),
      fingerprint bytea not null check (octet_length(fingerprint) = 32),
      status smallint not null,
      headers json not null check (json_typeof(headers) = 'object'),
      body text,
      created_at timestamptz not null
    )`);
    this.addSql('create index idempotency_keys_created_at_index on idempotency_keys (created_at)');
  }

  override down(): void {
    this.addSql('drop table idempotency_keys');
  }
}
