import type { DemoEvent } from '../demo-records.js';
import { first, next, nth } from '../demo-days.js';

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
    time: { day: next('12-20'), from: '19:00', to: '20:30' },
    venues: ['auditorium'],
    organizers: ['ateneu'],
    categories: ['classical'],
    tags: ['christmas', 'accessible'],
    image: { file: 'concert-de-nadal.jpg', alt: 'La coral, amb espelmes, a l’escenari de l’auditori' },
    cost: '0',
    featured: true,
  },
  jazz: {
    texts: {
      ca: {
        title: 'Jazz al Port: Laia Ventura Quartet',
        excerpt: 'La saxofonista presenta «Marinada», el seu tercer disc.',
        description:
          '<p>Jazz mediterrani amb ecos d’havanera. Obre el cicle d’enguany, que continua un divendres de cada mes.</p><ul><li>Laia Ventura, saxo tenor</li><li>Pau Ferré, piano</li><li>Irene Salom, contrabaix</li><li>Nil Barceló, bateria</li></ul>',
      },
      es: {
        title: 'Jazz al Port: Laia Ventura Quartet',
        excerpt: 'La saxofonista presenta «Marinada», su tercer disco.',
        description:
          '<p>Jazz mediterráneo con ecos de habanera. Abre el ciclo de este año, que continúa un viernes de cada mes.</p><ul><li>Laia Ventura, saxo tenor</li><li>Pau Ferré, piano</li><li>Irene Salom, contrabajo</li><li>Nil Barceló, batería</li></ul>',
      },
      en: {
        title: 'Jazz al Port: Laia Ventura Quartet',
        excerpt: 'The saxophonist presents “Marinada”, her third album.',
        description:
          '<p>Mediterranean jazz with a touch of habanera. The first concert of this year’s season, which goes on with one Friday a month.</p><ul><li>Laia Ventura, tenor saxophone</li><li>Pau Ferré, piano</li><li>Irene Salom, double bass</li><li>Nil Barceló, drums</li></ul>',
      },
    },
    time: { day: nth(3, 'friday'), from: '21:30', to: '23:00' },
    venues: ['auditorium'],
    organizers: ['council'],
    categories: ['popularMusic'],
    tags: ['night', 'accessible'],
    image: { file: 'laia-ventura.jpg', alt: 'Laia Ventura toca el saxo davant de les barques' },
    cost: '12 €',
    website: 'https://entrades.vilamar.example/jazz-al-port',
    ticketed: true,
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
    time: { day: first('saturday', next('07-15')), from: '22:30', to: '00:30' },
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
          '<p>Un programa lluminós per a orquestra de cordes, amb una breu presentació de cada obra. Durada: una hora i mitja, amb pausa.</p><p>Descompte del 50 % per a menors de 25 anys i persones a l’atur.</p>',
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
    time: { day: nth(6, 'sunday'), from: '18:30', to: '20:00' },
    venues: ['auditorium'],
    organizers: ['council', 'ateneu'],
    categories: ['classical'],
    tags: ['accessible'],
    image: { file: 'orquestra-de-cambra.jpg', alt: 'Els violins de l’orquestra, en ple concert' },
    cost: ['10 €', '15 €', '18 €'],
    website: 'https://entrades.vilamar.example/serenates',
    ticketed: true,
  },
} satisfies Record<string, DemoEvent>;
