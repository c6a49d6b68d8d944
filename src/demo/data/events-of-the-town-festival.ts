import type { DemoEvent } from '../demo-records.js';
import { daysAfter, currentOrNext, nextAnniversary } from '../demo-days.js';

/** The Festa Major lasts four days; what belongs to it is counted from its first. */
const TOWN_FESTIVAL = currentOrNext(4, nextAnniversary('08-13'));

export const TOWN_FESTIVAL_EVENTS = {
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
  openingSpeech: {
    texts: {
      ca: {
        title: 'Pregó i tronada d’inici',
        excerpt: 'Enguany fan el pregó tres peixateres jubilades del mercat.',
        description:
          '<p>Des del balcó de l’ajuntament i, tot seguit, la tronada: tres minuts de soroll que es noten al pit. Cal deixar lliure el perímetre marcat.</p><p>El pregó s’interpreta en llengua de signes.</p>',
      },
      es: {
        title: 'Pregón y tronada de inicio',
        excerpt: 'Este año dan el pregón tres pescaderas jubiladas del mercado.',
        description:
          '<p>Desde el balcón del ayuntamiento y, acto seguido, la tronada: tres minutos de estruendo que se notan en el pecho. Hay que dejar libre el perímetro marcado.</p><p>El pregón se interpreta en lengua de signos.</p>',
      },
      en: {
        title: 'Opening Speech and Firecracker Volley',
        excerpt: 'This year’s speakers are three retired fishmongers from the market.',
        description:
          '<p>From the balcony of the town hall, followed at once by the <em>tronada</em>: three minutes of thunder that you feel in your chest. Please keep behind the barriers.</p><p>The speech is interpreted in Catalan Sign Language.</p>',
      },
    },
    time: { day: TOWN_FESTIVAL, from: '20:00', to: '21:00' },
    venues: ['square'],
    organizers: ['council'],
    categories: ['festivities'],
    tags: ['townFestival', 'signLanguage', 'outdoors'],
    parent: 'townFestival',
    cost: '0',
  },
  festivalBall: {
    texts: {
      ca: {
        title: 'Ball de Festa Major amb l’orquestra Marina Blava',
        excerpt: 'Pasdobles, rumbes i èxits de tots els temps fins a la matinada.',
        description:
          '<p>Mitja part a la 1 h, amb xocolata desfeta per a qui porti el got. Autobús nocturn gratuït cap a les urbanitzacions a les 2 i a les 3.15 h, des de la parada de la rambla.</p>',
      },
      es: {
        title: 'Baile de Fiesta Mayor con la orquesta Marina Blava',
        excerpt: 'Pasodobles, rumbas y éxitos de siempre hasta la madrugada.',
        description:
          '<p>Descanso a la 1 h, con chocolate a la taza para quien traiga el vaso. Autobús nocturno gratuito a las urbanizaciones a las 2 y a las 3.15 h, desde la parada de la rambla.</p>',
      },
      en: {
        title: 'Festival Dance with the Marina Blava Orchestra',
        excerpt: 'Paso dobles, rumbas and hits old and new until the small hours.',
        description:
          '<p>Hot chocolate at the interval, at 1 am: bring your own cup. Free night buses to the estates at 2 am and 3.15 am from the stop on the rambla.</p>',
      },
    },
    time: { day: daysAfter(TOWN_FESTIVAL, 1), from: '23:00', to: '03:00' },
    venues: ['square'],
    organizers: ['council'],
    categories: ['festivities'],
    tags: ['townFestival', 'dancing', 'night', 'outdoors'],
    parent: 'townFestival',
    image: { file: 'ball-de-festa-major.jpg', alt: 'Parelles que ballen sota una garlanda de bombetes' },
    cost: 0,
  },
  childrensFireRun: {
    texts: {
      ca: {
        title: 'Correfoc infantil',
        excerpt: 'Espurnes petites i diables de quatre a dotze anys.',
        description:
          '<p>Surt una hora abans que el dels grans, amb pirotècnia de baixa intensitat. Cal barret, màniga llarga de cotó i ulleres; els taps per a les orelles els posem nosaltres.</p>',
      },
      es: {
        title: 'Correfoc infantil',
        excerpt: 'Chispas pequeñas y diablos de cuatro a doce años.',
        description:
          '<p>Sale una hora antes que el de los mayores, con pirotecnia de baja intensidad. Hacen falta sombrero, manga larga de algodón y gafas; los tapones para los oídos los ponemos nosotros.</p>',
      },
      en: {
        title: 'Children’s Fire Run',
        excerpt: 'Small sparks, and devils aged four to twelve.',
        description:
          '<p>An hour before the big one, with low-intensity fireworks. Bring a hat, long cotton sleeves and goggles; we hand out the earplugs.</p>',
      },
    },
    time: { day: daysAfter(TOWN_FESTIVAL, 2), from: '21:30', to: '22:15' },
    venues: ['square'],
    organizers: ['council'],
    categories: ['popularCulture', 'family'],
    tags: ['townFestival', 'children', 'outdoors'],
    parent: 'townFestival',
    cost: '0',
    customFields: { age: { from: 4, to: 12 } },
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
          '<p>Salida de la plaza de la Vila y encendido final en la playa. Ven con ropa de algodón, sombrero y pañuelo, y sigue siempre las indicaciones de la colla.</p><p>El <em>correfoc infantil</em> sale una hora antes.</p>',
      },
      en: {
        title: 'Fire Run',
        excerpt: 'Devils, dragons and drums through the streets of the old town.',
        description:
          '<p>The devils leave the town square and light their last fireworks on the beach. Wear cotton clothes, a hat and a scarf, and follow the stewards at all times.</p><p>The <em>children’s fire run</em> starts an hour earlier.</p>',
      },
    },
    time: { day: daysAfter(TOWN_FESTIVAL, 2), from: '22:30', to: '00:30' },
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
    time: { day: daysAfter(TOWN_FESTIVAL, 3), from: '12:00', to: '14:00' },
    venues: ['square'],
    organizers: ['castellers', 'council'],
    categories: ['popularCulture'],
    tags: ['townFestival', 'outdoors', 'accessible'],
    parent: 'townFestival',
    image: { file: 'castells.jpg', alt: 'L’enxaneta fa l’aleta dalt del castell' },
    cost: '0',
    customFields: { teams: 3 },
  },
  fireworks: {
    texts: {
      ca: {
        title: 'Castell de focs de fi de festa',
        excerpt: 'Vint minuts de foc reflectit a l’aigua.',
        description:
          '<p>Es dispara des de l’espigó: es veu bé des de tot el passeig. El tram adaptat és davant de la rampa de la platja. Durant la primera part no hi ha música ni trons, pensant en qui pateix el soroll.</p>',
      },
      es: {
        title: 'Fuegos artificiales de fin de fiesta',
        excerpt: 'Veinte minutos de fuego reflejado en el agua.',
        description:
          '<p>Se disparan desde el espigón: se ven bien desde todo el paseo. El tramo adaptado está frente a la rampa de la playa. La primera parte va sin música ni truenos, pensando en quien sufre con el ruido.</p>',
      },
      en: {
        title: 'Closing Fireworks over the Sea',
        excerpt: 'Twenty minutes of fire, mirrored in the water.',
        description:
          '<p>They are let off from the breakwater, in full view of the promenade. The accessible area is in front of the beach ramp. The first part is without music or bangs, for those who find noise hard to bear.</p>',
      },
    },
    time: { day: daysAfter(TOWN_FESTIVAL, 3), from: '23:00', to: '23:20' },
    venues: ['beach'],
    organizers: ['council'],
    categories: ['festivities'],
    tags: ['townFestival', 'night', 'sea', 'accessible'],
    parent: 'townFestival',
    image: { file: 'castell-de-focs.jpg', alt: 'Una palmera daurada de foc sobre el port' },
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
