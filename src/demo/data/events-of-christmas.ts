import type { DemoEvent } from '../demo-records.js';
import { nextAnniversary, nextFirstWeekday } from '../demo-days.js';

export const CHRISTMAS = {
  christmasFair: {
    texts: {
      ca: {
        title: 'Fira de Santa Llúcia',
        excerpt: 'Avets, molsa, figures de pessebre i vint-i-vuit artesans.',
        description:
          '<p>Dissabte i diumenge, de 10 a 20.30 h. Els avets venen de vivers del Montsant i es poden retornar vius fins al 15 de gener al viver municipal.</p><p>Dissabte a les 18 h s’encenen els llums de la rambla.</p>',
      },
      es: {
        title: 'Feria de Santa Lucía',
        excerpt: 'Abetos, musgo, figuras de belén y veintiocho artesanos.',
        description:
          '<p>Sábado y domingo, de 10 a 20.30 h. Los abetos vienen de viveros del Montsant y se pueden devolver vivos hasta el 15 de enero en el vivero municipal.</p><p>El sábado a las 18 h se encienden las luces de la rambla.</p>',
      },
      en: {
        title: 'Saint Lucy’s Christmas Fair',
        excerpt: 'Fir trees, moss, crib figures and twenty-eight craftspeople.',
        description:
          '<p>Saturday and Sunday, 10 am to 8.30 pm. The trees come from nurseries in the hills and can be returned alive until 15 January.</p><p>The lights on the rambla are switched on at 6 pm on Saturday.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '12-09'), days: 2, from: '10:00', to: '20:30' },
    venues: ['square'],
    organizers: ['traders', 'council'],
    categories: ['fairs', 'festivities'],
    tags: ['christmas', 'outdoors'],
    image: { file: 'fira-de-santa-llucia.jpg', alt: 'Figures de pessebre de fang en una parada' },
    cost: '0',
  },
  livingNativity: {
    texts: {
      ca: {
        title: 'Pessebre vivent a l’ermita',
        excerpt: 'Cent vint veïns i veïnes, tretze escenes i oficis antics.',
        description:
          '<p>El recorregut dura uns quaranta minuts i és fosc: porta llanterna i calçat pla. Bus llançadora des de la rambla cada vint minuts; l’últim torna a les 20.30 h.</p>',
      },
      es: {
        title: 'Belén viviente en la ermita',
        excerpt: 'Ciento veinte vecinos y vecinas, trece escenas y oficios antiguos.',
        description:
          '<p>El recorrido dura unos cuarenta minutos y es oscuro: trae linterna y calzado plano. Autobús lanzadera desde la rambla cada veinte minutos; el último vuelve a las 20.30 h.</p>',
      },
      en: {
        title: 'Living Nativity at the Hermitage',
        excerpt: 'A hundred and twenty villagers, thirteen scenes and old trades.',
        description:
          '<p>Allow forty minutes for the path, which is dark: bring a torch and flat shoes. Shuttle bus from the rambla every twenty minutes; the last one returns at 8.30 pm.</p>',
      },
    },
    time: { day: nextFirstWeekday('sunday', '12-18'), from: '17:30', to: '20:00' },
    venues: ['hermitage'],
    organizers: ['hikers', 'neighbours'],
    categories: ['festivities', 'family'],
    tags: ['christmas', 'outdoors', 'volunteers'],
    image: { file: 'pessebre-vivent.jpg', alt: 'Un ferrer pica el ferro a la llum del foc' },
    cost: ['0 €', '4 €'],
    website: 'https://serraimar.example/pessebre',
  },
  tio: {
    texts: {
      ca: {
        title: 'Fem cagar el Tió a la plaça',
        excerpt: 'Un tronc de quatre metres, cinc-cents bastons i molta fe.',
        description:
          '<p>Torns de vint infants des de les 11 h; porta el teu bastó o agafa’n un de prestat. Els regals són fruita seca i llibres petits, donats per les botigues de la vila.</p>',
      },
      es: {
        title: 'El Tió caga regalos en la plaza',
        excerpt: 'Un tronco de cuatro metros, quinientos bastones y mucha fe.',
        description:
          '<p>Turnos de veinte niños y niñas desde las 11 h; trae tu bastón o coge uno prestado. Los regalos son frutos secos y libros pequeños, donados por los comercios de la villa.</p>',
      },
      en: {
        title: 'Beat the Tió: the Log that Brings Presents',
        excerpt: 'A log four metres long, five hundred sticks and a lot of faith.',
        description:
          '<p>Twenty children at a time from 11 am; bring a stick or borrow one. Out from under the blanket come nuts and little books, given by the town’s shops.</p>',
      },
    },
    time: { day: nextAnniversary('12-24'), from: '11:00', to: '13:00' },
    venues: ['square'],
    organizers: ['traders'],
    categories: ['festivities', 'family'],
    tags: ['christmas', 'children', 'outdoors'],
    image: { file: 'tio.jpg', alt: 'El Tió, amb barretina i manta vermella' },
    cost: '0',
  },
  pastorets: {
    texts: {
      ca: {
        title: 'Els Pastorets de l’Ateneu',
        excerpt: 'Lluquet, Rovelló i un Satanàs nou de trinca: la funció número 126.',
        description:
          '<p>Vuitanta actors de quatre generacions, orquestra en directe i la caldera de Pere Botero, restaurada aquest any. Dues hores i mitja amb dos descansos.</p><p>Entrades al bar de l’Ateneu des de l’1 de desembre.</p>',
      },
      es: {
        title: 'Els Pastorets del Ateneo',
        excerpt: 'Lluquet, Rovelló y un Satanás recién estrenado: la función número 126.',
        description:
          '<p>Ochenta actores de cuatro generaciones, orquesta en directo y la caldera de Pedro Botero, restaurada este año. Dos horas y media con dos descansos. En catalán.</p><p>Entradas en el bar del Ateneo desde el 1 de diciembre.</p>',
      },
    },
    time: { day: nextAnniversary('12-26'), from: '18:00', to: '20:30' },
    venues: ['theatre'],
    organizers: ['ateneu'],
    categories: ['theatre', 'festivities'],
    tags: ['christmas', 'accessible'],
    image: { file: 'pastorets.jpg', alt: 'Els dimonis, entre fum, al voltant de la caldera' },
    cost: ['6 €', '10 €'],
    ticketed: true,
  },
  christmasPark: {
    texts: {
      ca: {
        title: 'Parc de Nadal',
        excerpt: 'Tallers, inflables i rocòdrom per passar les vacances sense pantalles.',
        description:
          '<p>Del 27 al 30 de desembre, de 10.30 a 13.30 h i de 16.30 a 20 h. L’última hora de cada matí és tranquil·la: sense música i amb l’aforament a la meitat.</p><p>El tiquet val per a tot el dia.</p>',
      },
      es: {
        title: 'Parque de Navidad',
        excerpt: 'Talleres, hinchables y rocódromo para pasar las vacaciones sin pantallas.',
        description:
          '<p>Del 27 al 30 de diciembre, de 10.30 a 13.30 h y de 16.30 a 20 h. La última hora de cada mañana es tranquila: sin música y con la mitad del aforo.</p><p>El tique vale para todo el día.</p>',
      },
      en: {
        title: 'Christmas Play Park',
        excerpt: 'Workshops, bouncy castles and a climbing wall: a holiday from screens.',
        description:
          '<p>27 to 30 December, 10.30 am to 1.30 pm and 4.30 pm to 8 pm. The last hour of every morning is a quiet one: no music, and half the usual numbers.</p><p>Tickets are valid all day.</p>',
      },
    },
    time: { day: nextAnniversary('12-27'), days: 4 },
    venues: ['sportsHall'],
    organizers: ['council'],
    categories: ['family'],
    tags: ['christmas', 'children', 'schoolHolidays', 'accessible'],
    image: { file: 'parc-de-nadal.jpg', alt: 'Un nen a mig rocòdrom, amb casc' },
    cost: '3,50 €',
  },
  newYearsEve: {
    texts: {
      ca: {
        title: 'Cap d’Any a la plaça',
        excerpt: 'Dotze grans de raïm, dotze campanades i ball fins a les tres.',
        description:
          '<p>A dos quarts de dotze repartim les bosses de raïm, pelat i sense pinyols per a qui el demani. El rellotge de l’ajuntament s’ha revisat: enguany sí.</p>',
      },
      es: {
        title: 'Nochevieja en la plaza',
        excerpt: 'Doce uvas, doce campanadas y baile hasta las tres.',
        description:
          '<p>A las once y media repartimos las bolsas de uva, pelada y sin pepitas para quien la pida. El reloj del ayuntamiento se ha revisado: este año, sí.</p>',
      },
      en: {
        title: 'New Year’s Eve in the Square',
        excerpt: 'Twelve grapes, twelve chimes, and dancing until three.',
        description:
          '<p>Bags of grapes are handed out from half past eleven, peeled and seedless if you ask. The town hall clock has been overhauled, and this year it will strike.</p>',
      },
    },
    time: { day: nextAnniversary('12-31'), from: '23:15', to: '03:00' },
    venues: ['square'],
    organizers: ['council'],
    categories: ['festivities'],
    tags: ['christmas', 'night', 'dancing', 'outdoors'],
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
