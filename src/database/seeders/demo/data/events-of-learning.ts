import type { DemoEvent } from '../demo-records.js';
import { next, nth } from '../demo-days.js';

export const LEARNING = {
  readingMarathon: {
    texts: {
      ca: {
        title: 'Marató de lectura: 24 hores en veu alta',
        excerpt: 'Ara mateix hi ha algú que llegeix: vine a escoltar-lo o pren-li el relleu.',
        description:
          '<p>Un dia i una nit sense parar de llegir, en qualsevol llengua i de qualsevol llibre. Torns de deu minuts; hi ha sopa calenta tota la nit.</p><p>Apunta’t al taulell o presenta’t quan vulguis.</p>',
      },
      es: {
        title: 'Maratón de lectura: 24 horas en voz alta',
        excerpt: 'Ahora mismo hay alguien leyendo: ven a escuchar o toma el relevo.',
        description:
          '<p>Un día y una noche sin parar de leer, en cualquier lengua y de cualquier libro. Turnos de diez minutos; hay sopa caliente toda la noche.</p><p>Apúntate en el mostrador o preséntate cuando quieras.</p>',
      },
      en: {
        title: 'Reading Marathon: 24 Hours Out Loud',
        excerpt: 'Somebody is reading at this very moment: come and listen, or take over.',
        description:
          '<p>A day and a night of reading without a break, in any language and from any book. Ten minutes each; hot soup all night long.</p><p>Sign up at the desk, or just turn up.</p>',
      },
    },
    time: { hoursFromNow: 24 },
    venues: ['library'],
    organizers: ['council', 'ateneu'],
    categories: ['reading'],
    tags: ['night', 'accessible', 'volunteers'],
    image: { file: 'marato-de-lectura.jpg', alt: 'Una noia llegeix en veu alta, de nit, a la biblioteca' },
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
    time: { day: next('04-23'), from: '10:00', to: '20:00' },
    venues: ['square', 'library'],
    organizers: ['traders', 'council'],
    categories: ['reading', 'festivities'],
    tags: ['outdoors'],
    image: { file: 'sant-jordi.jpg', alt: 'Una parada de llibres i roses sota els plàtans' },
    cost: '0',
    featured: true,
  },
  // Held with the Catalans of Buenos Aires, by whose clock it was announced.
  exile: {
    texts: {
      ca: {
        title: 'Cartes de l’exili: de Vilamar a Buenos Aires',
        excerpt: 'Conversa en línia amb la comunitat catalana de l’Argentina.',
        description:
          '<p>La historiadora Núria Gasull llegeix i comenta la correspondència de tres famílies de pescadors que van marxar el 1939.</p><p>Rebràs l’enllaç per correu electrònic en inscriure’t.</p>',
      },
      es: {
        title: 'Cartas del exilio: de Vilamar a Buenos Aires',
        excerpt: 'Conversación en línea con la comunidad catalana de Argentina.',
        description:
          '<p>La historiadora Núria Gasull lee y comenta la correspondencia de tres familias de pescadores que se marcharon en 1939.</p><p>Recibirás el enlace por correo electrónico al inscribirte.</p>',
      },
      en: {
        title: 'Letters from Exile: from Vilamar to Buenos Aires',
        excerpt: 'An online conversation with the Catalan community in Argentina.',
        description:
          '<p>The historian Núria Gasull reads and discusses the letters of three fishing families who left in 1939. In Catalan and Spanish.</p><p>You will receive the link by e-mail when you sign up.</p>',
      },
    },
    time: { day: nth(5, 'wednesday'), from: '15:00', to: '16:30' },
    timezone: 'America/Argentina/Buenos_Aires',
    organizers: ['ateneu'],
    categories: ['talks'],
    tags: ['online', 'booking'],
    image: { file: 'cartes-de-l-exili.jpg', alt: 'Un feix de cartes lligades amb un cordill' },
    cost: '0',
    website: 'https://ateneuvilamar.example/cartes-de-l-exili',
    showMap: false,
  },
  // For people who learn English: it was never announced in Spanish.
  conversation: {
    texts: {
      ca: {
        title: 'Conversa en anglès amb Portmara, la vila agermanada',
        excerpt: 'Mitja hora en anglès i mitja en català, per videotrucada.',
        description:
          '<p>Cada participant té una parella de l’altra vila. Cal un nivell bàsic d’anglès (A2) i moltes ganes de parlar.</p>',
      },
      en: {
        title: 'Conversation Exchange with Portmara, our Twin Town',
        excerpt: 'Half an hour in English, half an hour in Catalan, by video call.',
        description:
          '<p>Everybody is paired with somebody from the other town. All you need is elementary Catalan (A2) and a wish to talk.</p>',
      },
    },
    time: { day: nth(4, 'tuesday'), from: '18:00', to: '19:00' },
    timezone: 'Europe/Dublin',
    organizers: ['council'],
    categories: ['talks'],
    tags: ['online', 'booking', 'volunteers'],
    cost: '0',
    showMap: false,
    customFields: { language_level: 'A2' },
  },
} satisfies Record<string, DemoEvent>;
