import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { extensionError } from '../../kernel/errors/setup-error.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { Messages } from '../../kernel/language/messages.js';
import { EXTENSIONS } from '../../records/extension-points/extension-classes.js';
import type { Extensions } from '../../extension/extensions.js';
import { errorCodesOf, eachResponse } from './document-parts.js';
import { textKeyOf } from './document-translator.js';
import { DocumentScanner } from './document-scanner.js';

/** Lets no application start whose extensions name texts that nobody has written: the document would show their keys. */
@Injectable()
export class MissingTextsCheck implements OnApplicationBootstrap {
  constructor(
    private readonly scanner: DocumentScanner,
    private readonly messages: Messages,
    @Inject(EXTENSIONS) private readonly extensions: Extensions,
  ) {}

  onApplicationBootstrap(): void {
    // Of our own, tests tell.
    if (this.extensions.modules.length === 0) return;
    const document = this.scanner.scan();
    const codes = [...eachResponse(document)].flatMap(errorCodesOf);
    const errorKeys = codes.flatMap((code) => [`errors.${code}.title`, `errors.${code}.detail`]);
    const keys = new Set([...textKeysIn(document), ...errorKeys]);
    const issues = [...keys].flatMap((key) => {
      const missing = LANGUAGES.filter((language) => !this.messages.has(language, key));
      if (missing.length === 0) return [];
      return [
        {
          subject: key,
          text: `is a text of the API document without a translation in ${missing.join(', ')}. Add it to the messages of the extension.`,
        },
      ];
    });
    if (issues.length > 0) throw extensionError(issues);
  }
}

function* textKeysIn(part: unknown): Generator<string> {
  if (typeof part === 'string') {
    // What is no key, though it stands where one does, is prose: nobody could read it in another language.
    const key = textKeyOf(part) ?? (/^fields\..* /s.test(part) ? part : undefined);
    if (key !== undefined) yield key;
  } else if (part !== null && typeof part === 'object') {
    for (const member of Object.values(part)) yield* textKeysIn(member);
  }
}
