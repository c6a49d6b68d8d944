import type { DemoEvent } from '../demo-records.js';
import { inDays } from '../demo-days.js';

export const EXHIBITIONS = {
  photographs: {
    texts: {
      ca: {
        title: 'Vilamar en blanc i negre. Fotografies, 1890-1936',
        excerpt: 'Vuitanta imatges inèdites de l’arxiu de la família Rovira.',
        description:
          '<p>Barques de vela llatina, la verema, el tren i els primers estiuejants: la vila que van retratar <strong>Josep i Teresa Rovira</strong>, fotògrafs de la rambla.</p><p>Visites comentades els diumenges a les 12 h.</p>',
      },
      es: {
        title: 'Vilamar en blanco y negro. Fotografías, 1890-1936',
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
        title: 'Carpinteros de ribera: las manos que hacían barcas',
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
  engravings: {
    texts: {
      ca: {
        title: 'Fil i aigua. Gravats de Berta Llorenç',
        excerpt: 'Trenta planxes de coure i les estampes que en surten.',
        description:
          '<p>Peixos, nusos i mapes de corrents d’una gravadora que va treballar vint anys a la llotja. Es poden tocar tres planxes, amb textos en braille.</p><p>De dilluns a dissabte, de 9 a 21 h.</p>',
      },
      es: {
        title: 'Hilo y agua. Grabados de Berta Llorenç',
        excerpt: 'Treinta planchas de cobre y las estampas que salen de ellas.',
        description:
          '<p>Peces, nudos y mapas de corrientes de una grabadora que trabajó veinte años en la lonja. Se pueden tocar tres planchas, con textos en braille.</p><p>De lunes a sábado, de 9 a 21 h.</p>',
      },
      en: {
        title: 'Thread and Water: Prints by Berta Llorenç',
        excerpt: 'Thirty copper plates, and what was pulled from them.',
        description:
          '<p>Fish, knots and maps of currents by an engraver who worked at the fish market for twenty years. Three plates may be touched, with labels in braille.</p><p>Monday to Saturday, 9 am to 9 pm.</p>',
      },
    },
    time: { day: inDays(-5), days: 33 },
    venues: ['civicCentre'],
    organizers: ['neighbours', 'council'],
    categories: ['exhibitions'],
    tags: ['accessible', 'sea'],
    image: { file: 'fil-i-aigua.jpg', alt: 'Un pop gravat a l’aiguafort, amb els tentacles fora del marge' },
    cost: 0,
  },
  harbourPlans: {
    texts: {
      ca: {
        title: 'El port que ve: les cinc propostes',
        excerpt: 'Plànols i maquetes del concurs d’idees per al moll vell.',
        description:
          '<p>Cinc equips, cinc maneres d’obrir el moll a la vila. Vota la teva a la butlleta o al web; el vot del públic val un 30 % de la decisió.</p><p>De dilluns a divendres, de 9 a 14 h; dijous, també de 17 a 20 h.</p>',
      },
      es: {
        title: 'El puerto que viene: las cinco propuestas',
        excerpt: 'Planos y maquetas del concurso de ideas para el muelle viejo.',
        description:
          '<p>Cinco equipos, cinco maneras de abrir el muelle a la villa. Vota la tuya en la papeleta o en la web; el voto del público vale un 30 % de la decisión.</p><p>De lunes a viernes, de 9 a 14 h; los jueves, también de 17 a 20 h.</p>',
      },
      en: {
        title: 'The Harbour to Come: Five Proposals',
        excerpt: 'Drawings and models from the competition for the old quay.',
        description:
          '<p>Five teams, five ways of opening the quay to the town. Vote on the slip or on the website; the public’s vote makes up 30% of the decision.</p><p>Monday to Friday, 9 am to 2 pm; Thursdays also 5 pm to 8 pm.</p>',
      },
    },
    time: { day: inDays(9), days: 26 },
    venues: ['townHall'],
    organizers: ['council'],
    categories: ['exhibitions', 'civic'],
    tags: ['accessible'],
    image: { file: 'el-port-que-ve.jpg', alt: 'Una maqueta de fusta del moll vell' },
    website: 'https://www.vilamar.example/port',
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
