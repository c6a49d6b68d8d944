import type { DemoEvent } from '../demo-records.js';
import { daysFromEaster, nextFirstWeekday } from '../demo-days.js';

export const SPRING = {
  passionConcert: {
    texts: {
      ca: {
        title: 'Concert de Passió: «Stabat Mater» de Pergolesi',
        excerpt: 'Dues veus, un quintet de corda i l’orgue del 1756.',
        description:
          '<p>Amb la soprano Elna Casadevall i la contralt Rut Vilaseca. Cinquanta minuts sense pausa. L’església no té calefacció: porta abric.</p>',
      },
      es: {
        title: 'Concierto de Pasión: «Stabat Mater» de Pergolesi',
        excerpt: 'Dos voces, un quinteto de cuerda y el órgano de 1756.',
        description:
          '<p>Con la soprano Elna Casadevall y la contralto Rut Vilaseca. Cincuenta minutos sin pausa. La iglesia no tiene calefacción: trae abrigo.</p>',
      },
      en: {
        title: 'Passiontide Concert: Pergolesi’s Stabat Mater',
        excerpt: 'Two voices, a string quintet and the organ of 1756.',
        description:
          '<p>With the soprano Elna Casadevall and the contralto Rut Vilaseca. Fifty minutes without an interval. The church is unheated, so wrap up warm.</p>',
      },
    },
    time: { day: daysFromEaster(-9), from: '20:30', to: '21:20' },
    venues: ['church'],
    organizers: ['ateneu', 'musicSchool'],
    categories: ['classical'],
    cost: ['0 €', '8 €', '12 €'],
    website: 'https://ateneuvilamar.example/stabat-mater',
    ticketed: true,
  },
  sailingWeek: {
    texts: {
      ca: {
        title: 'Setmana Santa a vela',
        excerpt: 'Quatre matins de vela lleugera per aprendre a cenyir i a virar.',
        description:
          '<p>De dilluns a dijous, de 10 a 13.30 h. De 8 a 14 anys; cal saber nedar cinquanta metres. Inclou armilla, neoprè i esmorzar.</p><p>Dues places per grup es reserven a infants amb discapacitat, amb monitor de suport.</p>',
      },
      es: {
        title: 'Semana Santa a vela',
        excerpt: 'Cuatro mañanas de vela ligera para aprender a ceñir y a virar.',
        description:
          '<p>De lunes a jueves, de 10 a 13.30 h. De 8 a 14 años; hay que saber nadar cincuenta metros. Incluye chaleco, neopreno y desayuno.</p><p>Dos plazas por grupo se reservan a niños y niñas con discapacidad, con monitor de apoyo.</p>',
      },
      en: {
        title: 'Easter Sailing Week',
        excerpt: 'Four mornings in small dinghies, learning to tack.',
        description:
          '<p>Monday to Thursday, 10 am to 1.30 pm, for ages 8 to 14; sailors must be able to swim fifty metres. Life jacket, wetsuit and breakfast included.</p><p>Two places in each group are kept for children with disabilities, with an instructor of their own.</p>',
      },
    },
    time: { day: daysFromEaster(-6), days: 4, from: '10:00', to: '13:30' },
    venues: ['nautical'],
    organizers: ['nautical'],
    categories: ['waterSports', 'courses', 'family'],
    tags: ['schoolHolidays', 'children', 'sea', 'booking'],
    image: { file: 'vela-de-setmana-santa.jpg', alt: 'Sis veles petites fan cua per rodejar una boia' },
    cost: '95 €',
    website: 'https://nauticvilamar.example/setmana-santa',
    ticketed: true,
    customFields: { age: { from: 8, to: 14 }, places: 32 },
  },
  aplec: {
    texts: {
      ca: {
        title: 'Aplec de l’ermita',
        excerpt: 'Missa, mona, sardanes i fideus rossejats per a sis-cents.',
        description:
          '<p>Caminada des de la plaça a les 9 h, o bus cada mitja hora. Dinar a les 14 h (cal portar plat, coberts i got); sardanes amb la cobla Marinada a les 12 i a les 16 h.</p>',
      },
      es: {
        title: 'Romería de la ermita',
        excerpt: 'Misa, mona de Pascua, sardanas y fideos rossejats para seiscientos.',
        description:
          '<p>Caminata desde la plaza a las 9 h, o autobús cada media hora. Comida a las 14 h (hay que traer plato, cubiertos y vaso); sardanas con la cobla Marinada a las 12 y a las 16 h.</p>',
      },
      en: {
        title: 'Easter Monday at the Hermitage',
        excerpt: 'Mass, Easter cake, sardanas, and toasted noodles for six hundred.',
        description:
          '<p>Walk up from the square at 9 am, or take the bus every half-hour. Lunch is at 2 pm (bring a plate, cutlery and a cup); sardanas with the Marinada band at noon and 4 pm.</p>',
      },
    },
    time: { day: daysFromEaster(1), from: '10:30', to: '17:30' },
    venues: ['hermitage'],
    organizers: ['hikers', 'council'],
    categories: ['popularCulture', 'food'],
    tags: ['outdoors', 'dancing'],
    image: { file: 'aplec.jpg', alt: 'Tres rotllanes de sardanes davant de l’ermita' },
    cost: ['0 €', '7 €'],
  },
  choirs: {
    texts: {
      ca: {
        title: 'Trobada de corals «Cent veus i una ona»',
        excerpt: 'Cinc cors de la costa i una estrena per a totes les veus.',
        description:
          '<p>Cada cor canta vint minuts; per acabar, tots plegats estrenen «Llevant», una obra de Joana Mestre per a cent veus i tres caragols de mar.</p><p>Obertura de portes a les 17.30 h.</p>',
      },
      es: {
        title: 'Encuentro de corales «Cien voces y una ola»',
        excerpt: 'Cinco coros de la costa y un estreno para todas las voces.',
        description:
          '<p>Cada coro canta veinte minutos; al final, todos juntos estrenan «Llevant», una obra de Joana Mestre para cien voces y tres caracolas.</p><p>Apertura de puertas a las 17.30 h.</p>',
      },
      en: {
        title: 'A Hundred Voices and a Wave: Choirs of the Coast',
        excerpt: 'Five choirs, and a first performance for all of them together.',
        description:
          '<p>Twenty minutes from each choir; at the end they join in the first performance of “Llevant”, a piece by Joana Mestre for a hundred voices and three conch shells.</p><p>Doors open at 5.30 pm.</p>',
      },
    },
    time: { day: nextFirstWeekday('sunday', '05-20'), from: '18:00', to: '20:00' },
    venues: ['church'],
    organizers: ['ateneu'],
    categories: ['classical'],
    tags: ['accessible'],
    image: { file: 'trobada-de-corals.jpg', alt: 'Cinc colors de camisa, un cor per color, a les grades' },
    cost: 'Donatiu · Donativo · Donation',
  },
  // Announced by the Andalusians among themselves.
  mayCrosses: {
    texts: {
      es: {
        title: 'Cruces de Mayo en el patio de la Estación',
        excerpt: 'Cruz de claveles, rebujito, sevillanas y pescaíto frito.',
        description:
          '<p>A las 12 h, bendición de la cruz; a las 14 h, comida de hermandad; desde las 17 h, academia de baile y coro rociero. Concurso de patios y balcones: inscripción en la sede hasta el 25 de abril.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '05-01'), from: '12:00', to: '20:00' },
    venues: ['station'],
    organizers: ['andalusians'],
    categories: ['festivities'],
    tags: ['flamenco', 'dancing', 'outdoors'],
    image: { file: 'cruces-de-mayo.jpg', alt: 'Una cruz de claveles rojos junto a la pared encalada' },
    cost: '0 €',
  },
} satisfies Record<string, DemoEvent>;
