import type { Language } from '../../../src/kernel/language/languages.js';

/** Languages of synthetic records, independent of the languages of the service. */
export const SYNTHETIC_LANGUAGES = ['ca', 'en', 'es'] as const satisfies readonly Language[];
export type SyntheticLanguage = (typeof SYNTHETIC_LANGUAGES)[number];

type Words = Readonly<Record<SyntheticLanguage, readonly string[]>>;

const splitWords = (text: string) => text.split(',').map((word) => word.trim());

/** Kinds of events. An index means the same kind in every language. */
export const KINDS: Words = {
  ca: splitWords(
    'Concert, Taller, Festival, Nit, Cicle, Mostra, Jornada, Trobada, Curs, Xerrada, Visita, Sessió, Fira, Concurs, Exhibició, Matinal',
  ),
  es: splitWords(
    'Concierto, Taller, Festival, Noche, Ciclo, Muestra, Jornada, Encuentro, Curso, Charla, Visita, Sesión, Feria, Concurso, Exhibición, Matinal',
  ),
  en: splitWords(
    'concert, workshop, festival, night, series, show, day, meeting, course, talk, tour, session, fair, contest, display, morning',
  ),
};

/** Themes of events. An index means the same theme in every language. */
export const THEMES: Words = {
  ca: splitWords(
    'jazz, música, dansa, teatre, poesia, fotografia, cuina, ceràmica, pintura, circ, titelles, contes, cançó, gòspel, ioga, escacs, robòtica, astronomia, vi, història, jardineria, cinema, màgia, còmic, percussió, flauta, natació, ciclisme, orientació, llibres',
  ),
  es: splitWords(
    'jazz, música, danza, teatro, poesía, fotografía, cocina, cerámica, pintura, circo, títeres, cuentos, canción, góspel, yoga, ajedrez, robótica, astronomía, vino, historia, jardinería, cine, magia, cómic, percusión, flauta, natación, ciclismo, orientación, libros',
  ),
  en: splitWords(
    'jazz, music, dance, theatre, poetry, photography, cooking, pottery, painting, circus, puppet, story, song, gospel, yoga, chess, robotics, astronomy, wine, history, gardening, film, magic, comics, percussion, flute, swimming, cycling, orienteering, book',
  ),
};

/** Sentences of descriptions and excerpts. An index means the same sentence in every language. */
export const SENTENCES: Words = {
  ca: [
    'Activitat oberta a tothom.',
    'Places limitades: cal inscripció prèvia.',
    'Entrada lliure fins que s’omplin les butaques.',
    'En cas de pluja, l’acte passa a l’interior.',
    'Espai accessible per a persones amb mobilitat reduïda.',
    'Recomanat per a infants a partir de sis anys.',
    'Hi haurà servei de bar durant tota la tarda.',
    'L’aforament és de cent vint persones.',
    'Organitzat amb el suport de les entitats del barri.',
    'En acabar, col·loqui amb els protagonistes.',
    'Cal portar roba còmoda i aigua.',
    'El públic podrà participar-hi activament.',
  ],
  es: [
    'Actividad abierta a todo el mundo.',
    'Plazas limitadas: es necesaria inscripción previa.',
    'Entrada libre hasta completar el aforo.',
    'En caso de lluvia, el acto se traslada al interior.',
    'Espacio accesible para personas con movilidad reducida.',
    'Recomendado para niños a partir de seis años.',
    'Habrá servicio de bar durante toda la tarde.',
    'El aforo es de ciento veinte personas.',
    'Organizado con el apoyo de las entidades del barrio.',
    'Al terminar, coloquio con los protagonistas.',
    'Hay que llevar ropa cómoda y agua.',
    'El público podrá participar activamente.',
  ],
  en: [
    'Everybody is welcome.',
    'Places are limited: please book in advance.',
    'Free admission while seats last.',
    'If it rains, the event moves indoors.',
    'Accessible for people with reduced mobility.',
    'Recommended for children of six and over.',
    'The bar is open all afternoon.',
    'The hall holds one hundred and twenty people.',
    'With the support of the neighbourhood’s societies.',
    'Afterwards, meet the artists.',
    'Wear comfortable clothes and bring water.',
    'The audience can take part.',
  ],
};

/** Name of the root category. */
export const ROOT_CATEGORY_NAME: Readonly<Record<SyntheticLanguage, string>> = {
  ca: 'Dades sintètiques',
  es: 'Datos sintéticos',
  en: 'Synthetic data',
};

export const VENUE_KINDS: Words = {
  ca: splitWords('Teatre, Sala, Biblioteca, Plaça, Museu'),
  es: splitWords('Teatro, Sala, Biblioteca, Plaza, Museo'),
  en: splitWords('Theatre, Hall, Library, Square, Museum'),
};

export const ORGANIZER_KINDS: Words = {
  ca: splitWords('Associació, Club, Fundació, Ajuntament, Escola'),
  es: splitWords('Asociación, Club, Fundación, Ayuntamiento, Escuela'),
  en: splitWords('Association, Club, Foundation, Council, School'),
};

const HEADS = splitWords('ba, do, fe, gi, ko, lu, ma, ne, pi, ru');
const MIDDLES = splitWords('la, ren, so, ti, vo, can, mi, del, ro, xu');
const TAILS = splitWords('da, fol, gas, li, mer, nat, po, rin, sel, tu');

/** One thousand invented names in ASCII letters: words that few records share. */
export const NAMES: readonly string[] = HEADS.flatMap((head) =>
  MIDDLES.flatMap((middle) => TAILS.map((tail) => head.charAt(0).toUpperCase() + head.slice(1) + middle + tail)),
);

/**
 * Title of an event.
 * @example titleOf('Concert', 'havaneres', 'ca') // 'Concert d’havaneres'
 */
export function titleOf(kind: string, theme: string, language: SyntheticLanguage): string {
  if (language === 'en') return `${theme.charAt(0).toUpperCase()}${theme.slice(1)} ${kind}`;
  return language === 'ca' && /^[aeiouhàèéíòóú]/.test(theme) ? `${kind} d’${theme}` : `${kind} de ${theme}`;
}
