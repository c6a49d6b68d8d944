import type { DemoVenue } from '../demo-records.js';

/** Places between the town hall and the sea. */
export const CENTRE = {
  square: {
    texts: {
      ca: { name: 'Plaça de la Vila', description: '<p>El cor del nucli antic, davant de l’ajuntament.</p>' },
      es: { name: 'Plaza de la Vila', description: '<p>El corazón del casco antiguo, frente al ayuntamiento.</p>' },
      en: { name: 'Town Square', description: '<p>The heart of the old town, in front of the town hall.</p>' },
    },
    address: 'Plaça de la Vila, 1',
    coordinates: [40.9921, 0.9246],
    image: { file: 'placa-de-la-vila.jpg', alt: 'La plaça porxada, amb les taules del cafè' },
  },
  auditorium: {
    texts: {
      ca: {
        name: 'Auditori del Port',
        description: '<p>Sala de 420 butaques a l’antiga llotja del peix. Obertura de portes: mitja hora abans.</p>',
      },
      es: {
        name: 'Auditorio del Puerto',
        description: '<p>Sala de 420 butacas en la antigua lonja. Apertura de puertas: media hora antes.</p>',
      },
      en: {
        name: 'Harbour Auditorium',
        description: '<p>A hall of 420 seats in the old fish market. Doors open half an hour before each event.</p>',
      },
    },
    address: 'Moll de Llevant, 4',
    coordinates: [40.9896, 0.9281],
    phone: '+34 977 000 120',
    website: 'https://www.vilamar.example/auditori',
    image: { file: 'auditori-del-port.jpg', alt: 'L’auditori il·luminat, reflectit a l’aigua del port' },
    customFields: { capacity: 420, wheelchair_access: true, induction_loop: true },
  },
  theatre: {
    texts: {
      ca: { name: 'Teatre de l’Ateneu', description: '<p>Teatre a la italiana del 1911, restaurat el 2004.</p>' },
      es: { name: 'Teatro del Ateneo', description: '<p>Teatro a la italiana de 1911, restaurado en 2004.</p>' },
      en: { name: 'Athenaeum Theatre', description: '<p>A horseshoe theatre of 1911, restored in 2004.</p>' },
    },
    address: 'Carrer de l’Orfeó, 12',
    coordinates: [40.9928, 0.9237],
    phone: '+34 977 000 112',
    website: 'https://ateneuvilamar.example/teatre',
    customFields: { capacity: 260, wheelchair_access: true },
  },
  library: {
    texts: {
      ca: { name: 'Biblioteca Municipal Carme Ferrer' },
      es: { name: 'Biblioteca Municipal Carme Ferrer' },
      en: { name: 'Carme Ferrer Public Library' },
    },
    address: 'Rambla de la Pau, 30',
    coordinates: [40.9939, 0.9258],
    phone: '+34 977 000 127',
    website: 'https://www.vilamar.example/biblioteca',
    customFields: { wheelchair_access: true },
  },
  museum: {
    texts: {
      ca: {
        name: 'Museu del Mar',
        description: '<p>La vida dels pescadors de Vilamar, a la casa de l’antiga confraria. Tancat els dilluns.</p>',
      },
      es: {
        name: 'Museo del Mar',
        description: '<p>La vida de los pescadores de Vilamar, en la casa de la antigua cofradía. Lunes, cerrado.</p>',
      },
      en: {
        name: 'Maritime Museum',
        description: '<p>The life of Vilamar’s fishing people, in the house of their old guild. Closed on Mondays.</p>',
      },
    },
    address: 'Carrer de Sant Pere, 23',
    coordinates: [40.9907, 0.9262],
    phone: '+34 977 000 135',
    website: 'https://museudelmar.example/',
    image: { file: 'museu-del-mar.jpg', alt: 'Una barca de vela llatina a la sala gran del museu' },
  },
  beach: {
    texts: {
      ca: { name: 'Platja de Ponent', description: '<p>Accés per l’escala del Far o per la rampa del passeig.</p>' },
      es: { name: 'Playa de Poniente', description: '<p>Acceso por la escalera del Faro o la rampa del paseo.</p>' },
      en: { name: 'Ponent Beach', description: '<p>Down the Lighthouse steps, or by the promenade ramp.</p>' },
    },
    address: 'Passeig Marítim, s/n',
    coordinates: [40.9874, 0.9215],
  },
  nautical: {
    texts: {
      ca: { name: 'Club Nàutic' },
      es: { name: 'Club Náutico' },
      en: { name: 'Sailing Club' },
    },
    address: 'Moll de Ponent, s/n',
    coordinates: [40.9886, 0.9264],
    phone: '+34 977 000 148',
    website: 'https://nauticvilamar.example/',
  },
  market: {
    texts: {
      ca: { name: 'Mercat Municipal', description: '<p>Edifici modernista del 1914, amb vint-i-dues parades.</p>' },
      es: { name: 'Mercado Municipal', description: '<p>Edificio modernista de 1914, con veintidós puestos.</p>' },
      en: { name: 'Municipal Market', description: '<p>An Art Nouveau hall of 1914, with twenty-two stalls.</p>' },
    },
    address: 'Plaça del Mercat, 3',
    coordinates: [40.9934, 0.9229],
    customFields: { wheelchair_access: true },
  },
} satisfies Record<string, DemoVenue>;
