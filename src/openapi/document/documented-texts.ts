import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OperatorError } from '../../kernel/errors/operator-error.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { Messages } from '../../kernel/language/messages.js';
import { EXTENSIONS } from '../../records/extension-points/record-extensions.js';
import type { Extensions } from '../../extension/extensions.js';
import { codesOf, eachAnswer } from './document-parts.js';
import { keyOf } from './document-texts.js';
import { ScannedDocument } from './scanned-document.js';

/** Lets no application start whose extensions name texts that nobody has written: the document would show their keys. */
@Injectable()
export class DocumentedTexts implements OnApplicationBootstrap {
  constructor(
    private readonly scanned: ScannedDocument,
    private readonly messages: Messages,
    @Inject(EXTENSIONS) private readonly extensions: Extensions,
  ) {}

  onApplicationBootstrap(): void {
    // Of our own, tests tell.
    if (this.extensions.modules.length === 0) return;
    const document = this.scanned.read();
    const codes = [...eachAnswer(document)].flatMap(codesOf);
    const ofErrors = codes.flatMap((code) => [`errors.${code}.title`, `errors.${code}.detail`]);
    const keys = new Set([...keysIn(document), ...ofErrors]);
    const faults = [...keys].flatMap((key) => {
      const missing = LANGUAGES.filter((language) => !this.messages.has(language, key));
      if (missing.length === 0) return [];
      return [{ of: key, text: { key: 'extensions.undocumented', args: { languages: missing.join(', ') } } }];
    });
    if (faults.length > 0) throw new OperatorError({ key: 'extensions.unusable' }, faults);
  }
}

function* keysIn(part: unknown): Generator<string> {
  if (typeof part === 'string') {
    // What is no key, though it stands where one does, is prose: nobody could read it in another language.
    const key = keyOf(part) ?? (/^fields\..* /s.test(part) ? part : undefined);
    if (key !== undefined) yield key;
  } else if (part !== null && typeof part === 'object') {
    for (const member of Object.values(part)) yield* keysIn(member);
  }
}
