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
  newMusic: {
    parent: 'music',
    texts: {
      ca: { name: 'Rock, folk i noves veus' },
      es: { name: 'Rock, folk y nuevas voces' },
      en: { name: 'Rock, folk and new voices' },
    },
  },
  stage: {
    texts: { ca: { name: 'Arts escèniques' }, es: { name: 'Artes escénicas' }, en: { name: 'Performing arts' } },
  },
  theatre: { parent: 'stage', texts: { ca: { name: 'Teatre' }, es: { name: 'Teatro' }, en: { name: 'Theatre' } } },
  dance: { parent: 'stage', texts: { ca: { name: 'Dansa' }, es: { name: 'Danza' }, en: { name: 'Dance' } } },
  circus: {
    parent: 'stage',
    texts: { ca: { name: 'Circ i màgia' }, es: { name: 'Circo y magia' }, en: { name: 'Circus' } },
  },
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
      en: { name: 'Folk culture', description: '<p>Human towers, giants, devils and sardanas.</p>' },
    },
  },
  quarters: {
    parent: 'festivities',
    texts: {
      ca: { name: 'Festes de barri' },
      es: { name: 'Fiestas de barrio' },
      en: { name: 'Neighbourhood festivals' },
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
  science: {
    parent: 'learning',
    texts: { ca: { name: 'Ciència' }, es: { name: 'Ciencia' }, en: { name: 'Science' } },
  },
  courses: {
    parent: 'learning',
    texts: {
      ca: { name: 'Cursos i tallers' },
      es: { name: 'Cursos y talleres' },
      en: { name: 'Courses and workshops' },
    },
  },
  civic: {
    texts: {
      ca: { name: 'Ciutadania', description: '<p>Plens, participació, entitats i serveis.</p>' },
      es: { name: 'Ciudadanía', description: '<p>Plenos, participación, entidades y servicios.</p>' },
      en: { name: 'Community', description: '<p>Council meetings, consultations, societies and services.</p>' },
    },
  },
  equality: {
    parent: 'civic',
    texts: {
      ca: { name: 'Igualtat i diversitat' },
      es: { name: 'Igualdad y diversidad' },
      en: { name: 'Equality and diversity' },
    },
  },
  health: {
    parent: 'civic',
    texts: {
      ca: { name: 'Salut i solidaritat' },
      es: { name: 'Salud y solidaridad' },
      en: { name: 'Health and charity' },
    },
  },
  family: {
    texts: { ca: { name: 'Infants i famílies' }, es: { name: 'Infancia y familias' }, en: { name: 'Families' } },
  },
  sport: {
    texts: { ca: { name: 'Esport i natura' }, es: { name: 'Deporte y naturaleza' }, en: { name: 'Sport and nature' } },
  },
  waterSports: {
    parent: 'sport',
    texts: { ca: { name: 'Esports nàutics' }, es: { name: 'Deportes náuticos' }, en: { name: 'Water sports' } },
  },
  nature: {
    parent: 'sport',
    texts: {
      ca: { name: 'Medi ambient i sortides' },
      es: { name: 'Medio ambiente y salidas' },
      en: { name: 'Environment and outings' },
    },
  },
  food: {
    texts: {
      ca: { name: 'Gastronomia i mercats' },
      es: { name: 'Gastronomía y mercados' },
      en: { name: 'Food and markets' },
    },
  },
  fairs: { parent: 'food', texts: { ca: { name: 'Fires' }, es: { name: 'Ferias' }, en: { name: 'Fairs' } } },
  tastings: {
    parent: 'food',
    texts: {
      ca: { name: 'Cuina i tastos' },
      es: { name: 'Cocina y catas' },
      en: { name: 'Cookery and tastings' },
    },
  },
} satisfies Record<string, DemoCategory>;
