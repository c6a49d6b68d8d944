import type { DemoEvent } from '../demo-records.js';
import { nextAnniversary, nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const CIVIC_LIFE = {
  // The council's sessions are called in the two official languages.
  plenary: {
    texts: {
      ca: {
        title: 'Ple ordinari de l’Ajuntament',
        excerpt: 'Sessió oberta al públic, amb torn de paraula per a la ciutadania.',
        description:
          '<p>L’ordre del dia es publica al tauler electrònic quaranta-vuit hores abans. Per intervenir-hi cal sol·licitar-ho per registre fins al dia abans a les 14 h. Retransmissió en directe al web municipal.</p>',
      },
      es: {
        title: 'Pleno ordinario del Ayuntamiento',
        excerpt: 'Sesión abierta al público, con turno de palabra para la ciudadanía.',
        description:
          '<p>El orden del día se publica en el tablón electrónico cuarenta y ocho horas antes. Para intervenir hay que solicitarlo por registro hasta el día anterior a las 14 h. Retransmisión en directo en la web municipal.</p>',
      },
    },
    time: { day: nthWeekday(1, 'thursday'), from: '19:00', to: '22:00' },
    venues: ['townHall'],
    organizers: ['council'],
    categories: ['civic'],
    tags: ['online', 'accessible'],
    website: 'https://www.vilamar.example/ple',
    cost: '0',
  },
  bloodDonation: {
    texts: {
      ca: {
        title: 'Donació de sang: falten grups zero negatiu i A negatiu',
        excerpt: 'Quaranta minuts, entrepà inclòs.',
        description:
          '<p>De 18 a 70 anys i més de cinquanta quilos. No vinguis en dejú i porta el DNI o el carnet de donant. Amb cita no s’espera; sense, també s’hi pot donar.</p>',
      },
      es: {
        title: 'Donación de sangre: faltan grupos cero negativo y A negativo',
        excerpt: 'Cuarenta minutos, bocadillo incluido.',
        description:
          '<p>De 18 a 70 años y más de cincuenta kilos. No vengas en ayunas y trae el DNI o el carné de donante. Con cita no se espera; sin ella, también se puede donar.</p>',
      },
      en: {
        title: 'Give Blood: O Negative and A Negative Needed',
        excerpt: 'Forty minutes, sandwich included.',
        description:
          '<p>For people aged 18 to 70 who weigh over fifty kilos. Eat something first, and bring identification or a donor card. No waiting with an appointment; walk-ins are welcome.</p>',
      },
    },
    time: { day: nthWeekday(3, 'wednesday'), from: '16:30', to: '20:30' },
    venues: ['civicCentre'],
    organizers: ['donors'],
    categories: ['health'],
    tags: ['solidarity', 'volunteers', 'accessible'],
    cost: '0',
  },
  // A vote of the town's registered residents, called in the two official languages.
  budgetWorkshop: {
    texts: {
      ca: {
        title: 'Pressupostos participatius: taller de propostes',
        excerpt: '120.000 € per decidir entre tothom. Quina és la teva idea?',
        description:
          '<p>Per taules, amb tècnics que diuen què costa cada cosa. Hi poden participar les persones empadronades de més de 14 anys. Servei de canguratge i bucle magnètic.</p>',
      },
      es: {
        title: 'Presupuestos participativos: taller de propuestas',
        excerpt: '120\u00a0000 € para decidir entre todos. ¿Cuál es tu idea?',
        description:
          '<p>Por mesas, con técnicos que dicen lo que cuesta cada cosa. Pueden participar las personas empadronadas de más de 14 años. Servicio de canguro y bucle magnético.</p>',
      },
    },
    time: { day: nextFirstWeekday('tuesday', '10-18'), from: '18:30', to: '20:30' },
    venues: ['townHall'],
    organizers: ['council'],
    categories: ['civic'],
    tags: ['accessible', 'booking', 'teenagers'],
    image: { file: 'pressupostos.jpg', alt: 'Fitxes de colors sobre un plànol de la vila' },
    cost: '0',
  },
  womensDay: {
    texts: {
      ca: {
        title: '8 de març: lectura i marxa de les dones',
        excerpt: 'De la plaça al port, amb tambors i davantals.',
        description:
          '<p>Lectura de testimonis de remendadores de xarxes a les 18.30 h i, tot seguit, marxa fins al moll. Es recomana portar alguna cosa lila. Intèrpret de llengua de signes durant la lectura.</p>',
      },
      es: {
        title: '8 de marzo: lectura y marcha de las mujeres',
        excerpt: 'De la plaza al puerto, con tambores y delantales.',
        description:
          '<p>Lectura de testimonios de rederas a las 18.30 h y, acto seguido, marcha hasta el muelle. Se recomienda llevar algo violeta. Intérprete de lengua de signos durante la lectura.</p>',
      },
      en: {
        title: 'International Women’s Day: Readings and March',
        excerpt: 'From the square to the harbour, with drums and aprons.',
        description:
          '<p>The words of the town’s net menders are read at 6.30 pm, and the march sets out straight afterwards. Wear something purple. The readings are interpreted in sign language.</p>',
      },
    },
    time: { day: nextAnniversary('03-08'), from: '18:30', to: '20:30' },
    venues: ['square'],
    organizers: ['women', 'council'],
    categories: ['equality'],
    tags: ['signLanguage', 'outdoors'],
    image: { file: 'vuit-de-marc.jpg', alt: 'Un davantal lila penjat d’un balcó' },
    cost: '0',
  },
  againstViolence: {
    texts: {
      ca: {
        title: '25 de novembre: ni una menys',
        excerpt: 'Cinc minuts de silenci i una cançó per trencar-lo.',
        description:
          '<p>Acte contra la violència masclista, amb el cor de dones del port. Cada assistent pot deixar una espelma a l’escala de l’ajuntament. Punt d’informació i acompanyament tota la tarda.</p>',
      },
      es: {
        title: '25 de noviembre: ni una menos',
        excerpt: 'Cinco minutos de silencio y una canción para romperlo.',
        description:
          '<p>Acto contra la violencia machista, con el coro de mujeres del puerto. Cada asistente puede dejar una vela en la escalera del ayuntamiento. Punto de información y acompañamiento toda la tarde.</p>',
      },
      en: {
        title: '25 November: Not One Woman Less',
        excerpt: 'Five minutes of silence, and a song to break it.',
        description:
          '<p>A gathering against violence towards women, with the women’s choir of the harbour. Leave a candle on the town hall steps if you wish. Information and support all afternoon.</p>',
      },
    },
    time: { day: nextAnniversary('11-25'), from: '19:00', to: '20:00' },
    venues: ['square'],
    organizers: ['women', 'council'],
    categories: ['equality'],
    tags: ['outdoors', 'signLanguage'],
    cost: '0',
  },
  summerJobs: {
    texts: {
      ca: {
        title: 'Fira de l’ocupació d’estiu',
        excerpt: 'Trenta-quatre empreses i entitats, i més de dues-centes vacants.',
        description:
          '<p>Hotels, guinguetes, casals, vela i agricultura. Porta el currículum (a l’entrada l’imprimim) o fes-te’l allà mateix amb una orientadora. Entrevistes en català, castellà, anglès i àrab.</p>',
      },
      es: {
        title: 'Feria del empleo de verano',
        excerpt: 'Treinta y cuatro empresas y entidades, y más de doscientas vacantes.',
        description:
          '<p>Hoteles, chiringuitos, casales, vela y agricultura. Trae el currículum (en la entrada lo imprimimos) o hazlo allí mismo con una orientadora. Entrevistas en catalán, castellano, inglés y árabe.</p>',
      },
      en: {
        title: 'Summer Jobs Fair',
        excerpt: 'Thirty-four employers and more than two hundred vacancies.',
        description:
          '<p>Hotels, beach bars, day camps, sailing and farming. Bring your CV (we print it at the door) or write one on the spot with an adviser. Interviews in Catalan, Spanish, English and Arabic.</p>',
      },
    },
    time: { day: nextFirstWeekday('thursday', '02-18'), from: '10:00', to: '14:00' },
    venues: ['sportsHall'],
    organizers: ['council', 'traders'],
    categories: ['civic', 'fairs'],
    tags: ['teenagers', 'accessible'],
    cost: '0',
    website: 'https://www.vilamar.example/feina',
  },
} satisfies Record<string, DemoEvent>;
