import type { DemoEvent } from '../demo-records.js';
import { after, next } from '../demo-days.js';

/** The Festa Major lasts four days; what belongs to it is counted from its first. */
const TOWN_FESTIVAL = next('08-13');

export const FESTIVITIES = {
  townFestival: {
    texts: {
      ca: {
        title: 'Festa Major de Sant Roc',
        excerpt: 'Quatre dies de gegants, castells, foc i balls a la plaça.',
        description:
          '<p>Vilamar surt al carrer per celebrar el seu patró amb <strong>més de seixanta actes</strong>, de la tronada d’inici al castell de focs sobre el mar.</p><p>Recull el programa de mà a l’ajuntament, a la biblioteca o a les botigues de la vila.</p>',
      },
      es: {
        title: 'Fiesta Mayor de San Roque',
        excerpt: 'Cuatro días de gigantes, castells, fuego y bailes en la plaza.',
        description:
          '<p>Vilamar sale a la calle para celebrar a su patrón con <strong>más de sesenta actos</strong>, de la tronada inicial a los fuegos artificiales sobre el mar.</p><p>Recoge el programa de mano en el ayuntamiento, en la biblioteca o en los comercios de la villa.</p>',
      },
      en: {
        title: 'Saint Roch Summer Festival',
        excerpt: 'Four days of giants, human towers, fire and dancing in the square.',
        description:
          '<p>Vilamar takes to the streets in honour of its patron saint, with <strong>over sixty events</strong> between the opening volley of firecrackers and the fireworks over the sea.</p><p>Printed programmes are available at the town hall, the library and shops around town.</p>',
      },
    },
    time: { day: TOWN_FESTIVAL, days: 4 },
    venues: ['square', 'beach'],
    organizers: ['council', 'traders'],
    categories: ['festivities'],
    tags: ['townFestival', 'outdoors'],
    image: { file: 'festa-major.jpg', alt: 'Els gegants de la vila ballen davant de l’ajuntament' },
    cost: '0',
    website: 'https://www.vilamar.example/festamajor',
    featured: true,
    sticky: true,
  },
  fireRun: {
    texts: {
      ca: {
        title: 'Correfoc de la Festa Major',
        excerpt: 'Diables, dracs i tabals pels carrers del nucli antic.',
        description:
          '<p>Sortida de la plaça de la Vila i encesa final a la platja. Vine amb roba de cotó, barret i mocador, i segueix sempre les indicacions de la colla.</p><p>El <em>correfoc infantil</em> surt una hora abans.</p>',
      },
      es: {
        title: 'Correfoc de la Fiesta Mayor',
        excerpt: 'Diablos, dragones y tambores por las calles del casco antiguo.',
        description:
          '<p>Salida de la plaza de la Vila y encendida final en la playa. Ven con ropa de algodón, sombrero y pañuelo, y sigue siempre las indicaciones de la colla.</p><p>El <em>correfoc infantil</em> sale una hora antes.</p>',
      },
      en: {
        title: 'Fire Run',
        excerpt: 'Devils, dragons and drums through the streets of the old town.',
        description:
          '<p>The devils leave the town square and light their last fireworks on the beach. Wear cotton clothes, a hat and a scarf, and follow the stewards at all times.</p><p>The <em>children’s fire run</em> starts an hour earlier.</p>',
      },
    },
    time: { day: after(TOWN_FESTIVAL, 2), from: '22:30', to: '00:30' },
    venues: ['square', 'beach'],
    organizers: ['council'],
    categories: ['popularCulture', 'festivities'],
    tags: ['townFestival', 'night', 'outdoors'],
    parent: 'townFestival',
    image: { file: 'correfoc.jpg', alt: 'Un drac escup foc entre els diables' },
    cost: '0',
  },
  humanTowers: {
    texts: {
      ca: {
        title: 'Diada castellera de Sant Roc',
        excerpt: 'Els Xiquets de Vilamar reben dues colles convidades.',
        description:
          '<p>La gran cita castellera de l’any a la plaça. Els Xiquets de Vilamar volen estrenar el <strong>quatre de vuit</strong>.</p><p>Hi ha grada reservada per a persones amb mobilitat reduïda. Si vols fer pinya, porta camisa i faixa!</p>',
      },
      es: {
        title: 'Jornada castellera de San Roque',
        excerpt: 'Los Xiquets de Vilamar reciben a dos collas invitadas.',
        description:
          '<p>La gran cita castellera del año en la plaza. Los Xiquets de Vilamar quieren estrenar el <strong>quatre de vuit</strong>.</p><p>Hay una grada reservada para personas con movilidad reducida. Si quieres hacer piña, ¡trae camisa y faja!</p>',
      },
      en: {
        title: 'Human Towers on Saint Roch’s Day',
        excerpt: 'The Xiquets de Vilamar play host to two visiting teams.',
        description:
          '<p>The high point of the town’s human tower season. The Xiquets de Vilamar hope to raise their first <em>quatre de vuit</em>: eight storeys, four people to each.</p><p>Seats are kept for people with reduced mobility.</p>',
      },
    },
    time: { day: after(TOWN_FESTIVAL, 3), from: '12:00', to: '14:00' },
    venues: ['square'],
    organizers: ['castellers', 'council'],
    categories: ['popularCulture'],
    tags: ['townFestival', 'outdoors', 'accessible'],
    parent: 'townFestival',
    image: { file: 'castells.jpg', alt: 'L’enxaneta fa l’aleta dalt del castell' },
    cost: '0',
    customFields: { teams: 3 },
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
    time: { day: next('01-05'), from: '18:00', to: '20:30' },
    venues: ['square'],
    organizers: ['council', 'traders'],
    categories: ['festivities', 'family'],
    tags: ['christmas', 'children', 'outdoors'],
    image: { file: 'cavalcada-de-reis.jpg', alt: 'La barca dels Reis entra al port' },
    cost: '0',
    featured: true,
  },
} satisfies Record<string, DemoEvent>;
