import type { DemoEvent } from '../demo-records.js';
import { nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const MARKETS = {
  farmersMarket: {
    texts: {
      ca: {
        title: 'Mercat de pagès',
        excerpt: 'Catorze productors a menys de trenta quilòmetres.',
        description:
          '<p>Fruita i verdura de temporada, ous, mel, formatge de cabra i pa de blat forment. Porta cistell: no hi ha bosses. Reserva de cistelles al telèfon de la Unió, fins divendres.</p>',
      },
      es: {
        title: 'Mercado de agricultores',
        excerpt: 'Catorce productores a menos de treinta kilómetros.',
        description:
          '<p>Fruta y verdura de temporada, huevos, miel, queso de cabra y pan de trigo candeal. Trae cesta: no hay bolsas. Reserva de cestas en el teléfono de la Unión, hasta el viernes.</p>',
      },
      en: {
        title: 'Farmers’ Market',
        excerpt: 'Fourteen growers from less than thirty kilometres away.',
        description:
          '<p>Fruit and vegetables in season, eggs, honey, goat’s cheese and bread from heritage wheat. Bring a basket: there are no bags. Order a box by phone by Friday.</p>',
      },
    },
    time: { day: nthWeekday(1, 'saturday'), from: '09:00', to: '14:00' },
    venues: ['park'],
    organizers: ['traders'],
    categories: ['food'],
    tags: ['localProduce', 'zeroWaste', 'outdoors'],
    image: { file: 'mercat-de-pages.jpg', alt: 'Caixes de fusta amb tomàquets lletjos' },
    cost: '0',
  },
  swapMarket: {
    texts: {
      ca: {
        title: 'Mercat d’intercanvi: aquí no val l’euro',
        excerpt: 'Roba, llibres, joguines i plantes que canvien de mans.',
        description:
          '<p>Muntatge a les 9.30 h, a la taula que trobis lliure. Tot net i en bon estat; res d’electrodomèstics grossos. El que sobra va a la botiga solidària. Els infants tenen manta pròpia al costat dels gronxadors.</p>',
      },
      es: {
        title: 'Mercado de intercambio: aquí no vale el euro',
        excerpt: 'Ropa, libros, juguetes y plantas que cambian de manos.',
        description:
          '<p>Montaje a las 9.30 h, en la mesa que encuentres libre. Todo limpio y en buen estado; nada de electrodomésticos grandes. Lo que sobra va a la tienda solidaria. Los niños y niñas tienen su propia manta junto a los columpios.</p>',
      },
      en: {
        title: 'Swap Market: No Euros Taken',
        excerpt: 'Clothes, books, toys and plants in search of new hands.',
        description:
          '<p>Set up from 9.30 am at any free table. Everything clean and in working order, and no large appliances, please. What is left goes to the charity shop. Children have a blanket of their own by the swings.</p>',
      },
    },
    time: { day: nthWeekday(3, 'sunday'), from: '10:00', to: '13:30' },
    venues: ['park'],
    organizers: ['neighbours', 'women'],
    categories: ['fairs', 'nature'],
    tags: ['zeroWaste', 'solidarity', 'outdoors', 'children'],
    cost: '0',
  },
  artisansNight: {
    texts: {
      ca: {
        title: 'Nit d’artesans al passeig',
        excerpt: 'Cinquanta parades, cap de plàstic, i un ball d’última hora.',
        description:
          '<p>Ceràmica, vidre, espart, joies i llaüts en miniatura, amb demostracions al torn i a la fornal. L’estiu s’acaba així: a mitjanit, les parades apaguen els llums i la cobla toca tres havaneres.</p>',
      },
      es: {
        title: 'Noche de artesanos en el paseo',
        excerpt: 'Cincuenta puestos, ninguno de plástico, y un baile de última hora.',
        description:
          '<p>Cerámica, vidrio, esparto, joyas y laúdes en miniatura, con demostraciones en el torno y en la fragua. Así se acaba el verano: a medianoche, los puestos apagan las luces y la cobla toca tres habaneras.</p>',
      },
      en: {
        title: 'Artisans’ Night on the Promenade',
        excerpt: 'Fifty stalls, no plastic, and a dance at the very end.',
        description:
          '<p>Pottery, glass, esparto, jewellery and model boats, with demonstrations at the wheel and the forge. That is how summer ends: at midnight the stalls put out their lights and the band plays three habaneras.</p>',
      },
    },
    time: { day: nextFirstWeekday('friday', '08-25'), from: '19:00', to: '00:30' },
    venues: ['beach'],
    organizers: ['traders'],
    categories: ['fairs'],
    tags: ['night', 'outdoors', 'sea'],
    image: { file: 'nit-d-artesans.jpg', alt: 'Unes mans obren un gerro al torn, a la llum d’un fanal' },
    cost: '0',
  },
  textbookSwap: {
    texts: {
      ca: {
        title: 'Llibres que tornen a classe',
        excerpt: 'Intercanvi de llibres de text, motxilles i bates d’escola.',
        description:
          '<p>Porta el que ja no et serveix de 10 a 11.30 h i emporta’t el que et calgui fins a les 13.30 h. Les famílies que no tinguin res per canviar també hi són benvingudes.</p>',
      },
      es: {
        title: 'Libros que vuelven a clase',
        excerpt: 'Intercambio de libros de texto, mochilas y batas de escuela.',
        description:
          '<p>Trae lo que ya no te sirve de 10 a 11.30 h y llévate lo que necesites hasta las 13.30 h. Las familias que no tengan nada que cambiar también son bienvenidas.</p>',
      },
      en: {
        title: 'Back-to-school Book Swap',
        excerpt: 'Textbooks, rucksacks and school smocks, passed on.',
        description:
          '<p>Drop off what you no longer need between 10 am and 11.30 am, and take what you do need until 1.30 pm. Families with nothing to give are just as welcome.</p>',
      },
    },
    time: { day: nextFirstWeekday('thursday', '09-01'), from: '10:00', to: '13:30' },
    venues: ['civicCentre'],
    organizers: ['neighbours', 'council'],
    categories: ['family', 'fairs'],
    tags: ['zeroWaste', 'solidarity', 'children', 'accessible'],
    cost: '0',
  },
  plantFair: {
    texts: {
      ca: {
        title: 'Fira del Planter',
        excerpt: 'Tomaqueres, herbes i arbres fruiters per començar l’hort.',
        description:
          '<p>Onze viveristes i un banc de llavors antigues de la comarca: en pots agafar tres sobres i tornar-ne tres l’any que ve. A les 11 i a les 12.30 h, taller de compost al balcó.</p>',
      },
      es: {
        title: 'Feria del Plantel',
        excerpt: 'Tomateras, hierbas y árboles frutales para empezar el huerto.',
        description:
          '<p>Once viveristas y un banco de semillas antiguas de la comarca: puedes llevarte tres sobres y devolver tres el año que viene. A las 11 y a las 12.30 h, taller de compost en el balcón.</p>',
      },
      en: {
        title: 'Seedling Fair',
        excerpt: 'Tomato plants, herbs and fruit trees to start off the garden.',
        description:
          '<p>Eleven nurseries, and a bank of old local seeds: take three packets now, and bring back three next year. Workshops on balcony composting at 11 am and 12.30 pm.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '03-27'), from: '09:30', to: '14:00' },
    venues: ['square'],
    organizers: ['traders', 'neighbours'],
    categories: ['fairs', 'nature'],
    tags: ['localProduce', 'zeroWaste', 'outdoors'],
    image: { file: 'fira-del-planter.jpg', alt: 'Safates de tomaqueres petites, amb l’etiqueta escrita a mà' },
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
