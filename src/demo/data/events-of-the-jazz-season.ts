import type { DemoEvent } from '../demo-records.js';
import { nthWeekday } from '../demo-days.js';

export const JAZZ = {
  jazz: {
    texts: {
      ca: {
        title: 'Jazz al Port: Laia Ventura Quartet',
        excerpt: 'La saxofonista presenta «Marinada», el seu tercer disc.',
        description:
          '<p>Jazz mediterrani amb ecos d’havanera. Obre el cicle d’enguany, que continua dos divendres més.</p><ul><li>Laia Ventura, saxo tenor</li><li>Pau Ferré, piano</li><li>Irene Salom, contrabaix</li><li>Nil Barceló, bateria</li></ul>',
      },
      es: {
        title: 'Jazz al Port: Laia Ventura Quartet',
        excerpt: 'La saxofonista presenta «Marinada», su tercer disco.',
        description:
          '<p>Jazz mediterráneo con ecos de habanera. Abre el ciclo de este año, que continúa dos viernes más.</p><ul><li>Laia Ventura, saxo tenor</li><li>Pau Ferré, piano</li><li>Irene Salom, contrabajo</li><li>Nil Barceló, batería</li></ul>',
      },
      en: {
        title: 'Jazz al Port: Laia Ventura Quartet',
        excerpt: 'The saxophonist presents “Marinada”, her third album.',
        description:
          '<p>Mediterranean jazz with a touch of habanera. The first concert of this year’s season, with two more Fridays to come.</p><ul><li>Laia Ventura, tenor saxophone</li><li>Pau Ferré, piano</li><li>Irene Salom, double bass</li><li>Nil Barceló, drums</li></ul>',
      },
    },
    time: { day: nthWeekday(3, 'friday'), from: '21:30', to: '23:00' },
    venues: ['auditorium'],
    organizers: ['council'],
    categories: ['popularMusic'],
    tags: ['jazzSeason', 'night', 'accessible'],
    image: { file: 'laia-ventura.jpg', alt: 'Laia Ventura toca el saxo davant de les barques' },
    cost: '12 €',
    website: 'https://entrades.vilamar.example/jazz-al-port',
    ticketed: true,
  },
  jazzDuo: {
    texts: {
      ca: {
        title: 'Jazz al Port: Inês Caldas i Biel Sastre',
        excerpt: 'Fados, boleros i un piano que no vol acompanyar.',
        description:
          '<p>La cantant de Lisboa i el pianista de Vilamar van fer aquest repertori en tres nits, i s’hi nota. Taules amb servei de bar fins que comença el concert.</p>',
      },
      es: {
        title: 'Jazz al Port: Inês Caldas y Biel Sastre',
        excerpt: 'Fados, boleros y un piano que no quiere acompañar.',
        description:
          '<p>La cantante de Lisboa y el pianista de Vilamar montaron este repertorio en tres noches, y se nota. Mesas con servicio de bar hasta que empieza el concierto.</p>',
      },
      en: {
        title: 'Jazz al Port: Inês Caldas and Biel Sastre',
        excerpt: 'Fados, boleros, and a piano that refuses to accompany.',
        description:
          '<p>The singer from Lisbon and the pianist from Vilamar put this programme together in three nights, and it shows. Table service until the music starts.</p>',
      },
    },
    time: { day: nthWeekday(7, 'friday'), from: '21:30', to: '23:00' },
    venues: ['auditorium'],
    organizers: ['council'],
    categories: ['popularMusic'],
    tags: ['jazzSeason', 'night', 'accessible'],
    image: { file: 'ines-caldas.jpg', alt: 'Inês Caldas, asseguda d’esquena al piano' },
    cost: '12 €',
    website: 'https://entrades.vilamar.example/jazz-al-port',
    ticketed: true,
  },
  jazzBigBand: {
    texts: {
      ca: {
        title: 'Jazz al Port: Big Band de l’Escola de Música',
        excerpt: 'Vint-i-dos músics de 14 a 71 anys tanquen el cicle.',
        description:
          '<p>Swing per ballar, amb la pista lliure davant de l’escenari i les primeres sis files retirades. La trompetista Ona Riba hi fa de solista i de mestra de cerimònies.</p>',
      },
      es: {
        title: 'Jazz al Port: Big Band de la Escuela de Música',
        excerpt: 'Veintidós músicos de 14 a 71 años cierran el ciclo.',
        description:
          '<p>Swing para bailar, con la pista libre ante el escenario y sin las seis primeras filas. La trompetista Ona Riba es solista y maestra de ceremonias.</p>',
      },
      en: {
        title: 'Jazz al Port: the Music School Big Band',
        excerpt: 'Twenty-two musicians aged 14 to 71 close the season.',
        description:
          '<p>Swing to dance to: the first six rows make way for a dance floor. With Ona Riba as soloist on the trumpet and mistress of ceremonies.</p>',
      },
    },
    time: { day: nthWeekday(11, 'friday'), from: '21:30', to: '23:15' },
    venues: ['auditorium'],
    organizers: ['musicSchool', 'council'],
    categories: ['popularMusic'],
    tags: ['jazzSeason', 'dancing', 'night', 'accessible'],
    image: { file: 'big-band.jpg', alt: 'La secció de trombons, dempeus' },
    cost: ['6 €', '12 €'],
    website: 'https://entrades.vilamar.example/jazz-al-port',
    ticketed: true,
  },
} satisfies Record<string, DemoEvent>;
