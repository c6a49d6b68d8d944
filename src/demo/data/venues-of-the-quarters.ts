import type { DemoVenue } from '../demo-records.js';

/** Places around the old town, up to the hermitage. */
export const QUARTERS = {
  townHall: {
    texts: {
      ca: { name: 'Ajuntament: Sala de Plens', description: '<p>Primera planta; ascensor al vestíbul.</p>' },
      es: { name: 'Ayuntamiento: Salón de Plenos', description: '<p>Primera planta; ascensor en el vestíbulo.</p>' },
      en: { name: 'Town Hall: Council Chamber', description: '<p>First floor; there is a lift in the lobby.</p>' },
    },
    address: 'Plaça de la Vila, 3',
    coordinates: [40.9923, 0.9243],
    phone: '+34 977 000 100',
    website: 'https://www.vilamar.example/',
    customFields: { capacity: 60, wheelchair_access: true, induction_loop: true },
  },
  church: {
    texts: {
      ca: { name: 'Església de Sant Pere', description: '<p>Barroca, amb un orgue del 1756 que torna a sonar.</p>' },
      es: { name: 'Iglesia de San Pedro', description: '<p>Barroca, con un órgano de 1756 que vuelve a sonar.</p>' },
      en: { name: 'Saint Peter’s Church', description: '<p>Baroque, with an organ of 1756 in working order.</p>' },
    },
    address: 'Carrer de Sant Pere, 2',
    coordinates: [40.9915, 0.9252],
    image: { file: 'esglesia-de-sant-pere.jpg', alt: 'La façana de l’església, a contrallum' },
  },
  readingRoom: {
    texts: {
      ca: {
        name: 'Sala de lectura de l’Ateneu',
        description: '<p>Butaques, taules d’escacs i una finestra al mar.</p>',
      },
      es: { name: 'Sala de lectura del Ateneo', description: '<p>Butacas, mesas de ajedrez y una ventana al mar.</p>' },
      en: { name: 'Athenaeum Reading Room', description: '<p>Armchairs, chess tables and a window on the sea.</p>' },
    },
    address: 'Carrer de l’Orfeó, 14',
    coordinates: [40.9929, 0.9233],
    phone: '+34 977 000 112',
    customFields: { capacity: 70 },
  },
  civicCentre: {
    texts: {
      ca: {
        name: 'Centre Cívic la Sínia',
        description: '<p>Aules, cuina i pati al barri de la Sínia. Obert de dilluns a dissabte, de 9 a 21 h.</p>',
      },
      es: {
        name: 'Centro Cívico la Sínia',
        description: '<p>Aulas, cocina y patio en el barrio de la Sínia. Abierto de lunes a sábado, de 9 a 21 h.</p>',
      },
      en: {
        name: 'La Sínia Community Centre',
        description: '<p>Classrooms, kitchen and courtyard in La Sínia. Open Monday to Saturday, 9 am to 9 pm.</p>',
      },
    },
    address: 'Carrer de la Sínia, 41',
    coordinates: [40.9958, 0.9226],
    phone: '+34 977 000 163',
    website: 'https://www.vilamar.example/centre-civic',
    customFields: { wheelchair_access: true },
  },
  park: {
    texts: {
      ca: { name: 'Parc del Torrent', description: '<p>Pins, jocs infantils i un petit amfiteatre de pedra.</p>' },
      es: { name: 'Parque del Torrent', description: '<p>Pinos, juegos infantiles y un anfiteatro de piedra.</p>' },
      en: { name: 'Torrent Park', description: '<p>Pine trees, a playground and a little stone amphitheatre.</p>' },
    },
    address: 'Avinguda del Torrent, s/n',
    coordinates: [40.9949, 0.9238],
    image: { file: 'parc-del-torrent.jpg', alt: 'Les grades de pedra de l’amfiteatre, a l’ombra dels pins' },
  },
  sportsHall: {
    texts: {
      ca: { name: 'Pavelló Municipal d’Esports' },
      es: { name: 'Pabellón Municipal de Deportes' },
      en: { name: 'Municipal Sports Hall' },
    },
    address: 'Carrer de l’Esport, 5',
    coordinates: [40.9971, 0.9202],
    phone: '+34 977 000 171',
    customFields: { capacity: 900, wheelchair_access: true },
  },
  // Young people run it, and write in the two languages in which they book bands.
  station: {
    texts: {
      ca: {
        name: 'L’Estació Vella',
        description: '<p>Espai jove i sala de concerts als antics magatzems del tren.</p>',
      },
      en: { name: 'The Old Station', description: '<p>A youth centre and gig venue in the old railway sheds.</p>' },
    },
    address: 'Carrer de l’Estació, 8',
    coordinates: [40.9945, 0.9204],
    website: 'https://estaciovella.example/',
    image: { file: 'estacio-vella.jpg', alt: 'El rellotge aturat de l’andana, amb focus de colors' },
    customFields: { capacity: 240, wheelchair_access: true },
  },
  winery: {
    texts: {
      ca: { name: 'Celler Cooperatiu', description: '<p>Naus de maó del 1919. Botiga oberta cada matí.</p>' },
      es: { name: 'Bodega Cooperativa', description: '<p>Naves de ladrillo de 1919. Tienda abierta cada mañana.</p>' },
      en: { name: 'Cooperative Winery', description: '<p>Brick halls of 1919. The shop is open every morning.</p>' },
    },
    address: 'Carretera de la Muntanya, 17',
    coordinates: [40.9983, 0.9176],
    phone: '+34 977 000 184',
    website: 'https://cellervilamar.example/',
  },
  // Its caretakers have never had the leaflet put into English.
  hermitage: {
    texts: {
      ca: {
        name: 'Ermita de Sant Roc',
        description: '<p>A tres quilòmetres de la vila. Aparcament a cinc minuts a peu.</p>',
      },
      es: {
        name: 'Ermita de San Roque',
        description: '<p>A tres kilómetros de la villa. Aparcamiento a cinco minutos a pie.</p>',
      },
    },
    address: 'Camí de l’Ermita, s/n',
    coordinates: [41.0112, 0.9067],
  },
} satisfies Record<string, DemoVenue>;
