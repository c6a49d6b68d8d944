import type { DemoEvent } from '../demo-records.js';
import { daysAfter, daysFromEaster, currentOrNext } from '../demo-days.js';

/** From the Thursday before Lent to Ash Wednesday. */
const CARNIVAL = currentOrNext(7, daysFromEaster(-52));

export const CARNIVAL_EVENTS = {
  carnival: {
    texts: {
      ca: {
        title: 'Carnestoltes de Vilamar',
        excerpt: 'Set dies de poca vergonya: arribo, rua, ball i enterrament.',
        description:
          '<p>Sa Majestat el rei Carnestoltes arriba el Dijous Gras amb la barca de la brossa i mana fins al Dimecres de Cendra. Les escoles surten a la rua divendres al matí; els grans, dissabte.</p><p>Coca de llardons a totes les fleques.</p>',
      },
      es: {
        title: 'Carnaval de Vilamar',
        excerpt: 'Siete días de poca vergüenza: llegada, rúa, baile y entierro.',
        description:
          '<p>Su Majestad el rey Carnestoltes llega el Jueves Lardero en la barca de la basura y manda hasta el Miércoles de Ceniza. Las escuelas desfilan el viernes por la mañana; los mayores, el sábado.</p><p>Coca de chicharrones en todas las panaderías.</p>',
      },
      en: {
        title: 'Vilamar Carnival',
        excerpt: 'Seven shameless days: an arrival, a parade, a ball and a burial.',
        description:
          '<p>His Majesty King Carnival comes ashore from the rubbish barge on the last Thursday before Lent, and rules until Ash Wednesday. The schools parade on Friday morning, the grown-ups on Saturday.</p><p>Crackling cake at every bakery.</p>',
      },
    },
    time: { day: CARNIVAL, days: 7 },
    venues: ['square', 'sportsHall', 'beach'],
    organizers: ['council'],
    categories: ['festivities'],
    tags: ['carnival', 'outdoors'],
    image: { file: 'carnestoltes.jpg', alt: 'El rei Carnestoltes saluda des de la barca de la brossa' },
    cost: '0',
    website: 'https://www.vilamar.example/carnestoltes',
    featured: true,
  },
  carnivalParade: {
    texts: {
      ca: {
        title: 'Gran rua de Carnestoltes',
        excerpt: 'Divuit comparses, nou carrosses i un jurat subornable.',
        description:
          '<p>Surt de l’estació, baixa per la rambla i acaba a la plaça amb el repartiment de premis. Inscripcions de comparses fins al dilluns abans, al centre cívic.</p><p>Tram sense música davant de la biblioteca.</p>',
      },
      es: {
        title: 'Gran rúa de Carnaval',
        excerpt: 'Dieciocho comparsas, nueve carrozas y un jurado sobornable.',
        description:
          '<p>Sale de la estación, baja por la rambla y termina en la plaza con el reparto de premios. Inscripción de comparsas hasta el lunes anterior, en el centro cívico.</p><p>Tramo sin música frente a la biblioteca.</p>',
      },
      en: {
        title: 'Carnival Parade',
        excerpt: 'Eighteen troupes, nine floats and a jury open to bribes.',
        description:
          '<p>From the station down the rambla to the square, where the prizes are handed out. Troupes sign up at the community centre until the Monday before.</p><p>The stretch in front of the library is free of music.</p>',
      },
    },
    time: { day: daysAfter(CARNIVAL, 2), from: '18:00', to: '20:30' },
    venues: ['square'],
    organizers: ['council', 'neighbours'],
    categories: ['festivities', 'family'],
    tags: ['carnival', 'outdoors', 'children'],
    parent: 'carnival',
    image: { file: 'rua.jpg', alt: 'Una comparsa de sardines de plata' },
    cost: '0',
  },
  carnivalBall: {
    texts: {
      ca: {
        title: 'Ball de disfresses: «Fons marí»',
        excerpt: 'Dues orquestres, un punt lila i cap peix sense disfressa.',
        description:
          '<p>A partir de 16 anys. Sense disfressa s’hi entra igual, però es paga més. Guarda-roba, punt lila i aigua gratuïta tota la nit.</p>',
      },
      es: {
        title: 'Baile de disfraces: «Fondo marino»',
        excerpt: 'Dos orquestas, un punto violeta y ningún pez sin disfraz.',
        description:
          '<p>A partir de 16 años. Sin disfraz se entra igual, pero se paga más. Guardarropa, punto violeta y agua gratuita toda la noche.</p>',
      },
      en: {
        title: 'Fancy-dress Ball: “Under the Sea”',
        excerpt: 'Two bands, a safe space, and no fish without a costume.',
        description:
          '<p>For ages 16 and over. You may come as you are, but you will pay more. Cloakroom, safe space and free water all night.</p>',
      },
    },
    time: { day: daysAfter(CARNIVAL, 2), from: '23:00', to: '04:00' },
    venues: ['sportsHall'],
    organizers: ['council'],
    categories: ['festivities', 'newMusic'],
    tags: ['carnival', 'night', 'dancing', 'teenagers'],
    parent: 'carnival',
    cost: ['5 €', '9 €'],
    ticketed: true,
    customFields: { minimum_age: 16 },
  },
  sardineBurial: {
    texts: {
      ca: {
        title: 'Enterrament de la sardina',
        excerpt: 'Plors, testament satíric i mil sardines a la brasa.',
        description:
          '<p>El seguici de vídues surt de la llotja a les 19 h. A la platja es llegeix el testament del rei, en vers i sense pietat, i es reparteixen sardines, pa i vi.</p>',
      },
      es: {
        title: 'Entierro de la sardina',
        excerpt: 'Llantos, testamento satírico y mil sardinas a la brasa.',
        description:
          '<p>El cortejo de viudas sale de la lonja a las 19 h. En la playa se lee el testamento del rey, en verso y sin piedad, y se reparten sardinas, pan y vino.</p>',
      },
      en: {
        title: 'Burial of the Sardine',
        excerpt: 'Tears, a scurrilous will and a thousand grilled sardines.',
        description:
          '<p>The weeping widows set out from the fish market at 7 pm. On the beach the King’s will is read, in merciless verse, and there are sardines, bread and wine for all.</p>',
      },
    },
    time: { day: daysAfter(CARNIVAL, 6), from: '19:00', to: '21:00' },
    venues: ['beach'],
    organizers: ['fishermen', 'council'],
    categories: ['festivities'],
    tags: ['carnival', 'sea', 'outdoors'],
    parent: 'carnival',
    image: { file: 'enterrament-de-la-sardina.jpg', alt: 'Vídues amb bigoti ploren davant d’un taüt en forma de peix' },
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
