import type { DemoEvent } from '../demo-records.js';
import { inDays, next } from '../demo-days.js';

export const EXHIBITIONS = {
  photographs: {
    texts: {
      ca: {
        title: 'Vilamar en blanc i negre. Fotografies, 1890–1936',
        excerpt: 'Vuitanta imatges inèdites de l’arxiu de la família Rovira.',
        description:
          '<p>Barques de vela llatina, la verema, el tren i els primers estiuejants: la vila que van retratar <strong>Josep i Teresa Rovira</strong>, fotògrafs de la rambla.</p><p>Visites comentades els diumenges a les 12 h.</p>',
      },
      es: {
        title: 'Vilamar en blanco y negro. Fotografías, 1890–1936',
        excerpt: 'Ochenta imágenes inéditas del archivo de la familia Rovira.',
        description:
          '<p>Barcas de vela latina, la vendimia, el tren y los primeros veraneantes: la villa que retrataron <strong>Josep y Teresa Rovira</strong>, fotógrafos de la rambla.</p><p>Visitas comentadas los domingos a las 12 h.</p>',
      },
      en: {
        title: 'Vilamar in Black and White: Photographs, 1890–1936',
        excerpt: 'Eighty unpublished pictures from the Rovira family archive.',
        description:
          '<p>Lateen-rigged boats, the grape harvest, the railway and the first summer visitors: the town as <strong>Josep and Teresa Rovira</strong>, photographers on the rambla, saw it.</p><p>Guided tours on Sundays at noon.</p>',
      },
    },
    time: { day: inDays(-12), days: 60 },
    venues: ['museum'],
    organizers: ['museum'],
    categories: ['exhibitions'],
    tags: ['accessible'],
    image: { file: 'vilamar-en-blanc-i-negre.jpg', alt: 'Dues dones sargeixen xarxes a la platja, cap al 1905' },
    cost: '3 €',
    website: 'https://museudelmar.example/exposicions/rovira',
    sticky: true,
  },
  boatbuilders: {
    texts: {
      ca: {
        title: 'Mestres d’aixa: les mans que feien barques',
        excerpt: 'Eines, plànols i maquetes de les drassanes de ponent.',
        description:
          '<p>L’ofici de construir barques de fusta, explicat per qui encara el recorda. La mostra inclou un taller on es restaura, a la vista de tothom, el llaüt <em>Sant Pere</em>.</p>',
      },
      es: {
        title: 'Maestros de ribera: las manos que hacían barcas',
        excerpt: 'Herramientas, planos y maquetas de los astilleros de poniente.',
        description:
          '<p>El oficio de construir barcas de madera, contado por quienes aún lo recuerdan. La muestra incluye un taller donde se restaura, a la vista de todos, el laúd <em>Sant Pere</em>.</p>',
      },
      en: {
        title: 'Boatbuilders: the Hands behind the Boats',
        excerpt: 'Tools, plans and models from the western shipyards.',
        description:
          '<p>The craft of building wooden boats, told by those who still remember it. The exhibition includes a workshop in which the old sailing boat <em>Sant Pere</em> is restored before the visitors’ eyes.</p>',
      },
    },
    time: { day: inDays(75), days: 90 },
    venues: ['museum'],
    organizers: ['museum', 'nautical'],
    categories: ['exhibitions', 'heritage'],
    tags: ['sea', 'volunteers'],
    image: { file: 'mestres-d-aixa.jpg', alt: 'Un mestre d’aixa raspalla el costat d’un llaüt' },
    cost: '3 €',
  },
  museumDay: {
    texts: {
      ca: {
        title: 'Dia Internacional dels Museus',
        excerpt: 'Portes obertes, visites teatralitzades i taller de nusos.',
        description:
          '<p>Entrada gratuïta tot el dia. Visites teatralitzades a les 11, les 12.30 i les 17 h; taller de nusos mariners a les 18 h.</p><p>Les visites són de vint-i-cinc persones: cal reservar plaça al web del museu.</p>',
      },
      es: {
        title: 'Día Internacional de los Museos',
        excerpt: 'Puertas abiertas, visitas teatralizadas y taller de nudos.',
        description:
          '<p>Entrada gratuita todo el día. Visitas teatralizadas a las 11, las 12.30 y las 17 h; taller de nudos marineros a las 18 h.</p><p>Las visitas son de veinticinco personas: hay que reservar plaza en la web del museo.</p>',
      },
      en: {
        title: 'International Museum Day',
        excerpt: 'Open house, costumed tours and a knot-tying workshop.',
        description:
          '<p>Free admission all day. Costumed tours at 11 am, 12.30 pm and 5 pm; knot-tying workshop at 6 pm.</p><p>Tours take twenty-five people: please book on the museum’s website.</p>',
      },
    },
    time: { day: next('05-18'), from: '10:00', to: '20:00' },
    venues: ['museum'],
    organizers: ['museum'],
    categories: ['heritage', 'family'],
    tags: ['booking', 'children', 'sea'],
    image: { file: 'dia-dels-museus.jpg', alt: 'Una guia vestida de peixatera davant d’un grup' },
    cost: '0',
    website: 'https://museudelmar.example/dia-dels-museus',
  },
} satisfies Record<string, DemoEvent>;
