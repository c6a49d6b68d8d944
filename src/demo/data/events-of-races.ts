import type { DemoEvent } from '../demo-records.js';
import { nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const RACES = {
  bicycleDay: {
    texts: {
      ca: {
        title: 'Festa de la Bicicleta',
        excerpt: 'Vuit quilòmetres a ritme de tricicle, i cap cotxe al centre.',
        description:
          '<p>Sortida conjunta a les 10.30 h; des de les 9.30 h, revisió gratuïta de frens i gravat antirobatori. Deixem dotze bicis adaptades i tàndems a qui els demani per telèfon.</p>',
      },
      es: {
        title: 'Fiesta de la Bicicleta',
        excerpt: 'Ocho kilómetros a ritmo de triciclo, y ningún coche en el centro.',
        description:
          '<p>Salida conjunta a las 10.30 h; desde las 9.30 h, revisión gratuita de frenos y grabado antirrobo. Prestamos doce bicis adaptadas y tándems a quien los pida por teléfono.</p>',
      },
      en: {
        title: 'Bicycle Day',
        excerpt: 'Eight kilometres at the pace of a tricycle, and no cars in the centre.',
        description:
          '<p>We all set off at 10.30 am; free brake checks and security marking from 9.30. Twelve adapted bicycles and tandems can be borrowed: ring us beforehand.</p>',
      },
    },
    time: { day: nextFirstWeekday('sunday', '05-05'), from: '09:30', to: '13:00' },
    venues: ['square'],
    organizers: ['council', 'neighbours'],
    categories: ['sport', 'family'],
    tags: ['outdoors', 'children', 'accessible'],
    image: { file: 'festa-de-la-bicicleta.jpg', alt: 'Un tricicle al capdavant d’un miler de bicis' },
    cost: '0',
  },
  regatta: {
    texts: {
      ca: {
        title: 'Regata Vila de Vilamar de vela lleugera',
        excerpt: 'Cent deu embarcacions de dotze clubs, i sis proves si bufa el garbí.',
        description:
          '<p>Dissabte i diumenge, de 10 a 18 h. Es veu bé des de l’espigó, on hi haurà comentarista i prismàtics de préstec. Lliurament de trofeus diumenge a les 17 h.</p>',
      },
      es: {
        title: 'Regata Vila de Vilamar de vela ligera',
        excerpt: 'Ciento diez barcos de doce clubes, y seis pruebas si sopla el garbino.',
        description:
          '<p>Sábado y domingo, de 10 a 18 h. Se ve bien desde el espigón, donde habrá comentarista y prismáticos de préstamo. Entrega de trofeos el domingo a las 17 h.</p>',
      },
      en: {
        title: 'Vilamar Dinghy Regatta',
        excerpt: 'A hundred and ten boats from twelve clubs, and six races if the wind holds.',
        description:
          '<p>Saturday and Sunday, 10 am to 6 pm. The breakwater has the best view, with a commentator and binoculars to borrow. Prizes at 5 pm on Sunday.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '05-20'), days: 2, from: '10:00', to: '18:00' },
    venues: ['nautical'],
    organizers: ['nautical'],
    categories: ['waterSports'],
    tags: ['sea', 'outdoors'],
    image: { file: 'regata.jpg', alt: 'Veles blanques escorades davant del far' },
    cost: ['0 €', '45 €'],
    website: 'https://nauticvilamar.example/regata',
  },
  seabedClean: {
    texts: {
      ca: {
        title: 'Neteja del fons del port',
        excerpt: 'Bussos a sota, cordes al mig i una taula de recompte a dalt.',
        description:
          '<p>Pel Dia del Medi Ambient. Cal títol de busseig per baixar-hi; a terra, hi ha feina per a tothom a partir de 6 anys. L’any passat van sortir quaranta-una cadires i una màquina de cosir.</p>',
      },
      es: {
        title: 'Limpieza del fondo del puerto',
        excerpt: 'Buzos abajo, cuerdas en medio y una mesa de recuento arriba.',
        description:
          '<p>Por el Día del Medio Ambiente. Hace falta título de buceo para bajar; en tierra, hay trabajo para todo el mundo a partir de 6 años. El año pasado salieron cuarenta y una sillas y una máquina de coser.</p>',
      },
      en: {
        title: 'Harbour Seabed Clean-up',
        excerpt: 'Divers below, ropes in between and a counting table on top.',
        description:
          '<p>For World Environment Day. Divers need a certificate; on dry land there is work for everybody from the age of 6. Last year’s haul included forty-one chairs and a sewing machine.</p>',
      },
    },
    time: { day: nextFirstWeekday('sunday', '06-04'), from: '09:00', to: '13:00' },
    venues: ['nautical'],
    organizers: ['nautical', 'fishermen', 'museum'],
    categories: ['nature', 'waterSports'],
    tags: ['sea', 'volunteers', 'zeroWaste', 'booking'],
    image: { file: 'fons-del-port.jpg', alt: 'Una cadira de terrassa coberta de musclos' },
    cost: '0',
  },
  footballMarathon: {
    texts: {
      ca: {
        title: '24 hores de futbol sala',
        excerpt: 'Trenta-dos equips, dues pistes i cap migdiada.',
        description:
          '<p>De les 18 h de dissabte a les 18 h de diumenge. Lliga femenina, masculina i mixta. La grada és de franc i el bar no tanca; matalassos al gimnàs per als equips de fora.</p>',
      },
      es: {
        title: '24 horas de fútbol sala',
        excerpt: 'Treinta y dos equipos, dos pistas y ninguna siesta.',
        description:
          '<p>De las 18 h del sábado a las 18 h del domingo. Liga femenina, masculina y mixta. La grada es gratis y el bar no cierra; colchones en el gimnasio para los equipos de fuera.</p>',
      },
      en: {
        title: '24-hour Five-a-side',
        excerpt: 'Thirty-two teams, two courts and no nap.',
        description:
          '<p>From 6 pm on Saturday to 6 pm on Sunday, with women’s, men’s and mixed leagues. Spectators get in free and the bar never closes; mattresses in the gym for visiting teams.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '06-24'), days: 2, from: '18:00', to: '18:00' },
    venues: ['sportsHall'],
    organizers: ['council'],
    categories: ['sport'],
    tags: ['night', 'teenagers', 'accessible'],
    cost: ['0 €', '80 €'],
    customFields: { teams: 32 },
  },
  // The team calls its own people, and calls them in Catalan.
  openRehearsal: {
    texts: {
      ca: {
        title: 'Assaig obert dels Xiquets: vine a provar la faixa',
        excerpt: 'No cal força ni edat: cal espatlla i ganes.',
        description:
          '<p>Canalla a partir de 5 anys amb casc i permís; pinya, de qualsevol mida. En acabar, pa amb tomàquet al pati. Vine amb pantalons llargs i sense ulleres, si pots.</p>',
      },
    },
    time: { day: nthWeekday(1, 'friday'), from: '20:30', to: '22:30' },
    venues: ['sportsHall'],
    organizers: ['castellers'],
    categories: ['popularCulture'],
    tags: ['volunteers', 'teenagers', 'children'],
    image: { file: 'assaig.jpg', alt: 'Dues mans lliguen una faixa negra' },
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
