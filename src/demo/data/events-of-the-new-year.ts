import type { DemoEvent } from '../demo-records.js';
import { nextAnniversary, nextFirstWeekday } from '../demo-days.js';

export const NEW_YEAR = {
  newYearSwim: {
    texts: {
      ca: {
        title: 'Primer bany de l’any',
        excerpt: 'A l’aigua a les 12 en punt, disfressats o no.',
        description:
          '<p>Vint segons a 13 graus i, després, brou calent i vi ranci. El club nàutic obre els vestidors i hi ha socorrista i ambulància.</p><p>Premi a la gorra de bany més lletja.</p>',
      },
      es: {
        title: 'Primer baño del año',
        excerpt: 'Al agua a las 12 en punto, con disfraz o sin él.',
        description:
          '<p>Veinte segundos a 13 grados y, después, caldo caliente y vino rancio. El club náutico abre los vestuarios y hay socorrista y ambulancia.</p><p>Premio al gorro de baño más feo.</p>',
      },
      en: {
        title: 'New Year’s Day Swim',
        excerpt: 'Into the water at twelve sharp, in fancy dress or out of it.',
        description:
          '<p>Twenty seconds at 13 degrees, then hot broth and sweet wine. The sailing club opens its changing rooms, and a lifeguard and an ambulance stand by.</p><p>There is a prize for the ugliest swimming cap.</p>',
      },
    },
    time: { day: nextAnniversary('01-01'), from: '11:30', to: '13:30' },
    venues: ['beach'],
    organizers: ['nautical'],
    categories: ['waterSports', 'festivities'],
    tags: ['sea', 'outdoors', 'christmas'],
    image: { file: 'primer-bany.jpg', alt: 'Una colla corre cap a l’aigua amb barrets de paper' },
    cost: '0',
  },
  threeKings: {
    texts: {
      ca: {
        title: 'Cavalcada de Reis',
        excerpt: 'Ses Majestats arriben per mar al moll de Llevant.',
        description:
          '<p>Els Reis d’Orient desembarquen a les 18 h i recorren el passeig i la rambla fins a la plaça, on recolliran les cartes dels infants.</p><p>A la plaça hi haurà un espai sense soroll per a infants amb sensibilitat auditiva.</p>',
      },
      es: {
        title: 'Cabalgata de Reyes',
        excerpt: 'Sus Majestades llegan por mar al muelle de Llevant.',
        description:
          '<p>Los Reyes de Oriente desembarcan a las 18 h y recorren el paseo y la rambla hasta la plaza, donde recogerán las cartas de los niños y niñas.</p><p>En la plaza habrá un espacio sin ruido para quienes tengan sensibilidad auditiva.</p>',
      },
      en: {
        title: 'Three Kings’ Parade',
        excerpt: 'The Three Kings arrive by boat at the harbour.',
        description:
          '<p>The Kings come ashore at 6 pm and ride along the promenade and the rambla to the town square, where they collect the children’s letters.</p><p>There is a quiet area in the square for children who are sensitive to noise.</p>',
      },
    },
    time: { day: nextAnniversary('01-05'), from: '18:00', to: '20:30' },
    venues: ['square'],
    organizers: ['council', 'traders'],
    categories: ['festivities', 'family'],
    tags: ['christmas', 'children', 'outdoors'],
    image: { file: 'cavalcada-de-reis.jpg', alt: 'La barca dels Reis entra al port' },
    cost: '0',
    featured: true,
  },
  tresTombs: {
    texts: {
      ca: {
        title: 'Els Tres Tombs',
        excerpt: 'Carros, cavalls i gossos de tota mena per Sant Antoni Abat.',
        description:
          '<p>Trenta carruatges fan les tres voltes de rigor a la plaça. La benedicció d’animals és a les 12.30 h: els gossos, lligats; els gats, dins del transportí.</p><p>Després, coca i moscatell per a traginers i públic.</p>',
      },
      es: {
        title: 'Los Tres Tombs',
        excerpt: 'Carros, caballos y perros de toda clase por San Antonio Abad.',
        description:
          '<p>Treinta carruajes dan las tres vueltas de rigor a la plaza. La bendición de animales es a las 12.30 h: los perros, atados; los gatos, en su transportín.</p><p>Después, coca y moscatel para carreteros y público.</p>',
      },
      en: {
        title: 'Tres Tombs: Three Times round the Square',
        excerpt: 'Carts, horses and every kind of dog for Saint Anthony Abbot.',
        description:
          '<p>Thirty carriages make the three rounds that custom demands. Animals are blessed at 12.30 pm: dogs on the lead, cats in their carriers, please.</p><p>Cake and muscatel for carters and onlookers afterwards.</p>',
      },
    },
    time: { day: nextFirstWeekday('sunday', '01-16'), from: '11:00', to: '13:30' },
    venues: ['square'],
    organizers: ['council'],
    categories: ['popularCulture', 'festivities'],
    tags: ['outdoors'],
    image: { file: 'tres-tombs.jpg', alt: 'Dos cavalls de tir guarnits amb cascavells' },
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
