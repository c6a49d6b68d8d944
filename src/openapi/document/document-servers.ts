import type { OpenAPIObject } from '@nestjs/swagger';
import { capitalizedNativeName } from '../../kernel/language/language-name.js';
import { LANGUAGES, type Language, type RequestLanguage } from '../../kernel/language/languages.js';

/**
 * Where the operations of a document are called: in each language by its segment, and in whichever a request asks for. The
 * first is the one that clients take who say nothing: it answers in the language that the document was asked for.
 * @param root with the REST root: `https://agenda.example/wp-json`
 * @param restRoot before which the segment stands
 * @param negotiated what the address without a segment is called
 */
export function documentServers(
  root: string,
  restRoot: string,
  { requested, isExplicit }: RequestLanguage,
  negotiated: string,
): NonNullable<OpenAPIObject['servers']> {
  const base = root.slice(0, root.length - restRoot.length);
  const server = (language: Language) => ({
    url: `${base}/${language}${restRoot}`,
    description: capitalizedNativeName(language),
  });
  const others = LANGUAGES.filter((language) => !isExplicit || language !== requested).map(server);
  const negotiatedServer = { url: root, description: negotiated };
  return isExplicit ? [server(requested), ...others, negotiatedServer] : [negotiatedServer, ...others];
}
