import type { DemoEvent } from '../demo-records.js';
import { daysAfter, currentOrNext, nextFirstWeekday, nthWeekday } from '../demo-days.js';

/** From a Monday to a Sunday of November. */
const SCIENCE_WEEK = currentOrNext(7, nextFirstWeekday('monday', '11-09'));

export const SCIENCE = {
  scienceWeek: {
    texts: {
      ca: {
        title: 'Setmana de la Ciència: «Tot és ona»',
        excerpt: 'Set dies de so, llum, mar i terratrèmols petits.',
        description:
          '<p>Xerrades, tallers i una nit d’observació, amb els instituts, el grup d’astronomia i el museu. Les escoles visiten l’exposició «Escolta el fons» a la biblioteca.</p><p>Tot és gratuït; per als tallers cal inscripció.</p>',
      },
      es: {
        title: 'Semana de la Ciencia: «Todo es onda»',
        excerpt: 'Siete días de sonido, luz, mar y terremotos pequeños.',
        description:
          '<p>Charlas, talleres y una noche de observación, con los institutos, el grupo de astronomía y el museo. Las escuelas visitan la exposición «Escucha el fondo» en la biblioteca.</p><p>Todo es gratuito; para los talleres hay que inscribirse.</p>',
      },
      en: {
        title: 'Science Week: Everything Is a Wave',
        excerpt: 'Seven days of sound, light, sea and very small earthquakes.',
        description:
          '<p>Talks, workshops and a night of stargazing with schools, the astronomy group and the museum. School groups visit the exhibition “Listen to the Sea Bed” at the library.</p><p>Everything is free; workshops must be booked.</p>',
      },
    },
    time: { day: SCIENCE_WEEK, days: 7 },
    venues: ['library', 'station'],
    organizers: ['council', 'museum', 'stargazers'],
    categories: ['science'],
    tags: ['scienceWeek', 'accessible'],
    image: { file: 'setmana-de-la-ciencia.jpg', alt: 'Sorra que dibuixa una figura sobre una placa que vibra' },
    cost: '0',
    website: 'https://www.vilamar.example/ciencia',
  },
  scienceCafe: {
    texts: {
      ca: {
        title: 'Cafè científic: per què la mar fa soroll?',
        excerpt: 'L’oceanògrafa Mar Bonastre escolta el fons des del 2011.',
        description:
          '<p>Balenes, motors i gambetes que espeteguen: què se sent a quaranta metres i què ens explica. Vint minuts de xerrada i una hora de preguntes, amb el bar obert.</p>',
      },
      es: {
        title: 'Café científico: ¿por qué hace ruido el mar?',
        excerpt: 'La oceanógrafa Mar Bonastre escucha el fondo desde 2011.',
        description:
          '<p>Ballenas, motores y camarones que chasquean: qué se oye a cuarenta metros y qué nos cuenta. Veinte minutos de charla y una hora de preguntas, con el bar abierto.</p>',
      },
      en: {
        title: 'Science Café: Why Is the Sea So Noisy?',
        excerpt: 'The oceanographer Mar Bonastre has been listening since 2011.',
        description:
          '<p>Whales, engines and snapping shrimps: what can be heard forty metres down, and what it tells us. Twenty minutes of talk, an hour of questions, and the bar stays open.</p>',
      },
    },
    time: { day: daysAfter(SCIENCE_WEEK, 1), from: '19:00', to: '20:30' },
    venues: ['station'],
    organizers: ['council'],
    categories: ['science', 'talks'],
    tags: ['scienceWeek', 'sea', 'signLanguage'],
    parent: 'scienceWeek',
    cost: '0',
  },
  deepSky: {
    texts: {
      ca: {
        title: 'Nit d’observació: Saturn i les Plèiades des de l’ermita',
        excerpt: 'Quatre telescopis i l’explicació de qui els ha fet.',
        description:
          '<p>Si el cel és tapat, xerrada sota el porxo i observació la setmana següent. Cal abric; es puja amb bus, que surt de la rambla a les 20 h.</p>',
      },
      es: {
        title: 'Noche de observación: Saturno y las Pléyades desde la ermita',
        excerpt: 'Cuatro telescopios y la explicación de quienes los han hecho.',
        description:
          '<p>Si el cielo está cubierto, charla bajo el porche y observación la semana siguiente. Hace falta abrigo; se sube en autobús, que sale de la rambla a las 20 h.</p>',
      },
      en: {
        title: 'Stargazing at the Hermitage: Saturn and the Pleiades',
        excerpt: 'Four telescopes, explained by the people who built them.',
        description:
          '<p>If it is cloudy there will be a talk under the porch, and another try a week later. Dress warmly; the bus leaves the rambla at 8 pm.</p>',
      },
    },
    time: { day: daysAfter(SCIENCE_WEEK, 4), from: '20:30', to: '22:30' },
    venues: ['hermitage'],
    organizers: ['stargazers'],
    categories: ['science'],
    tags: ['scienceWeek', 'stars', 'night', 'booking'],
    parent: 'scienceWeek',
    image: { file: 'observacio.jpg', alt: 'Una cua de gent amb llanternes vermelles davant d’un telescopi' },
    cost: '0',
  },
  seismograph: {
    texts: {
      ca: {
        title: 'Taller: un sismògraf amb una molla i un retolador',
        excerpt: 'De 8 a 12 anys. Saltar és part de l’experiment.',
        description:
          '<p>Cada parella construeix el seu aparell i se l’endú a casa. Setze places; inscripció al web des del dilluns anterior. Sala amb bucle magnètic.</p>',
      },
      es: {
        title: 'Taller: un sismógrafo con un muelle y un rotulador',
        excerpt: 'De 8 a 12 años. Saltar es parte del experimento.',
        description:
          '<p>Cada pareja construye su aparato y se lo lleva a casa. Dieciséis plazas; inscripción en la web desde el lunes anterior. Sala con bucle magnético.</p>',
      },
      en: {
        title: 'Workshop: a Seismograph from a Spring and a Felt-tip',
        excerpt: 'Ages 8 to 12. Jumping is part of the experiment.',
        description:
          '<p>Children work in pairs and take their instrument home. Sixteen places, to be booked on the website from the Monday before. The room has an induction loop.</p>',
      },
    },
    time: { day: daysAfter(SCIENCE_WEEK, 5), from: '17:00', to: '19:00' },
    venues: ['civicCentre'],
    organizers: ['museum', 'neighbours'],
    categories: ['science', 'family'],
    tags: ['scienceWeek', 'children', 'booking', 'accessible'],
    parent: 'scienceWeek',
    cost: '0',
    customFields: { age: { from: 8, to: 12 }, places: 16 },
  },
  risingSea: {
    texts: {
      ca: {
        title: 'Xerrada: el mar que puja. Vilamar el 2060',
        excerpt: 'Mapes, dades i què s’hi pot fer, amb el geògraf Ignasi Cabré.',
        description:
          '<p>On arribarà l’aigua en una llevantada, quins carrers en patiran i què han fet altres viles. Aforament: vuitanta persones. Es retransmet al canal del museu.</p>',
      },
      es: {
        title: 'Charla: el mar que sube. Vilamar en 2060',
        excerpt: 'Mapas, datos y qué se puede hacer, con el geógrafo Ignasi Cabré.',
        description:
          '<p>Hasta dónde llegará el agua en un temporal, qué calles lo sufrirán y qué han hecho otras villas. Aforo: ochenta personas. Se retransmite en el canal del museo.</p>',
      },
      en: {
        title: 'Talk: The Rising Sea. Vilamar in 2060',
        excerpt: 'Maps, figures and what can be done, with the geographer Ignasi Cabré.',
        description:
          '<p>How far the water will come in an easterly gale, which streets will suffer, and what other towns have done. Eighty seats, and a live stream on the museum’s channel. In Catalan.</p>',
      },
    },
    time: { day: nthWeekday(4, 'wednesday'), from: '19:00', to: '20:30' },
    venues: ['museum'],
    organizers: ['museum', 'council'],
    categories: ['talks', 'nature'],
    tags: ['sea', 'accessible', 'online'],
    image: { file: 'el-mar-que-puja.jpg', alt: 'Una onada salta el mur del passeig' },
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
