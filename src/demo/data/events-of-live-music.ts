import type { DemoEvent } from '../demo-records.js';
import { nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const LIVE_MUSIC = {
  localBands: {
    texts: {
      ca: {
        title: 'Nit de grups locals: Rovell, Les Grues i Onada Curta',
        excerpt: 'Punk de garatge, folk elèctric i sintetitzadors de segona mà.',
        description:
          '<p>Tres grups que assagen als bucs de l’Estació. Entre concert i concert, discos de la Marga. Menors de 16 anys, acompanyats; a la barra, aigua gratuïta i cap ampolla de plàstic.</p>',
      },
      es: {
        title: 'Noche de grupos locales: Rovell, Les Grues y Onada Curta',
        excerpt: 'Punk de garaje, folk eléctrico y sintetizadores de segunda mano.',
        description:
          '<p>Tres grupos que ensayan en los locales de la Estación. Entre concierto y concierto, discos de Marga. Menores de 16 años, acompañados; en la barra, agua gratuita y ninguna botella de plástico.</p>',
      },
      en: {
        title: 'Local Bands’ Night: Rovell, Les Grues and Onada Curta',
        excerpt: 'Garage punk, electric folk and second-hand synthesizers.',
        description:
          '<p>Three bands from the Station’s own rehearsal rooms, with Marga’s records in between. Under-16s with an adult; free water at the bar, and no plastic bottles.</p>',
      },
    },
    time: { day: nthWeekday(4, 'saturday'), from: '22:00', to: '02:00' },
    venues: ['station'],
    organizers: ['council'],
    categories: ['newMusic'],
    tags: ['night', 'teenagers', 'zeroWaste'],
    image: { file: 'grups-locals.jpg', alt: 'Una bateria i un amplificador amb adhesius, abans d’obrir' },
    cost: '5 euros',
    website: 'https://estaciovella.example/nits',
  },
  // An evening that the English speakers of the town hold for one another.
  openMic: {
    texts: {
      en: {
        title: 'Open Mic at the Old Station',
        excerpt: 'Songs, poems, stories: ten minutes each, and nobody is booed.',
        description:
          '<p>Put your name on the board from 7.30 pm. Piano, two guitars and a decent PA are provided. All languages welcome, although most of the jokes are in English.</p>',
      },
    },
    time: { day: nthWeekday(5, 'friday'), from: '20:00', to: '22:30' },
    venues: ['station'],
    organizers: ['players'],
    categories: ['newMusic'],
    tags: ['inEnglish', 'night'],
    cost: 0,
  },
  // The society's members speak Spanish with one another, and so does its programme.
  flamenco: {
    texts: {
      es: {
        title: 'Noche flamenca: cante de Rocío Almenara «la Marinera»',
        excerpt: 'Alegrías, tangos y bulerías, con Curro Bermúdez al toque.',
        description:
          '<p>Primera parte, cante; segunda, baile con el cuadro de la casa. Mesas de cuatro con reserva por teléfono; tortilla y chacinas desde las 20.30 h. Socios, la mitad.</p>',
      },
    },
    time: { day: nthWeekday(6, 'saturday'), from: '21:30', to: '00:30' },
    venues: ['station'],
    organizers: ['andalusians'],
    categories: ['popularMusic', 'dance'],
    tags: ['flamenco', 'night'],
    image: { file: 'noche-flamenca.jpg', alt: 'Unas manos sobre las cuerdas de una guitarra' },
    cost: ['7,50 €', '15 €'],
    ticketed: true,
  },
  wineEvening: {
    texts: {
      ca: {
        title: 'Vespre al celler: guitarra i tres vins',
        excerpt: 'Martina Olivé toca Sor i Tàrrega entre tines de ciment.',
        description:
          '<p>Una copa abans, una al mig i una després, amb l’enòloga de la casa. La nau es manté a divuit graus: una jaqueta hi fa servei, fins i tot al juliol.</p>',
      },
      es: {
        title: 'Anochecer en la bodega: guitarra y tres vinos',
        excerpt: 'Martina Olivé toca a Sor y a Tárrega entre tinas de cemento.',
        description:
          '<p>Una copa antes, una en medio y una después, con la enóloga de la casa. La nave se mantiene a dieciocho grados: una chaqueta viene bien incluso en julio.</p>',
      },
      en: {
        title: 'Dusk at the Winery: a Guitar and Three Wines',
        excerpt: 'Martina Olivé plays Sor and Tárrega among the concrete vats.',
        description:
          '<p>A glass before, one halfway and one after, in the company of the winemaker. The hall stays at eighteen degrees, so bring a jacket even in July.</p>',
      },
    },
    time: { day: nextFirstWeekday('thursday', '07-20'), from: '20:30', to: '22:30' },
    venues: ['winery'],
    organizers: ['winery'],
    categories: ['classical', 'tastings'],
    tags: ['wine', 'night', 'booking'],
    image: { file: 'vespre-al-celler.jpg', alt: 'Una guitarra recolzada en una bóta' },
    cost: '22 €',
    website: 'https://cellervilamar.example/vespres',
    ticketed: true,
    customFields: { minimum_age: 18, places: 60 },
  },
} satisfies Record<string, DemoEvent>;
