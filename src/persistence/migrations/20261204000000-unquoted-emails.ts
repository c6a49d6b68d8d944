import { Migration } from '@mikro-orm/migrations';
import { collectTexts } from '../../kernel/text/collect-texts.js';
import { fold } from '../../kernel/text/fold.js';

/**
 * Cleans stored e-mail addresses with a quoted local part, which may contain markup, and prevents new ones. Quotes that the address does
 * not need are removed. Otherwise the address is removed.
 */
export class UnquotedEmails extends Migration {
  override name = '20261204000000-unquoted-emails';

  override async up(): Promise<void> {
    const organizers = (await this.execute(
      `select id, phone, website, email, custom_fields from organizers where email ~ '["<>]'`,
    )) as QuotedOrganizer[];
    for (const { id, phone, website, email: quoted, custom_fields: customFields } of organizers) {
      const email = /^"([\w.+-]+)"(@[^"<>]+)$/.exec(quoted)?.slice(1).join('') ?? null;
      const searchFields = fold([phone, website, email, ...collectTexts(customFields)].filter(Boolean).join('\n'));
      await this.execute(
        'update organizers set email = ?, search_fields = ?, modified_at = now(), version = version + 1 where id = ?',
        [email, searchFields, id],
      );
    }
    this.addSql(`alter table organizers add constraint organizers_email_check check (email !~ '["<>]')`);
  }
}

interface QuotedOrganizer {
  readonly id: string;
  readonly phone: string | null;
  readonly website: string | null;
  readonly email: string;
  readonly custom_fields: object;
}
