import type { DemoOrganizer } from '../demo-records.js';

/** Who invites all year round. */
export const INSTITUTIONS = {
  council: {
    texts: {
      ca: {
        name: 'Ajuntament de Vilamar de la Costa',
        description: '<p>Regidoria de Cultura i Festes. Oberta de dilluns a divendres, de 9 a 14 h.</p>',
      },
      es: {
        name: 'Ayuntamiento de Vilamar de la Costa',
        description: '<p>Concejalía de Cultura y Fiestas. Abierta de lunes a viernes, de 9 a 14 h.</p>',
      },
      en: {
        name: 'Vilamar de la Costa Town Council',
        description: '<p>Department of Culture and Festivals. Open Monday to Friday, 9 am to 2 pm.</p>',
      },
    },
    phone: '+34 977 000 100',
    email: 'cultura@vilamar.example',
    website: 'https://www.vilamar.example/cultura',
    image: { file: 'ajuntament.jpg', alt: 'La façana de l’ajuntament, amb la senyera al balcó' },
  },
  ateneu: {
    texts: {
      ca: {
        name: 'Ateneu Popular de Vilamar',
        description: '<p>Entitat cultural fundada el 1898: teatre, coral, biblioteca i escola de música.</p>',
      },
      es: {
        name: 'Ateneo Popular de Vilamar',
        description: '<p>Entidad cultural fundada en 1898: teatro, coral, biblioteca y escuela de música.</p>',
      },
      en: {
        name: 'Vilamar People’s Athenaeum',
        description: '<p>A cultural society founded in 1898: theatre, choir, library and music school.</p>',
      },
    },
    phone: '+34 977 000 112',
    email: 'hola@ateneuvilamar.example',
    website: 'https://ateneuvilamar.example/',
  },
  castellers: {
    texts: {
      ca: {
        name: 'Xiquets de Vilamar',
        description: '<p>Colla castellera. Assagem els dimarts i els divendres a les 20.30 h: vine a fer pinya!</p>',
      },
      es: {
        name: 'Xiquets de Vilamar',
        description: '<p>Colla castellera. Ensayamos los martes y los viernes a las 20.30 h: ¡ven a hacer piña!</p>',
      },
    },
    email: 'colla@xiquetsdevilamar.example',
    website: 'https://xiquetsdevilamar.example/',
  },
  museum: {
    texts: {
      ca: { name: 'Patronat del Museu del Mar' },
      es: { name: 'Patronato del Museo del Mar' },
      en: { name: 'Maritime Museum Trust' },
    },
    phone: '+34 977 000 135',
    email: 'info@museudelmar.example',
    website: 'https://museudelmar.example/',
  },
  nautical: {
    texts: {
      ca: { name: 'Club Nàutic Vilamar', description: '<p>Escola de vela, rem i natació en aigües obertes.</p>' },
      es: { name: 'Club Náutico Vilamar', description: '<p>Escuela de vela, remo y natación en aguas abiertas.</p>' },
      en: { name: 'Vilamar Sailing Club', description: '<p>Lessons in sailing, rowing and open-water swimming.</p>' },
    },
    phone: '+34 977 000 148',
    email: 'secretaria@nauticvilamar.example',
    website: 'https://nauticvilamar.example/',
  },
  traders: {
    texts: {
      ca: { name: 'Unió de Botiguers de Vilamar' },
      es: { name: 'Unión de Comerciantes de Vilamar' },
      en: { name: 'Vilamar Traders’ Association' },
    },
    phone: '+34 977 000 156',
    email: 'botiguers@vilamar.example',
  },
} satisfies Record<string, DemoOrganizer>;
