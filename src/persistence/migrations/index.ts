import { Foundation } from './20261120000000-foundation.js';
import { NamesOfTerms } from './20261121000000-names-of-terms.js';
import { ServedLanguages } from './20261122000000-served-languages.js';
import { TermCounts } from './20261123000000-term-counts.js';
import { ChangeNotices } from './20261123010000-change-notices.js';
import { ListIndexes } from './20261123020000-list-indexes.js';
import { ListedLinks } from './20261123030000-listed-links.js';
import { TermsBroughtAlong } from './20261124000000-terms-brought-along.js';
import { Rights } from './20261125000000-rights.js';
import { Accounts } from './20261125010000-accounts.js';
import { Audit } from './20261125020000-audit.js';
import { VersionsOfUsers } from './20261126000000-versions-of-users.js';
import { IdempotencyKeys } from './20261126010000-idempotency-keys.js';
import { CustomFields } from './20261127000000-custom-fields.js';
import { Autovacuum } from './20261128000000-autovacuum.js';
import { StandardNames } from './20261129000000-standard-names.js';
import { PlainLinks } from './20261130000000-plain-links.js';
import { LiveTermCounts } from './20261130010000-live-term-counts.js';
import { FirstTranslations } from './20261202000000-first-translations.js';

/** Every migration, in order. A migration that has landed is never changed. */
export const MIGRATIONS = [
  { name: '20261120000000-foundation', class: Foundation },
  { name: '20261121000000-names-of-terms', class: NamesOfTerms },
  { name: '20261122000000-served-languages', class: ServedLanguages },
  { name: '20261123000000-term-counts', class: TermCounts },
  { name: '20261123010000-change-notices', class: ChangeNotices },
  { name: '20261123020000-list-indexes', class: ListIndexes },
  { name: '20261123030000-listed-links', class: ListedLinks },
  { name: '20261124000000-terms-brought-along', class: TermsBroughtAlong },
  { name: '20261125000000-rights', class: Rights },
  { name: '20261125010000-accounts', class: Accounts },
  { name: '20261125020000-audit', class: Audit },
  { name: '20261126000000-versions-of-users', class: VersionsOfUsers },
  { name: '20261126010000-idempotency-keys', class: IdempotencyKeys },
  { name: '20261127000000-custom-fields', class: CustomFields },
  { name: '20261128000000-autovacuum', class: Autovacuum },
  { name: '20261129000000-standard-names', class: StandardNames },
  { name: '20261130000000-plain-links', class: PlainLinks },
  { name: '20261130010000-live-term-counts', class: LiveTermCounts },
  { name: '20261202000000-first-translations', class: FirstTranslations },
];
