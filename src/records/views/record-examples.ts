import { applyDecorators } from '@nestjs/common';
import { Examples } from '../../kernel/schema/examples.decorator.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';

const EXAMPLE_ORIGIN = 'https://agenda.example';

/** Adds examples to the view of a kind, from its messages below `examples`, and makes the view extensible. `extra` has examples of further members. */
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
