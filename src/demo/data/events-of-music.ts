import type { DemoEvent } from '../demo-records.js';
import { nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const MUSIC = {
  christmasConcert: {
    texts: {
      ca: {
        title: 'Concert de Nadal',
        excerpt: 'La coral de l’Ateneu i l’escola de música canten nadales d’arreu.',
        description:
          '<p>Més de cent veus de totes les edats, amb orgue i quartet de metalls. Per acabar, cantarem tots plegats «El noi de la mare».</p><p>Entrada lliure fins que s’omplin les butaques.</p>',
      },
      es: {
        title: 'Concierto de Navidad',
        excerpt: 'La coral del Ateneo y la escuela de música cantan villancicos de todo el mundo.',
        description:
          '<p>Más de cien voces de todas las edades, con órgano y cuarteto de metales. Para terminar, cantaremos juntos «El noi de la mare».</p><p>Entrada libre hasta completar el aforo.</p>',
      },
      en: {
        title: 'Christmas Concert',
        excerpt: 'The Athenaeum choir and the music school sing carols from around the world.',
        description:
          '<p>More than a hundred voices of all ages, with organ and brass quartet. At the end, everybody joins in “El noi de la mare”.</p><p>Free admission while seats last.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '12-16'), from: '19:00', to: '20:30' },
    venues: ['auditorium'],
    organizers: ['ateneu'],
    categories: ['classical'],
    tags: ['christmas', 'accessible'],
    image: { file: 'concert-de-nadal.jpg', alt: 'La coral, amb espelmes, a l’escenari de l’auditori' },
    cost: '0',
    featured: true,
  },
  seaSongs: {
    texts: {
      ca: {
        title: 'Cantada d’havaneres i rom cremat',
        excerpt: 'Nit de cançons de taverna arran de mar.',
        description:
          '<p>Amb els grups <strong>Sal Marina</strong> i <strong>Els Pescadors de Lluna</strong>. En acabar, rom cremat per a tothom.</p><p>Porta’t la cadira o seu a la sorra!</p>',
      },
      es: {
        title: 'Noche de habaneras y ron quemado',
        excerpt: 'Canciones de taberna a la orilla del mar.',
        description:
          '<p>Con los grupos <strong>Sal Marina</strong> y <strong>Els Pescadors de Lluna</strong>. Al terminar, ron quemado para todo el mundo.</p><p>¡Trae tu silla o siéntate en la arena!</p>',
      },
      en: {
        title: 'Sea Songs and Burnt Rum',
        excerpt: 'An evening of tavern songs by the water.',
        description:
          '<p>With the groups <strong>Sal Marina</strong> and <strong>Els Pescadors de Lluna</strong>, and burnt rum for everybody afterwards.</p><p>Bring a chair, or sit on the sand.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '07-15'), from: '22:30', to: '00:30' },
    venues: ['beach'],
    organizers: ['nautical', 'council'],
    categories: ['popularMusic', 'festivities'],
    tags: ['sea', 'night', 'outdoors'],
    image: { file: 'havaneres.jpg', alt: 'Els cantaires, dalt d’una barca a la sorra' },
    cost: '0',
  },
  chamberOrchestra: {
    texts: {
      ca: {
        title: 'Orquestra de Cambra del Camp: «Serenates»',
        excerpt: 'Txaikovski, Elgar i Toldrà per a cordes.',
        description:
          '<p>Un programa lluminós per a orquestra de corda, amb una breu presentació de cada obra. Durada: una hora i mitja, amb pausa.</p><p>Descompte del 50 % per a menors de 25 anys i persones a l’atur.</p>',
      },
      es: {
        title: 'Orquestra de Cambra del Camp: «Serenatas»',
        excerpt: 'Chaikovski, Elgar y Toldrà para cuerdas.',
        description:
          '<p>Un programa luminoso para orquesta de cuerda, con una breve presentación de cada obra. Duración: una hora y media, con pausa.</p><p>Descuento del 50 % para menores de 25 años y personas en paro.</p>',
      },
      en: {
        title: 'Orquestra de Cambra del Camp: Serenades',
        excerpt: 'Tchaikovsky, Elgar and Toldrà for strings.',
        description:
          '<p>A bright programme for string orchestra, each piece with a short introduction. One and a half hours, with an interval.</p><p>Half price for under-25s and jobseekers.</p>',
      },
    },
    time: { day: nthWeekday(6, 'sunday'), from: '18:30', to: '20:00' },
    venues: ['auditorium'],
    organizers: ['council', 'ateneu'],
    categories: ['classical'],
    tags: ['accessible'],
    image: { file: 'orquestra-de-cambra.jpg', alt: 'Els violins de l’orquestra, en ple concert' },
    cost: ['10 €', '15 €', '18 €'],
    website: 'https://entrades.vilamar.example/serenates',
    ticketed: true,
  },
  organ: {
    texts: {
      ca: {
        title: 'Orgue a migdia: tocs i batalles',
        excerpt: 'Tres quarts d’hora de música ibèrica en acabar el mercat.',
        description:
          '<p>L’organista Bernat Coromina toca peces de Cabanilles i de Correa de Arauxo, i ensenya per dins com respira l’instrument. Després es pot pujar al cor, en grups de sis.</p>',
      },
      es: {
        title: 'Órgano a mediodía: toques y batallas',
        excerpt: 'Tres cuartos de hora de música ibérica al salir del mercado.',
        description:
          '<p>El organista Bernat Coromina toca piezas de Cabanilles y de Correa de Arauxo, y enseña por dentro cómo respira el instrumento. Después se puede subir al coro, en grupos de seis.</p>',
      },
      en: {
        title: 'Organ at Noon: Fanfares and Battles',
        excerpt: 'Three quarters of an hour of Iberian music after the market.',
        description:
          '<p>The organist Bernat Coromina plays Cabanilles and Correa de Arauxo, and shows how the instrument breathes. Visitors may then climb to the loft, six at a time.</p>',
      },
    },
    time: { day: nthWeekday(2, 'saturday'), from: '12:30', to: '13:15' },
    venues: ['church'],
    organizers: ['musicSchool'],
    categories: ['classical', 'heritage'],
    image: { file: 'orgue.jpg', alt: 'Els tubs de batalla de l’orgue, vistos des de sota' },
    cost: 'Donatiu · Donativo · Donation',
  },
  sardanas: {
    texts: {
      ca: {
        title: 'Sardanes al parc amb la cobla Marinada',
        excerpt: 'Sis sardanes i una revessa, per a qui en sap molt.',
        description:
          '<p>Una hora abans, lliçó oberta per a qui no n’ha ballat mai: els passos curts i els llargs, i com no perdre’s en comptar. Si plou, es balla sota el porxo del centre cívic.</p>',
      },
      es: {
        title: 'Sardanas en el parque con la cobla Marinada',
        excerpt: 'Seis sardanas y una revessa para quienes saben mucho.',
        description:
          '<p>Una hora antes, lección abierta para quien no ha bailado nunca: los pasos cortos y los largos, y cómo no perderse al contar. Si llueve, se baila bajo el porche del centro cívico.</p>',
      },
      en: {
        title: 'Sardanas in the Park with the Marinada Band',
        excerpt: 'Six dances, and a riddle of a seventh for those in the know.',
        description:
          '<p>Newcomers are welcome an hour before, to learn short steps, long steps and how not to lose count. If it rains, we dance under the porch of the community centre.</p>',
      },
    },
    time: { day: nthWeekday(4, 'sunday'), from: '12:00', to: '13:30' },
    venues: ['park'],
    organizers: ['ateneu'],
    categories: ['popularCulture'],
    tags: ['dancing', 'outdoors', 'seniors'],
    image: { file: 'sardanes.jpg', alt: 'Mans enlairades en una rotllana, vistes des de terra' },
    cost: '0',
  },
  winterQuartet: {
    texts: {
      ca: {
        title: 'Música d’hivern: Quartet Tramuntanella',
        excerpt: 'Haydn, Arriaga i una cançó de bressol de la Sínia.',
        description:
          '<p>Quatre joves intèrprets sortides de l’Escola de Música tornen amb els estudis acabats. Xocolata calenta al vestíbul durant la pausa, per a tothom.</p>',
      },
      es: {
        title: 'Música de invierno: Cuarteto Tramuntanella',
        excerpt: 'Haydn, Arriaga y una canción de cuna de la Sínia.',
        description:
          '<p>Cuatro jóvenes intérpretes salidas de la Escuela de Música vuelven con los estudios terminados. Chocolate caliente en el vestíbulo durante la pausa, para todo el mundo.</p>',
      },
      en: {
        title: 'Winter Music: the Tramuntanella Quartet',
        excerpt: 'Haydn, Arriaga, and a lullaby from La Sínia.',
        description:
          '<p>Four young women who began at the town’s music school come home with their diplomas. Hot chocolate for all in the foyer at the interval.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '01-23'), from: '19:00', to: '20:30' },
    venues: ['auditorium'],
    organizers: ['musicSchool', 'council'],
    categories: ['classical'],
    tags: ['accessible'],
    image: { file: 'quartet.jpg', alt: 'Quatre faristols buits i una bufanda' },
    cost: '15 EUR',
    website: 'https://entrades.vilamar.example/quartet',
    ticketed: true,
  },
} satisfies Record<string, DemoEvent>;
