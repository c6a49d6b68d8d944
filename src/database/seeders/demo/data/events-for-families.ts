import type { DemoEvent } from '../demo-records.js';
import { nth } from '../demo-days.js';

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
    time: { day: nth(1, 'saturday'), from: '11:00', to: '11:45' },
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
    time: { day: nth(4, 'sunday'), from: '11:00', to: '13:00' },
    venues: ['museum'],
    organizers: ['museum'],
    categories: ['family'],
    tags: ['children', 'booking'],
    image: { file: 'taller-de-ceramica.jpg', alt: 'Unes mans petites modelen un peix de fang' },
    cost: '5 €',
    website: 'https://museudelmar.example/tallers',
    customFields: { age: { from: 5, to: 12 }, places: 24 },
  },
} satisfies Record<string, DemoEvent>;
