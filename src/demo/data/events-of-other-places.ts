import type { DemoEvent } from '../demo-records.js';
import { nthWeekday } from '../demo-days.js';

/** What happens by the clock of another place. */
export const ABROAD = {
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
    time: { day: nthWeekday(5, 'wednesday'), from: '15:00', to: '16:30' },
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
    time: { day: nthWeekday(4, 'tuesday'), from: '18:00', to: '19:00' },
    timezone: 'Europe/Dublin',
    organizers: ['council'],
    categories: ['talks'],
    tags: ['online', 'booking', 'twinTowns', 'inEnglish', 'volunteers'],
    cost: '0',
    showMap: false,
    customFields: { language_level: 'A2' },
  },
  // Arranged with a dance hall in Buenos Aires; its notices came in Spanish and English.
  tango: {
    texts: {
      es: {
        title: 'Tango en directo desde Buenos Aires: Trío Barracas',
        excerpt: 'Bandoneón, violín y contrabajo, retransmitidos desde un salón de barrio.',
        description:
          '<p>Un concierto de sobremesa larga: aquí será pasada la medianoche. El enlace se abre diez minutos antes; quienes prefieran bailar en compañía lo verán en el bar de la Estación.</p>',
      },
      en: {
        title: 'Tango Live from Buenos Aires: Trío Barracas',
        excerpt: 'Bandoneon, violin and double bass, streamed from a neighbourhood dance hall.',
        description:
          '<p>One for night owls: in Vilamar it will be past midnight. The link opens ten minutes early; those who would rather dance in company can watch at the Station bar.</p>',
      },
    },
    time: { day: nthWeekday(8, 'saturday'), from: '21:00', to: '22:15' },
    timezone: 'America/Argentina/Buenos_Aires',
    organizers: ['ateneu'],
    categories: ['popularMusic', 'dance'],
    tags: ['online', 'dancing', 'night'],
    image: { file: 'trio-barracas.jpg', alt: 'Un bandoneón sobre una silla de madera' },
    cost: '10 USD',
    website: 'https://ateneuvilamar.example/tango',
    ticketed: true,
    showMap: false,
  },
  seagrassWebinar: {
    texts: {
      ca: {
        title: 'Seminari web des de Londres: com es planta un bosc sota l’aigua',
        excerpt: 'L’ecòloga Harriet Quillfeather explica la restauració de praderies marines.',
        description:
          '<p>En anglès, amb subtítols automàtics. La segona part és un diàleg amb els voluntaris que replanten posidònia a la punta del Llop. Qui s’inscriu rep l’enregistrament.</p>',
      },
      en: {
        title: 'Webinar from London: How to Plant a Forest under Water',
        excerpt: 'The ecologist Harriet Quillfeather on bringing back seagrass meadows.',
        description:
          '<p>In English, with automatic captions. In the second half she talks to the volunteers who are replanting seagrass off Punta del Llop. Everyone who books will be sent the recording.</p>',
      },
    },
    time: { day: nthWeekday(5, 'thursday'), from: '18:00', to: '19:15' },
    timezone: 'Europe/London',
    organizers: ['museum'],
    categories: ['science', 'nature'],
    tags: ['online', 'inEnglish', 'sea', 'booking'],
    cost: '£6',
    website: 'https://museudelmar.example/seminaris',
    showMap: false,
  },
  codAndSagas: {
    texts: {
      ca: {
        title: 'Bacallà i sagues: nit amb Hvalsvík',
        excerpt: 'La vila agermanada d’Islàndia ens obre la cuina i la biblioteca.',
        description:
          '<p>Connexió en directe: dues cuineres assequen peix, un lector recita una saga i nosaltres hi posem l’esqueixada. Interpretació de l’islandès al català.</p>',
      },
      es: {
        title: 'Bacalao y sagas: noche con Hvalsvík',
        excerpt: 'La villa hermanada de Islandia nos abre la cocina y la biblioteca.',
        description:
          '<p>Conexión en directo: dos cocineras secan pescado, un lector recita una saga y nosotros ponemos la esqueixada. Interpretación del islandés al catalán.</p>',
      },
      en: {
        title: 'Cod and Sagas: an Evening with Hvalsvík',
        excerpt: 'Our twin town in Iceland opens its kitchen and its library.',
        description:
          '<p>A live link: two cooks dry fish, a reader recites a saga, and we bring the salt-cod salad. Icelandic, interpreted into Catalan; chat in English.</p>',
      },
    },
    time: { day: nthWeekday(6, 'thursday'), from: '18:30', to: '20:00' },
    timezone: 'Atlantic/Reykjavik',
    organizers: ['council', 'fishermen'],
    categories: ['talks', 'tastings'],
    tags: ['online', 'twinTowns', 'sea'],
    image: { file: 'hvalsvik.jpg', alt: 'Peixos penjats a assecar davant d’un fiord' },
    cost: '0',
    website: 'https://www.vilamar.example/agermanaments',
    showMap: false,
  },
  fishPrinting: {
    texts: {
      ca: {
        title: 'Gyotaku en línia: estampar un peix amb tinta',
        excerpt: 'Taller de matí amb Hanae Mizoguchi, des del seu estudi de Tòquio.',
        description:
          '<p>Allà serà la tarda; aquí, l’hora d’esmorzar. Cal un peix sencer i ben eixut, tinta xinesa, paper d’arròs i un pinzell. Traducció consecutiva al català i al castellà.</p>',
      },
      es: {
        title: 'Gyotaku en línea: estampar un pez con tinta',
        excerpt: 'Taller matinal con Hanae Mizoguchi, desde su estudio de Tokio.',
        description:
          '<p>Allí será por la tarde; aquí, la hora del desayuno. Hacen falta un pescado entero y bien seco, tinta china, papel de arroz y un pincel. Traducción consecutiva al catalán y al castellano.</p>',
      },
      en: {
        title: 'Gyotaku Online: Printing a Fish in Ink',
        excerpt: 'A morning workshop with Hanae Mizoguchi, from her studio in Tokyo.',
        description:
          '<p>Afternoon over there, breakfast time over here. You need a whole fish, patted dry, Indian ink, rice paper and a brush. Hanae speaks English; interpreted into Catalan and Spanish.</p>',
      },
    },
    time: { day: nthWeekday(7, 'saturday'), from: '17:00', to: '18:30' },
    timezone: 'Asia/Tokyo',
    organizers: ['museum'],
    categories: ['courses'],
    tags: ['online', 'booking', 'sea'],
    image: { file: 'gyotaku.jpg', alt: 'L’empremta negra d’una orada sobre paper d’arròs' },
    cost: '¥1500',
    website: 'https://museudelmar.example/gyotaku',
    ticketed: true,
    showMap: false,
  },
  // Given in Portuguese and English; the museum translated its notice into Catalan alone.
  whaleLookout: {
    texts: {
      ca: {
        title: 'Balenes en directe: la talaia de Porto da Baleia',
        excerpt: 'Connexió amb el guaita d’una illa de les Açores.',
        description:
          '<p>Belarmino Furtado passa el matí amb els prismàtics i ens explica què veu: bufades, aletes i, els dies de sort, un catxalot. Explicacions en portuguès i anglès.</p>',
      },
      en: {
        title: 'Whales Live: the Lookout of Porto da Baleia',
        excerpt: 'A video link with the watchman of an island in the Azores.',
        description:
          '<p>Belarmino Furtado spends his mornings behind binoculars and tells us what he sees: blows, fins and, on lucky days, a sperm whale. In Portuguese and English.</p>',
      },
    },
    time: { day: nthWeekday(13, 'saturday'), from: '09:30', to: '10:30' },
    timezone: 'Atlantic/Azores',
    organizers: ['museum'],
    categories: ['nature', 'talks'],
    tags: ['online', 'sea', 'inEnglish'],
    image: { file: 'talaia.jpg', alt: 'Una caseta blanca de guaita sobre el penya-segat' },
    cost: '0 €',
    website: 'https://museudelmar.example/balenes',
    showMap: false,
  },
} satisfies Record<string, DemoEvent>;
