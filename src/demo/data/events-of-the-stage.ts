import type { DemoEvent } from '../demo-records.js';
import { nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const STAGE = {
  // A play in Catalan: nobody who reads the agenda in English was thought of.
  lighthouse: {
    texts: {
      ca: {
        title: '«La casa del far», amb la companyia L’Estenedor',
        excerpt: 'Dues germanes, un far tancat i una carta que arriba trenta anys tard.',
        description:
          '<p>Comèdia agredolça de Mireia Soler, premi del públic a la Mostra de Teatre del Camp. Espectacle en català.</p><p>Després de la funció, col·loqui amb la companyia.</p>',
      },
      es: {
        title: '«La casa del far», con la compañía L’Estenedor',
        excerpt: 'Dos hermanas, un faro cerrado y una carta que llega con treinta años de retraso.',
        description:
          '<p>Comedia agridulce de Mireia Soler, premio del público en la Mostra de Teatre del Camp. Espectáculo en catalán.</p><p>Después de la función, coloquio con la compañía.</p>',
      },
    },
    time: { day: nthWeekday(2, 'saturday'), from: '20:00', to: '21:40' },
    venues: ['theatre'],
    organizers: ['ateneu'],
    categories: ['theatre'],
    tags: ['signLanguage', 'accessible'],
    image: { file: 'la-casa-del-far.jpg', alt: 'Les dues actrius, a contrallum, davant d’una finestra' },
    cost: '14 €',
    website: 'https://ateneuvilamar.example/teatre/la-casa-del-far',
    featured: true,
    ticketed: true,
    customFields: { sign_language: true, minimum_age: 12 },
  },
  saltAndWind: {
    texts: {
      ca: {
        title: 'Dansa: «Sal i vent»',
        excerpt: 'Cinc ballarins i una percussionista, entre la tradició i el carrer.',
        description:
          '<p>La companyia <strong>Peu Nu</strong> torna a casa amb una peça nascuda de les danses de pescadors. Espectacle sense text, per a tots els públics.</p>',
      },
      es: {
        title: 'Danza: «Sal y viento»',
        excerpt: 'Cinco bailarines y una percusionista, entre la tradición y la calle.',
        description:
          '<p>La compañía <strong>Peu Nu</strong> vuelve a casa con una pieza nacida de las danzas de pescadores. Espectáculo sin texto, para todos los públicos.</p>',
      },
      en: {
        title: 'Dance: “Salt and Wind”',
        excerpt: 'Five dancers and a percussionist, between tradition and the street.',
        description:
          '<p>The <strong>Peu Nu</strong> company comes home with a piece that grew out of fishermen’s dances. No words, and for all ages.</p>',
      },
    },
    time: { day: nthWeekday(9, 'friday'), from: '20:30', to: '21:30' },
    venues: ['theatre'],
    organizers: ['council'],
    categories: ['dance'],
    tags: ['accessible'],
    image: { file: 'sal-i-vent.jpg', alt: 'Una ballarina salta sobre un cercle de sal' },
    cost: ['8 €', '12 €'],
    ticketed: true,
  },
  comedy: {
    texts: {
      ca: {
        title: '«Enterrament i vermut», de la companyia La Rebotiga',
        excerpt: 'Cinc cosins, un testament i l’última taula del bar.',
        description:
          '<p>Comèdia negra de Gemma Tortosa, amb la companyia que va fer riure mig Camp amb «Pis compartit». Durada: noranta minuts. Subtítols en pantalla i audiodescripció, amb petició prèvia.</p>',
      },
      es: {
        title: '«Enterrament i vermut» («Entierro y vermut»), de La Rebotiga',
        excerpt: 'Cinco primos, un testamento y la última mesa del bar.',
        description:
          '<p>Comedia negra de Gemma Tortosa, en catalán, con la compañía que hizo reír a media comarca con «Pis compartit». Noventa minutos. Subtítulos en pantalla y audiodescripción, previa petición.</p>',
      },
      en: {
        title: '“Enterrament i vermut” (A Funeral and a Vermouth)',
        excerpt: 'Five cousins, a will and the last table at the bar.',
        description:
          '<p>A black comedy by Gemma Tortosa, in Catalan, by the company La Rebotiga. Ninety minutes. English surtitles; audio description on request.</p>',
      },
    },
    time: { day: nthWeekday(5, 'saturday'), from: '20:00', to: '21:30' },
    venues: ['theatre'],
    organizers: ['ateneu'],
    categories: ['theatre'],
    tags: ['accessible'],
    image: { file: 'enterrament-i-vermut.jpg', alt: 'Cinc persones de dol i un plat d’olives' },
    cost: ['0 €', '8 €', '12 €'],
    website: 'https://ateneuvilamar.example/teatre/enterrament-i-vermut',
    ticketed: true,
  },
  impro: {
    texts: {
      ca: {
        title: 'Improxoc: tres actors i un barret',
        excerpt: 'El públic hi posa els títols; ells, la barra.',
        description:
          '<p>Teatre improvisat, amb part del públic dalt de l’escenari. Escriu un títol en un paperet en arribar: si surt del barret, convides tu.</p>',
      },
      es: {
        title: 'Improxoc: tres actores y un sombrero',
        excerpt: 'El público pone los títulos; ellos, la cara dura.',
        description:
          '<p>Teatro improvisado, con parte del público sobre el escenario. Escribe un título en un papelito al llegar: si sale del sombrero, invitas tú. En catalán y castellano.</p>',
      },
      en: {
        title: 'Improxoc: Three Actors and a Hat',
        excerpt: 'The audience brings the titles, the actors bring the nerve.',
        description:
          '<p>Improvised theatre in Catalan and Spanish, with some of the audience on the stage. Write a title on a slip as you come in; if it is drawn, you buy the drinks.</p>',
      },
    },
    time: { day: nthWeekday(3, 'saturday'), from: '22:00', to: '23:15' },
    venues: ['theatre'],
    organizers: ['ateneu'],
    categories: ['theatre'],
    tags: ['night', 'teenagers'],
    image: { file: 'improxoc.jpg', alt: 'Un barret ple de paperets en un tamboret' },
    cost: 6,
  },
  // Played in English, and announced to those who understand it.
  quietWeekend: {
    texts: {
      en: {
        title: 'The Vilamar Players: “A Very Quiet Weekend”',
        excerpt: 'A farce in two acts with seven doors, one goat and no alibi.',
        description:
          '<p>Written by our own Ruth Pemberley. Tickets from any member or at the door from 6.45 pm; interval drinks may be ordered beforehand. Proceeds go to the food bank.</p>',
      },
    },
    time: { day: nthWeekday(7, 'saturday'), from: '19:30', to: '21:45' },
    venues: ['theatre'],
    organizers: ['players'],
    categories: ['theatre'],
    tags: ['inEnglish', 'solidarity', 'accessible'],
    image: { file: 'a-very-quiet-weekend.jpg', alt: 'A stage set with seven doors, all of them ajar' },
    cost: '€8',
    website: 'https://vilamarplayers.example/',
    ticketed: true,
  },
  danceGala: {
    texts: {
      ca: {
        title: 'Gala de fi de curs de dansa: «Marees»',
        excerpt: 'Cent quaranta alumnes, dels sis anys als setanta.',
        description:
          '<p>De la rotllana dels petits al quadre contemporani dels grans. Cada família pot recollir quatre entrades abans que es posin a la venda; la resta, a taquilla una hora abans.</p>',
      },
      es: {
        title: 'Gala de fin de curso de danza: «Mareas»',
        excerpt: 'Ciento cuarenta alumnos, de los seis años a los setenta.',
        description:
          '<p>Del corro de los pequeños al cuadro contemporáneo de los mayores. Cada familia puede recoger cuatro entradas antes de que salgan a la venta; el resto, en taquilla una hora antes.</p>',
      },
      en: {
        title: '“Tides”: the Dance School’s Summer Gala',
        excerpt: 'A hundred and forty pupils, aged six to seventy.',
        description:
          '<p>From the little ones’ first ring to the seniors’ contemporary piece. Families may collect four tickets before they go on sale; the rest are at the box office an hour before.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '06-15'), from: '19:00', to: '20:45' },
    venues: ['auditorium'],
    organizers: ['ateneu'],
    categories: ['dance'],
    tags: ['accessible', 'children'],
    cost: '4 €',
    ticketed: true,
  },
} satisfies Record<string, DemoEvent>;
