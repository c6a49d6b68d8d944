import { Migration } from '@mikro-orm/migrations';

/** Users of an issuer of identities (OpenID Connect): they are who the issuer says, never who has the same name here. */
export class Accounts extends Migration {
  override name = '20261125010000-accounts';

  /** Both together must fit into an entry of their index, which PostgreSQL limits to 2704 bytes. */
  override up(): void {
    this.addSql(`alter table users
      add issuer text check (char_length(issuer) between 1 and 1000),
      add subject text collate "C" check (char_length(subject) between 1 and 255),
      add check ((issuer is null) = (subject is null)),
      add constraint users_identity_key unique (issuer, subject)`);
  }

  override down(): void {
    this.addSql('delete from users where issuer is not null');
    this.addSql('alter table users drop issuer, drop subject');
  }
}
