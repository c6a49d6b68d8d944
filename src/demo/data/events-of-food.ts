import type { DemoEvent } from '../demo-records.js';
import { currentOrNext, nextAnniversary, nextFirstWeekday, nthWeekday } from '../demo-days.js';

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
    time: { day: nextFirstWeekday('saturday', '11-28'), days: 2, from: '10:00', to: '20:00' },
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
    time: { day: nextFirstWeekday('sunday', '02-08'), from: '13:00', to: '17:00' },
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
    time: { day: nthWeekday(7, 'thursday'), from: '16:30', to: '19:30' },
    venues: ['market'],
    organizers: ['fishermen', 'traders'],
    categories: ['tastings'],
    tags: ['localProduce', 'sea', 'booking'],
    image: { file: 'peix-blau.jpg', alt: 'Caixes de sardines acabades de descarregar' },
    cost: '18 €',
    website: 'https://entrades.vilamar.example/peix-blau',
    ticketed: true,
    customFields: { places: 20 },
  },
  wineTasting: {
    texts: {
      ca: {
        title: 'Tast de vins de tina de ciment',
        excerpt: 'Quatre vins, quatre formatges i un mapa de les partides.',
        description:
          '<p>Garnatxa blanca, macabeu, carinyena i una mistela del 1988. El celler és a quinze minuts a peu de la rambla, per camí il·luminat. Opció sense alcohol: most i vinagres.</p>',
      },
      es: {
        title: 'Cata de vinos de tina de cemento',
        excerpt: 'Cuatro vinos, cuatro quesos y un mapa de los pagos.',
        description:
          '<p>Garnacha blanca, macabeo, cariñena y una mistela de 1988. La bodega está a quince minutos a pie de la rambla, por camino iluminado. Opción sin alcohol: mosto y vinagres.</p>',
      },
      en: {
        title: 'Wines from Concrete Vats: a Tasting',
        excerpt: 'Four wines, four cheeses and a map of the vineyards.',
        description:
          '<p>White grenache, macabeu, carignan and a sweet mistelle of 1988. The winery is fifteen minutes’ walk from the rambla, on a lit path. Alcohol-free choice: grape juice and vinegars.</p>',
      },
    },
    time: { day: nthWeekday(4, 'friday'), from: '19:30', to: '21:00' },
    venues: ['winery'],
    organizers: ['winery'],
    categories: ['tastings'],
    tags: ['wine', 'localProduce', 'booking'],
    image: { file: 'tast-de-vins.jpg', alt: 'Quatre copes al trull, de la més clara a la més fosca' },
    cost: '12,50 €',
    website: 'https://cellervilamar.example/tastos',
    ticketed: true,
    customFields: { minimum_age: 18, places: 24 },
  },
  mantisShrimp: {
    texts: {
      ca: {
        title: 'Jornades de la Galera',
        excerpt: 'Quinze restaurants i el marisc més lleig del mercat.',
        description:
          '<p>Menú complet de migdia i, els vespres, tapa i copa. El fullet diu quins restaurants tenen la carta en braille i quins, l’entrada sense esglaons. Dissabtes a les 12 h, demostració al mercat.</p>',
      },
      es: {
        title: 'Jornadas de la Galera',
        excerpt: 'Quince restaurantes y el marisco más feo del mercado.',
        description:
          '<p>Menú completo a mediodía y, por la noche, tapa y copa. El folleto dice qué restaurantes tienen la carta en braille y cuáles, la entrada sin escalones. Sábados a las 12 h, demostración en el mercado.</p>',
      },
      en: {
        title: 'Mantis Shrimp Season',
        excerpt: 'Fifteen restaurants, and the ugliest shellfish in the market.',
        description:
          '<p>Set lunches and, in the evening, a tapa and a glass of wine. The leaflet says which places have menus in braille and which have step-free entrances. Cookery demonstrations at the market, Saturdays at noon.</p>',
      },
    },
    time: { day: currentOrNext(17, nextAnniversary('02-12')), days: 17 },
    venues: ['market'],
    organizers: ['traders', 'fishermen'],
    categories: ['food'],
    tags: ['localProduce', 'sea'],
    image: { file: 'galera.jpg', alt: 'Una galera sobre gel picat, de perfil' },
    cost: ['5 €', '28 €'],
    website: 'https://www.vilamar.example/galera',
  },
  grapeHarvest: {
    texts: {
      ca: {
        title: 'Festa de la Verema',
        excerpt: 'Trepitjada popular, most per a tothom i esmorzar de forquilla.',
        description:
          '<p>A les 10 h, verema amb tisores a la vinya vella; a les 12 h, trepitjada (de 3 a 90 anys, peus nets). L’esmorzar es paga a part. Bus gratuït des de la rambla cada vint minuts.</p>',
      },
      es: {
        title: 'Fiesta de la Vendimia',
        excerpt: 'Pisado popular, mosto para todo el mundo y desayuno de tenedor.',
        description:
          '<p>A las 10 h, vendimia con tijeras en la viña vieja; a las 12 h, pisado (de 3 a 90 años, pies limpios). El desayuno se paga aparte. Autobús gratuito desde la rambla cada veinte minutos.</p>',
      },
      en: {
        title: 'Grape Harvest Festival',
        excerpt: 'Treading for all, fresh juice, and a proper farmhouse breakfast.',
        description:
          '<p>Picking in the old vineyard at 10 am, with secateurs; treading at noon (ages 3 to 90, feet washed). Breakfast is extra. Free bus from the rambla every twenty minutes.</p>',
      },
    },
    time: { day: nextFirstWeekday('sunday', '09-24'), from: '09:30', to: '14:00' },
    venues: ['winery'],
    organizers: ['winery', 'traders'],
    categories: ['food', 'festivities'],
    tags: ['wine', 'localProduce', 'outdoors', 'children'],
    image: { file: 'verema.jpg', alt: 'Peus de criatura dins d’un cossi de raïm' },
    cost: ['0 €', '8 €'],
  },
} satisfies Record<string, DemoEvent>;
