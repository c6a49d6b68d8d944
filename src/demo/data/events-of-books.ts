import type { DemoEvent } from '../demo-records.js';
import { nextAnniversary, nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const BOOKS = {
  readingMarathon: {
    texts: {
      ca: {
        title: 'Marató de lectura: 24 hores en veu alta',
        excerpt: 'Ara mateix hi ha algú que llegeix: vine a escoltar-lo o pren-li el relleu.',
        description:
          '<p>Un dia i una nit sense parar de llegir, en qualsevol llengua i de qualsevol llibre. Torns de deu minuts; hi ha infusions i galetes tota la nit.</p><p>Apunta’t al taulell o presenta’t quan vulguis.</p>',
      },
      es: {
        title: 'Maratón de lectura: 24 horas en voz alta',
        excerpt: 'Ahora mismo hay alguien leyendo: ven a escuchar o toma el relevo.',
        description:
          '<p>Un día y una noche sin parar de leer, en cualquier lengua y de cualquier libro. Turnos de diez minutos; hay infusiones y galletas toda la noche.</p><p>Apúntate en el mostrador o preséntate cuando quieras.</p>',
      },
      en: {
        title: 'Reading Marathon: 24 Hours Out Loud',
        excerpt: 'Somebody is reading at this very moment: come and listen, or take over.',
        description:
          '<p>A day and a night of reading without a break, in any language and from any book. Ten minutes each; tea and biscuits all night long.</p><p>Sign up at the desk, or just turn up.</p>',
      },
    },
    time: { hoursFromNow: 24 },
    venues: ['readingRoom'],
    organizers: ['council', 'ateneu'],
    categories: ['reading'],
    tags: ['night', 'accessible', 'volunteers'],
    image: { file: 'marato-de-lectura.jpg', alt: 'Una noia llegeix en veu alta, de nit, sota un llum de peu' },
    cost: '0',
    featured: true,
  },
  bookDay: {
    texts: {
      ca: {
        title: 'Sant Jordi: roses i llibres a la rambla',
        excerpt: 'Parades, signatures d’autors i la lectura de «Tirant lo Blanc».',
        description:
          '<p>Llibreries, floristes i entitats omplen la rambla i la plaça. A les 12 h, lectura compartida de <em>Tirant lo Blanc</em>; a les 18 h, ballada de sardanes.</p>',
      },
      es: {
        title: 'Sant Jordi: rosas y libros en la rambla',
        excerpt: 'Puestos, firmas de autores y la lectura de «Tirant lo Blanc».',
        description:
          '<p>Librerías, floristerías y entidades llenan la rambla y la plaza. A las 12 h, lectura compartida de <em>Tirant lo Blanc</em>; a las 18 h, baile de sardanas.</p>',
      },
      en: {
        title: 'Saint George’s Day: Roses and Books',
        excerpt: 'Bookstalls, authors signing, and a reading of “Tirant lo Blanc”.',
        description:
          '<p>Bookshops, florists and local societies fill the rambla and the square. Shared reading of <em>Tirant lo Blanc</em> at noon; sardana dancing at 6 pm.</p>',
      },
    },
    time: { day: nextAnniversary('04-23'), from: '10:00', to: '20:00' },
    venues: ['square'],
    organizers: ['traders', 'council'],
    categories: ['reading', 'festivities'],
    tags: ['outdoors'],
    image: { file: 'sant-jordi.jpg', alt: 'Una parada de llibres i roses sota els plàtans' },
    cost: '0',
    featured: true,
  },
  literaryPrizes: {
    texts: {
      ca: {
        title: 'Premis literaris Vila de Vilamar',
        excerpt: 'Lliurament de la XXXII edició, amb lectura dels textos guanyadors.',
        description:
          '<p>Tres categories: conte, poesia i microrelat escrit en un bar. Hi haurà vi del celler i els llibres editats, de franc fins que s’acabin.</p>',
      },
      es: {
        title: 'Premios literarios Vila de Vilamar',
        excerpt: 'Entrega de la XXXII edición, con lectura de los textos ganadores.',
        description:
          '<p>Tres categorías: cuento, poesía y microrrelato escrito en un bar. Habrá vino de la bodega y los libros editados, gratis hasta que se acaben.</p>',
      },
      en: {
        title: 'Vilamar Literary Prizes',
        excerpt: 'The thirty-second awards, with readings from the winning texts.',
        description:
          '<p>Three categories: short story, poetry, and flash fiction written in a bar. There is wine from the cooperative, and a free copy of the book while stocks last.</p>',
      },
    },
    time: { day: nextFirstWeekday('wednesday', '04-15'), from: '19:00', to: '20:30' },
    venues: ['theatre'],
    organizers: ['council', 'ateneu'],
    categories: ['reading'],
    tags: ['accessible'],
    cost: '0',
  },
  marketVerses: {
    texts: {
      ca: {
        title: 'Versos entre parades',
        excerpt: 'Vuit veus, vuit taulells i un poema amb cada quilo de taronges.',
        description:
          '<p>Pel Dia Mundial de la Poesia, el mercat llegeix en veu alta: peixateres, alumnes de l’institut i el flequer. Si vols llegir-hi, deixa el teu poema a la parada 14 abans de dijous.</p>',
      },
      es: {
        title: 'Versos entre puestos',
        excerpt: 'Ocho voces, ocho mostradores y un poema con cada kilo de naranjas.',
        description:
          '<p>Por el Día Mundial de la Poesía, el mercado lee en voz alta: pescaderas, alumnos del instituto y el panadero. Si quieres leer, deja tu poema en el puesto 14 antes del jueves.</p>',
      },
      en: {
        title: 'Verses among the Stalls',
        excerpt: 'Eight voices, eight counters, and a poem with every kilo of oranges.',
        description:
          '<p>For World Poetry Day the market reads aloud: fishmongers, pupils from the secondary school, and the baker. Leave your own poem at stall 14 before Thursday.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '03-18'), from: '12:00', to: '13:00' },
    venues: ['market'],
    organizers: ['council', 'traders'],
    categories: ['reading'],
    image: { file: 'versos.jpg', alt: 'Un poema escrit amb guix a la pissarra dels preus' },
    cost: '0',
  },
  bookGroupSalt: {
    texts: {
      ca: {
        title: 'Club de lectura: «La sal i els dies», de Remei Tuneu',
        excerpt: 'Una novel·la de salines, germanes i silencis.',
        description:
          '<p>Condueix la tertúlia la bibliotecària Eulàlia Brull. Hi ha deu exemplars en préstec, dos en lletra gran i l’audiollibre. Si no l’has acabada, vine igualment.</p>',
      },
      es: {
        title: 'Club de lectura: «La sal y los días», de Remei Tuneu',
        excerpt: 'Una novela de salinas, hermanas y silencios.',
        description:
          '<p>Conduce la tertulia la bibliotecaria Eulàlia Brull. Hay diez ejemplares en préstamo, dos en letra grande y el audiolibro. Si no la has terminado, ven igualmente.</p>',
      },
      en: {
        title: 'Book Group: “Salt and Days”, by Remei Tuneu',
        excerpt: 'A novel of salt pans, sisters and silences.',
        description:
          '<p>The discussion, in Catalan, is led by the librarian Eulàlia Brull. Ten copies to borrow, two of them in large print, and an audiobook. Come along even if you have not finished.</p>',
      },
    },
    time: { day: nthWeekday(1, 'tuesday'), from: '19:00', to: '20:30' },
    venues: ['library'],
    organizers: ['council'],
    categories: ['reading'],
    tags: ['readingClub', 'booking', 'accessible'],
    cost: '0',
  },
  // The novel has not been put into English.
  bookGroupLorries: {
    texts: {
      ca: {
        title: 'Club de lectura: «Camions de nit», de Fidel Arasa',
        excerpt: 'Un camioner, una locutora i mil dos-cents quilòmetres.',
        description:
          '<p>L’autor ens acompanya l’última mitja hora. Lectura fàcil de les primeres trenta pàgines, disponible al taulell.</p>',
      },
      es: {
        title: 'Club de lectura: «Camiones de noche», de Fidel Arasa',
        excerpt: 'Un camionero, una locutora y mil doscientos kilómetros.',
        description:
          '<p>El autor nos acompaña la última media hora. Lectura fácil de las primeras treinta páginas, disponible en el mostrador.</p>',
      },
    },
    time: { day: nthWeekday(6, 'tuesday'), from: '19:00', to: '20:30' },
    venues: ['library'],
    organizers: ['council'],
    categories: ['reading'],
    tags: ['readingClub', 'booking', 'accessible'],
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
