import type { OpenAPIObject } from '@nestjs/swagger';
import type { RequestContext } from '../../common/http/request-context.js';
import { ownHeading } from '../../common/language/language-name.js';
import { LANGUAGES, type Language } from '../../common/language/languages.js';

/**
 * Where the operations of a document are called: in each language by its segment, and in whichever a request asks for. The
 * first is the one that clients take who say nothing: it answers in the language that the document was asked for.
 * @param negotiated what the address without a segment is called
 */
export function documentServers(
  { root, language: { asked, named } }: Pick<RequestContext, 'root' | 'language'>,
  negotiated: string,
): NonNullable<OpenAPIObject['servers']> {
  const others = LANGUAGES.filter((language) => !named || language !== asked).map((each) => inLanguage(root, each));
  const open = { url: root, description: negotiated };
  return named ? [inLanguage(root, asked), ...others, open] : [open, ...others];
}

function inLanguage(root: string, language: Language) {
  const { origin } = new URL(root);
  return { url: `${origin}/${language}${root.slice(origin.length)}`, description: ownHeading(language) };
}
