import { applyDecorators } from '@nestjs/common';
import { Examples } from '../../kernel/schema/examples.decorator.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
const EXAMPLE_ORIGIN = 'https://agenda.example';

/** The examples of a view of records, which extensions may add to: what it says of each, by texts of that kind below `examples`, and of further members. */
export function RecordExamples(kind: RecordKind, extra: Readonly<Record<string, unknown>> = {}): ClassDecorator {
  const rest_url = `${EXAMPLE_ORIGIN}/${kind.path}/12`;
  const translations = LANGUAGES.map((language) => [
    language,
    { slug: `${language}:examples.${kind.name}.slug`, rest_url: `${rest_url}?ml_language=${language}` },
  ]);
  const examples = Examples({
    slug: `examples.${kind.name}.slug`,
    url: rest_url,
    rest_url,
    ml_translations: Object.fromEntries(translations) as unknown,
    ...extra,
  });
  return applyDecorators(Extensible(kind, 'view'), examples);
}
