import type { DemoCategory } from '../demo-records.js';

/** The rubrics of the agenda, in a tree of two levels. */
export const CATEGORIES = {
  music: { texts: { ca: { name: 'Música' }, es: { name: 'Música' }, en: { name: 'Music' } } },
  classical: {
    parent: 'music',
    texts: {
      ca: { name: 'Clàssica i coral' },
      es: { name: 'Clásica y coral' },
      en: { name: 'Classical and choral' },
    },
  },
  popularMusic: {
    parent: 'music',
    texts: {
      ca: { name: 'Jazz i cançó', description: '<p>Jazz, cançó d’autor i havaneres.</p>' },
      es: { name: 'Jazz y canción', description: '<p>Jazz, canción de autor y habaneras.</p>' },
      en: { name: 'Jazz and song', description: '<p>Jazz, singer-songwriters and sea songs.</p>' },
    },
  },
  stage: {
    texts: { ca: { name: 'Arts escèniques' }, es: { name: 'Artes escénicas' }, en: { name: 'Performing arts' } },
  },
  theatre: { parent: 'stage', texts: { ca: { name: 'Teatre' }, es: { name: 'Teatro' }, en: { name: 'Theatre' } } },
  dance: { parent: 'stage', texts: { ca: { name: 'Dansa' }, es: { name: 'Danza' }, en: { name: 'Dance' } } },
  cinema: { parent: 'stage', texts: { ca: { name: 'Cinema' }, es: { name: 'Cine' }, en: { name: 'Film' } } },
  festivities: {
    texts: {
      ca: {
        name: 'Festes i tradicions',
        description: '<p>El calendari festiu de la vila: de la cavalcada de Reis a la Festa Major.</p>',
      },
      es: {
        name: 'Fiestas y tradiciones',
        description: '<p>El calendario festivo de la villa: de la cabalgata de Reyes a la Fiesta Mayor.</p>',
      },
      en: {
        name: 'Festivals and traditions',
        description: '<p>The town’s festive year, from the Three Kings’ parade to the summer festival.</p>',
      },
    },
  },
  popularCulture: {
    parent: 'festivities',
    texts: {
      ca: { name: 'Cultura popular', description: '<p>Castells, gegants, diables i sardanes.</p>' },
      es: { name: 'Cultura popular', description: '<p>Castells, gigantes, diablos y sardanas.</p>' },
      en: { name: 'Folk culture', description: '<p>Human towers, giants, devils and sardanes.</p>' },
    },
  },
  exhibitions: {
    texts: { ca: { name: 'Exposicions' }, es: { name: 'Exposiciones' }, en: { name: 'Exhibitions' } },
  },
  heritage: {
    parent: 'exhibitions',
    texts: {
      ca: { name: 'Patrimoni i visites' },
      es: { name: 'Patrimonio y visitas' },
      en: { name: 'Heritage and tours' },
    },
  },
  learning: {
    texts: {
      ca: { name: 'Lletres i coneixement' },
      es: { name: 'Letras y conocimiento' },
      en: { name: 'Books and learning' },
    },
  },
  reading: {
    parent: 'learning',
    texts: { ca: { name: 'Llibres i lectura' }, es: { name: 'Libros y lectura' }, en: { name: 'Reading' } },
  },
  talks: {
    parent: 'learning',
    texts: { ca: { name: 'Xerrades' }, es: { name: 'Charlas' }, en: { name: 'Talks' } },
  },
  family: {
    texts: { ca: { name: 'Infants i famílies' }, es: { name: 'Infancia y familias' }, en: { name: 'Families' } },
  },
  sport: {
    texts: { ca: { name: 'Esport i natura' }, es: { name: 'Deporte y naturaleza' }, en: { name: 'Sport and nature' } },
  },
  food: {
    texts: {
      ca: { name: 'Gastronomia i mercats' },
      es: { name: 'Gastronomía y mercados' },
      en: { name: 'Food and markets' },
    },
  },
  fairs: { parent: 'food', texts: { ca: { name: 'Fires' }, es: { name: 'Ferias' }, en: { name: 'Fairs' } } },
} satisfies Record<string, DemoCategory>;
