import type { DemoEvent } from '../demo-records.js';
import { first, next, nth } from '../demo-days.js';

export const FOOD = {
  oilFair: {
    texts: {
      ca: {
        title: 'Fira de l’Oli Nou',
        excerpt: 'Quaranta productors, tastos comentats i pa amb oli per a tothom.',
        description:
          '<p>El primer oli de la temporada, del molí a la taula. Tastos guiats cada hora, cuina en directe i taller de sabó per a famílies.</p><p>Dissabte i diumenge, de 10 a 20 h.</p>',
      },
      es: {
        title: 'Feria del Aceite Nuevo',
        excerpt: 'Cuarenta productores, catas comentadas y pan con aceite para todo el mundo.',
        description:
          '<p>El primer aceite de la temporada, del molino a la mesa. Catas guiadas cada hora, cocina en directo y taller de jabón para familias.</p><p>Sábado y domingo, de 10 a 20 h.</p>',
      },
      en: {
        title: 'New Olive Oil Fair',
        excerpt: 'Forty producers, guided tastings, and bread with oil for everybody.',
        description:
          '<p>The first oil of the season, from the mill to the table. Guided tastings on the hour, live cooking and a soap workshop for families.</p><p>Saturday and Sunday, 10 am to 8 pm.</p>',
      },
    },
    time: { day: first('saturday', next('11-28')), days: 2, from: '10:00', to: '20:00' },
    venues: ['market', 'square'],
    organizers: ['traders', 'council'],
    categories: ['fairs'],
    tags: ['localProduce', 'outdoors'],
    image: { file: 'oli-nou.jpg', alt: 'Un raig d’oli verd sobre una llesca de pa torrat' },
    cost: '0',
    website: 'https://www.vilamar.example/olinou',
  },
  calcotada: {
    texts: {
      ca: {
        title: 'Calçotada popular',
        excerpt: 'Calçots amb romesco, carn a la brasa, porró i sobretaula amb música.',
        description:
          '<p>El tiquet inclou pitet, calçots, carn a la brasa, pa, vi i taronja. Hi ha menú sense gluten i menú vegetarià: demana’ls en comprar el tiquet.</p>',
      },
      es: {
        title: 'Calçotada popular',
        excerpt: 'Calçots con romesco, carne a la brasa, porrón y sobremesa con música.',
        description:
          '<p>El tique incluye babero, calçots, carne a la brasa, pan, vino y naranja. Hay menú sin gluten y menú vegetariano: pídelos al comprar el tique.</p>',
      },
      en: {
        title: 'Calçotada: a Feast of Grilled Onions',
        excerpt: 'Calçots with romesco sauce, grilled meat, wine from the porró, and music.',
        description:
          '<p>The ticket includes a bib, calçots, grilled meat, bread, wine and an orange. Gluten-free and vegetarian menus are available: ask when you buy your ticket.</p>',
      },
    },
    time: { day: first('sunday', next('02-08')), from: '13:00', to: '17:00' },
    venues: ['square'],
    organizers: ['traders', 'castellers'],
    categories: ['food', 'festivities'],
    tags: ['localProduce', 'outdoors', 'booking'],
    image: { file: 'calcotada.jpg', alt: 'Calçots sobre la flama, abans de servir' },
    cost: ['12 €', '22 €'],
    ticketed: true,
  },
  fishAuction: {
    texts: {
      ca: {
        title: 'De la llotja al plat: tast de peix blau',
        excerpt: 'Visita a la subhasta i cuina en directe al mercat.',
        description:
          '<p>Veurem arribar les barques i la subhasta de la tarda; després, la cuinera Marta Pons prepara sardina, seitó i verat de tres maneres.</p><p>Grup reduït: vint persones.</p>',
      },
      es: {
        title: 'De la lonja al plato: cata de pescado azul',
        excerpt: 'Visita a la subasta y cocina en directo en el mercado.',
        description:
          '<p>Veremos llegar las barcas y la subasta de la tarde; después, la cocinera Marta Pons prepara sardina, boquerón y caballa de tres maneras.</p><p>Grupo reducido: veinte personas.</p>',
      },
      en: {
        title: 'From the Quay to the Plate: Oily Fish Tasting',
        excerpt: 'A visit to the fish auction, and live cooking at the market.',
        description:
          '<p>We watch the boats come in and the evening auction; then chef Marta Pons cooks sardines, anchovies and mackerel in three ways.</p><p>A small group of twenty.</p>',
      },
    },
    time: { day: nth(7, 'thursday'), from: '16:30', to: '19:30' },
    venues: ['market'],
    organizers: ['traders'],
    categories: ['food'],
    tags: ['localProduce', 'sea', 'booking'],
    image: { file: 'peix-blau.jpg', alt: 'Caixes de sardines acabades de descarregar' },
    cost: '18 €',
    website: 'https://entrades.vilamar.example/peix-blau',
    ticketed: true,
    customFields: { places: 20 },
  },
} satisfies Record<string, DemoEvent>;
