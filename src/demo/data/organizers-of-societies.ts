import type { DemoOrganizer } from '../demo-records.js';

/** Societies and schools, each with its own field. */
export const SOCIETIES = {
  fishermen: {
    texts: {
      ca: {
        name: 'Confraria de Pescadors Sant Pere',
        description: '<p>Subhasta de dilluns a divendres, a les 16.30 h.</p>',
      },
      es: {
        name: 'Cofradía de Pescadores San Pedro',
        description: '<p>Subasta de lunes a viernes, a las 16.30 h.</p>',
      },
      en: { name: 'Saint Peter’s Fishing Guild', description: '<p>Fish auction Monday to Friday, at 4.30 pm.</p>' },
    },
    phone: '+34 977 000 139',
    email: 'confraria@vilamar.example',
  },
  filmClub: {
    texts: {
      ca: { name: 'Cineclub la Llanterna', description: '<p>Dos dijous al mes, sempre en versió original.</p>' },
      es: { name: 'Cineclub La Llanterna', description: '<p>Dos jueves al mes, siempre en versión original.</p>' },
      en: { name: 'Llanterna Film Club', description: '<p>Two Thursdays a month, always with subtitles.</p>' },
    },
    email: 'cineclub@llanterna.example',
    website: 'https://llanterna.example/',
  },
  musicSchool: {
    texts: {
      ca: { name: 'Escola Municipal de Música' },
      es: { name: 'Escuela Municipal de Música' },
      en: { name: 'Municipal School of Music' },
    },
    phone: '+34 977 000 129',
    email: 'musica@vilamar.example',
  },
  neighbours: {
    texts: {
      ca: {
        name: 'Associació Veïnal de la Sínia',
        description: '<p>Atenció al centre cívic, els dimecres a la tarda.</p>',
      },
      es: {
        name: 'Asociación Vecinal de la Sínia',
        description: '<p>Atención en el centro cívico, los miércoles por la tarde.</p>',
      },
      en: {
        name: 'La Sínia Residents’ Association',
        description: '<p>At the community centre, Wednesday afternoons.</p>',
      },
    },
    email: 'veins@lasinia.example',
    website: 'https://lasinia.example/',
  },
  women: {
    texts: {
      ca: { name: 'Dones del Port' },
      es: { name: 'Mujeres del Puerto' },
      en: { name: 'Women of the Harbour' },
    },
    email: 'dones@donesdelport.example',
  },
  colours: {
    texts: {
      ca: { name: 'Vilamar en Colors', description: '<p>Entitat LGBTI+ de la vila. Acollida i lleure.</p>' },
      es: { name: 'Vilamar en Colores', description: '<p>Entidad LGBTI+ de la villa. Acogida y ocio.</p>' },
      en: { name: 'Vilamar in Colours', description: '<p>The town’s LGBTI+ association: support and leisure.</p>' },
    },
    email: 'hola@vilamarencolors.example',
    website: 'https://vilamarencolors.example/',
  },
  hikers: {
    texts: {
      ca: { name: 'Centre Excursionista Serra i Mar', description: '<p>Local obert els dijous, de 20 a 22 h.</p>' },
      es: { name: 'Centro Excursionista Serra i Mar', description: '<p>Local abierto los jueves, de 20 a 22 h.</p>' },
    },
    email: 'sortides@serraimar.example',
    website: 'https://serraimar.example/',
  },
  stargazers: {
    texts: {
      ca: { name: 'Grup d’Astronomia Punta del Llop' },
      es: { name: 'Grupo de Astronomía Punta del Llop' },
      en: { name: 'Punta del Llop Astronomy Group' },
    },
    email: 'estels@puntadelllop.example',
  },
  donors: {
    texts: {
      ca: { name: 'Donants de Sang de Vilamar' },
      es: { name: 'Donantes de Sangre de Vilamar' },
      en: { name: 'Vilamar Blood Donors' },
    },
    phone: '+34 977 000 190',
    email: 'sang@donantsvilamar.example',
  },
  winery: {
    texts: {
      ca: { name: 'Celler Cooperatiu de Vilamar' },
      es: { name: 'Bodega Cooperativa de Vilamar' },
      en: { name: 'Vilamar Cooperative Winery' },
    },
    phone: '+34 977 000 184',
    email: 'visites@cellervilamar.example',
    website: 'https://cellervilamar.example/',
    image: { file: 'celler.jpg', alt: 'Les tines de la nau central del celler' },
  },
  andalusians: {
    texts: {
      ca: {
        name: 'Casa d’Andalusia a Vilamar',
        description: '<p>Des del 1972. Assaig del cor rociero, els dimarts.</p>',
      },
      es: {
        name: 'Casa de Andalucía en Vilamar',
        description: '<p>Desde 1972. Ensayo del coro rociero, los martes.</p>',
      },
    },
    phone: '+34 977 000 195',
    email: 'casa@andaluciaenvilamar.example',
  },
  players: {
    texts: {
      ca: { name: 'The Vilamar Players', description: '<p>Grup de teatre aficionat en anglès.</p>' },
      en: { name: 'The Vilamar Players', description: '<p>Amateur dramatics, in English, since 2009.</p>' },
    },
    email: 'players@vilamarplayers.example',
    website: 'https://vilamarplayers.example/',
  },
} satisfies Record<string, DemoOrganizer>;
