import type { DemoEvent } from '../demo-records.js';
import { nthWeekday } from '../demo-days.js';

export const FAMILIES = {
  // Told in Catalan, for the town's own children.
  storytime: {
    texts: {
      ca: {
        title: 'L’hora del conte: «El pop que feia mitja»',
        excerpt: 'Contes de mar amb ombres xineses, a càrrec de Clara Rius.',
        description:
          '<p>Per a infants de 3 a 7 anys, acompanyats d’una persona adulta. Places limitades a quaranta persones, per ordre d’arribada.</p>',
      },
    },
    time: { day: nthWeekday(1, 'saturday'), from: '11:00', to: '11:45' },
    venues: ['library'],
    organizers: ['council'],
    categories: ['family', 'reading'],
    tags: ['children', 'sea', 'accessible'],
    image: { file: 'hora-del-conte.jpg', alt: 'L’ombra d’un pop sobre una tela blava' },
    cost: '0',
    customFields: { age: { from: 3, to: 7 } },
  },
  ceramics: {
    texts: {
      ca: {
        title: 'Taller familiar de ceràmica: fem un peix',
        excerpt: 'Fang, estris senzills i les mans ben brutes.',
        description:
          '<p>Cada família modela i decora la seva peça, que es cou al forn del museu i es recull al cap de dues setmanes.</p><p>Preu per infant; les persones adultes que acompanyen no paguen.</p>',
      },
      es: {
        title: 'Taller familiar de cerámica: hagamos un pez',
        excerpt: 'Barro, utensilios sencillos y las manos bien sucias.',
        description:
          '<p>Cada familia modela y decora su pieza, que se cuece en el horno del museo y se recoge a las dos semanas.</p><p>Precio por niño o niña; las personas adultas que acompañan no pagan.</p>',
      },
      en: {
        title: 'Family Pottery Workshop: Let’s Make a Fish',
        excerpt: 'Clay, simple tools and very dirty hands.',
        description:
          '<p>Each family shapes and decorates a piece, which is fired in the museum’s kiln and can be collected two weeks later.</p><p>Price per child; accompanying adults come free.</p>',
      },
    },
    time: { day: nthWeekday(4, 'sunday'), from: '11:00', to: '13:00' },
    venues: ['museum'],
    organizers: ['museum'],
    categories: ['family'],
    tags: ['children', 'booking'],
    image: { file: 'taller-de-ceramica.jpg', alt: 'Unes mans petites modelen un peix de fang' },
    cost: '5 €',
    website: 'https://museudelmar.example/tallers',
    customFields: { age: { from: 5, to: 12 }, places: 24 },
  },
  storyEnglish: {
    texts: {
      ca: {
        title: 'Contes en anglès: «The Snail Who Wanted a Boat»',
        excerpt: 'Un cargol, un cubell i moltes cançons amb gestos.',
        description:
          '<p>No cal saber anglès: la Daisy ho explica tot amb les mans. De 4 a 8 anys, amb una persona adulta. Els infants menors de quatre anys tenen joc lliure a la bebeteca.</p>',
      },
      en: {
        title: 'Story Time in English: “The Snail Who Wanted a Boat”',
        excerpt: 'A snail, a bucket and plenty of songs with actions.',
        description:
          '<p>Children need no English: Daisy says it all with her hands. For ages 4 to 8, with an adult. Under-fours may play in the babies’ corner.</p>',
      },
    },
    time: { day: nthWeekday(3, 'saturday'), from: '11:00', to: '11:45' },
    venues: ['library'],
    organizers: ['council', 'players'],
    categories: ['family', 'reading'],
    tags: ['children', 'inEnglish', 'accessible'],
    cost: '0',
    customFields: { age: { from: 4, to: 8 } },
  },
  // Told in Catalan, as the first of the cycle is.
  storyThunder: {
    texts: {
      ca: {
        title: 'L’hora del conte: «La nena que collia trons»',
        excerpt: 'Contes de tempesta amb una planxa de llauna i dos timbals.',
        description:
          '<p>A càrrec d’Elvira Monner. Per a infants de 5 a 9 anys. Hi ha moments sorollosos; deixem protectors auditius a qui en vulgui.</p>',
      },
    },
    time: { day: nthWeekday(5, 'saturday'), from: '11:00', to: '11:50' },
    venues: ['library'],
    organizers: ['council'],
    categories: ['family', 'reading'],
    tags: ['children', 'accessible'],
    image: { file: 'la-nena-que-collia-trons.jpg', alt: 'Una planxa de llauna penjada d’un fil' },
    cost: '0',
    customFields: { age: { from: 5, to: 9 } },
  },
  puppets: {
    texts: {
      ca: {
        title: 'Titelles: «El drac que tenia fred»',
        excerpt: 'Fils, paper de seda i un drac amb bufanda.',
        description:
          '<p>La companyia <strong>Dit i Fet</strong> presenta un espectacle de trenta-cinc minuts a partir de 2 anys. Els cotxets es queden al vestíbul; després es poden tocar els titelles.</p>',
      },
      es: {
        title: 'Títeres: «El dragón que tenía frío»',
        excerpt: 'Hilos, papel de seda y un dragón con bufanda.',
        description:
          '<p>La compañía <strong>Dit i Fet</strong> presenta un espectáculo de treinta y cinco minutos a partir de 2 años. Los cochecitos se quedan en el vestíbulo; después se pueden tocar los títeres.</p>',
      },
      en: {
        title: 'Puppets: “The Dragon Who Felt the Cold”',
        excerpt: 'Strings, tissue paper, and a dragon in a scarf.',
        description:
          '<p>Thirty-five minutes with the company <strong>Dit i Fet</strong>, in Catalan and with few words, for ages 2 and over. Pushchairs stay in the foyer; afterwards you may touch the puppets.</p>',
      },
    },
    time: { day: nthWeekday(3, 'sunday'), from: '12:00', to: '12:35' },
    venues: ['theatre'],
    organizers: ['ateneu'],
    categories: ['family', 'theatre'],
    tags: ['children', 'accessible'],
    image: { file: 'el-drac-que-tenia-fred.jpg', alt: 'Un drac de paper de seda amb una bufanda vermella' },
    cost: '6 €',
    website: 'https://ateneuvilamar.example/families',
    ticketed: true,
    customFields: { minimum_age: 2 },
  },
  circus: {
    texts: {
      ca: {
        title: 'Circ: «Bastida», amb Les Germanes Volta',
        excerpt: 'Bàscula, pal xinès i una obra que no s’acaba mai.',
        description:
          '<p>Dues paletes, un capatàs i una grua humana. Cinquanta-cinc minuts sense paraules, per a totes les edats. Entrada reduïda per a menors de 12 anys i famílies nombroses.</p>',
      },
      es: {
        title: 'Circo: «Andamio», con Les Germanes Volta',
        excerpt: 'Báscula, mástil chino y una obra que no se acaba nunca.',
        description:
          '<p>Dos albañilas, un capataz y una grúa humana. Cincuenta y cinco minutos sin palabras, para todas las edades. Entrada reducida para menores de 12 años y familias numerosas.</p>',
      },
      en: {
        title: 'Circus: “Scaffolding”, by Les Germanes Volta',
        excerpt: 'Teeterboard, Chinese pole and a building site that never ends.',
        description:
          '<p>Two bricklayers, a foreman and a human crane. Fifty-five minutes without a word, for all ages. Reduced price for under-12s and large families.</p>',
      },
    },
    time: { day: nthWeekday(4, 'sunday'), from: '12:00', to: '12:55' },
    venues: ['auditorium'],
    organizers: ['council'],
    categories: ['circus', 'family'],
    tags: ['children', 'accessible'],
    image: { file: 'bastida.jpg', alt: 'Una acròbata cap per avall dalt d’un pal, amb casc d’obra' },
    cost: ['7 €', '10 €'],
    website: 'https://entrades.vilamar.example/bastida',
    featured: true,
    ticketed: true,
  },
  boardGames: {
    texts: {
      ca: {
        title: 'Tarda de jocs de taula a la biblioteca',
        excerpt: 'Cent vint caixes i sis persones que se saben les regles.',
        description:
          '<p>Taules per a infants de 17.30 a 19 h; per a joves i adults, fins a l’hora de tancar. Si portes un joc que no tenim, et guardem lloc a la finestra.</p>',
      },
      es: {
        title: 'Tarde de juegos de mesa en la biblioteca',
        excerpt: 'Ciento veinte cajas y seis personas que se saben las reglas.',
        description:
          '<p>Mesas para niños y niñas de 17.30 a 19 h; para jóvenes y adultos, hasta la hora de cerrar. Si traes un juego que no tenemos, te guardamos sitio junto a la ventana.</p>',
      },
      en: {
        title: 'Board Games at the Library',
        excerpt: 'A hundred and twenty boxes, and six people who know the rules.',
        description:
          '<p>Tables for children from 5.30 pm to 7 pm; for teenagers and adults until closing time. Bring a game that we do not have, and we’ll keep you the seat by the window.</p>',
      },
    },
    time: { day: nthWeekday(4, 'friday'), from: '17:30', to: '20:30' },
    venues: ['library'],
    organizers: ['council'],
    categories: ['family'],
    tags: ['teenagers', 'children', 'accessible'],
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
