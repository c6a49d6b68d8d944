import { ApiProperty } from '@nestjs/swagger';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';

const EXAMPLE_ORIGIN = 'https://agenda.example';

/**
 * Sets the documented examples of the members of a view, inherited ones included, and makes the view extensible. Texts are keys of
 * `i18n/*\/examples.json`; those of the kind are below `examples.<kind>`.
 * @param extra examples of further members
 */
export function ExtensibleRecordView(kind: RecordKind, extra: Readonly<Record<string, unknown>> = {}): ClassDecorator {
  const rest_url = `${EXAMPLE_ORIGIN}/${kind.path}/12`;
  const translations = LANGUAGES.map((language) => [
    language,
    { slug: `${language}:examples.${kind.name}.slug`, rest_url: `${rest_url}?ml_language=${language}` },
  ]);
  const examples = {
    slug: `examples.${kind.name}.slug`,
    url: rest_url,
    rest_url,
    ml_translations: Object.fromEntries(translations) as unknown,
    ...extra,
  };
  return (view) => {
    for (const [member, example] of Object.entries(examples))
      ApiProperty({ example })(view.prototype as object, member);
    Extensible(kind, 'view')(view);
  };
}
