import type { DemoEvent } from '../demo-records.js';
import { first, next, nth } from '../demo-days.js';

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
    time: { day: nth(2, 'saturday'), from: '20:00', to: '21:40' },
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
    time: { day: nth(9, 'friday'), from: '20:30', to: '21:30' },
    venues: ['theatre'],
    organizers: ['council'],
    categories: ['dance'],
    tags: ['accessible'],
    image: { file: 'sal-i-vent.jpg', alt: 'Una ballarina salta sobre un cercle de sal' },
    cost: ['8 €', '12 €'],
    ticketed: true,
  },
  openAirCinema: {
    texts: {
      ca: {
        title: 'Cinema a la fresca',
        excerpt: 'Una pel·lícula familiar sota les estrelles, amb la sorra per butaca.',
        description:
          '<p>El públic tria la pel·lícula: vota-la al web fins al dia abans. Versió original amb subtítols en català.</p><p>Si plou, la sessió passa a l’Auditori del Port.</p>',
      },
      es: {
        title: 'Cine a la fresca',
        excerpt: 'Una película familiar bajo las estrellas, con la arena por butaca.',
        description:
          '<p>El público elige la película: vótala en la web hasta el día antes. Versión original con subtítulos en catalán.</p><p>Si llueve, la sesión pasa al Auditorio del Puerto.</p>',
      },
      en: {
        title: 'Open-air Cinema',
        excerpt: 'A family film under the stars, with the sand for a seat.',
        description:
          '<p>The audience chooses the film: vote on the website until the day before. Original version with Catalan subtitles.</p><p>If it rains, we move to the Harbour Auditorium.</p>',
      },
    },
    time: { day: first('friday', next('07-01')), from: '22:00', to: '23:45' },
    venues: ['beach'],
    organizers: ['council'],
    categories: ['cinema', 'family'],
    tags: ['outdoors', 'night', 'children'],
    image: { file: 'cinema-a-la-fresca.jpg', alt: 'La pantalla inflable a la platja, de nit' },
    cost: '0',
    website: 'https://www.vilamar.example/cinema',
  },
} satisfies Record<string, DemoEvent>;
