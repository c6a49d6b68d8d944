import type { DemoEvent } from '../demo-records.js';
import { nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const COURSES = {
  // For people who have yet to learn Catalan.
  catalanForBeginners: {
    texts: {
      es: {
        title: 'Catalán desde cero: primera clase del curso',
        excerpt: 'Veinte lunes para entender, preguntar y hacerse entender.',
        description:
          '<p>Para personas recién llegadas, sin conocimientos previos. Servicio de acogida infantil durante la clase. Trae un documento de identidad si lo tienes; si no, ven igualmente.</p>',
      },
      en: {
        title: 'Catalan from Scratch: First Class',
        excerpt: 'Twenty Mondays to understand, to ask and to be understood.',
        description:
          '<p>For newcomers who know none. Childcare is provided during the class. Bring proof of identity if you have any; if you have not, come all the same.</p>',
      },
    },
    time: { day: nthWeekday(1, 'monday'), from: '19:00', to: '20:30' },
    venues: ['civicCentre'],
    organizers: ['council', 'neighbours'],
    categories: ['courses', 'civic'],
    tags: ['booking', 'accessible'],
    cost: '0',
    website: 'https://www.vilamar.example/catala',
  },
  onlineScams: {
    texts: {
      ca: {
        title: 'Que no t’enredin: estafes per telèfon i per internet',
        excerpt: 'Matí pràctic per a persones grans, amb el mòbil a la mà.',
        description:
          '<p>Missatges del banc que no són del banc, fills que han «canviat de número» i premis que ningú no ha sortejat. Porta el telèfon carregat. Hi haurà esmorzar.</p>',
      },
      es: {
        title: 'Que no te líen: estafas por teléfono y por internet',
        excerpt: 'Mañana práctica para personas mayores, con el móvil en la mano.',
        description:
          '<p>Mensajes del banco que no son del banco, hijos que han «cambiado de número» y premios que nadie ha sorteado. Trae el teléfono cargado. Habrá desayuno.</p>',
      },
    },
    time: { day: nthWeekday(1, 'wednesday'), from: '10:30', to: '12:00' },
    venues: ['civicCentre'],
    organizers: ['council'],
    categories: ['courses'],
    tags: ['seniors', 'accessible'],
    cost: '0',
  },
  repairCafe: {
    texts: {
      ca: {
        title: 'Repara-ho! Cafè de reparacions de la Sínia',
        excerpt: 'Torradores, cremalleres, bicicletes: abans de llençar-ho, porta-ho.',
        description:
          '<p>Onze voluntaris amb eines i paciència. No ho fem per tu, ho fem amb tu. Recollida de números fins a les 12.30 h; un objecte per persona.</p>',
      },
      en: {
        title: 'La Sínia Repair Café',
        excerpt: 'Toasters, zips, bicycles: bring it along before you throw it out.',
        description:
          '<p>Eleven volunteers with tools and patience; most of them speak English. We do not mend it for you, we mend it with you. Queue tickets until 12.30 pm; one thing each.</p>',
      },
    },
    time: { day: nthWeekday(3, 'saturday'), from: '10:00', to: '13:30' },
    venues: ['civicCentre'],
    organizers: ['neighbours'],
    categories: ['courses', 'nature'],
    tags: ['zeroWaste', 'volunteers', 'accessible'],
    image: { file: 'repara-ho.jpg', alt: 'Una torradora oberta entre tornavisos i tasses de cafè' },
    cost: 'Donatiu · Donativo · Donation',
  },
  firstAid: {
    texts: {
      ca: {
        title: 'Reanimació i desfibril·lador: tres hores que salven',
        excerpt: 'Curs pràctic amb maniquins, obert a tothom a partir de 14 anys.',
        description:
          '<p>L’imparteixen infermeres del CAP i voluntaris de salvament. Roba còmoda: es treballa a terra; qui no s’hi pot posar, practica damunt d’una taula. Certificat d’assistència.</p>',
      },
      es: {
        title: 'Reanimación y desfibrilador: tres horas que salvan',
        excerpt: 'Curso práctico con maniquíes, abierto a partir de 14 años.',
        description:
          '<p>Lo imparten enfermeras del centro de salud y voluntarios de salvamento. Ropa cómoda: se trabaja en el suelo; quien no pueda, practica sobre una mesa. Certificado de asistencia.</p>',
      },
      en: {
        title: 'CPR and Defibrillator: Three Hours that Save Lives',
        excerpt: 'A hands-on course with dummies, for everyone aged 14 or over.',
        description:
          '<p>Taught by nurses from the health centre and volunteer lifeguards, in Catalan with English help. Wear loose clothes: we work on the floor, or at a table if you cannot. Certificate of attendance.</p>',
      },
    },
    time: { day: nextFirstWeekday('wednesday', '01-20'), from: '17:30', to: '20:30' },
    venues: ['sportsHall'],
    organizers: ['council'],
    categories: ['courses', 'health'],
    tags: ['booking', 'accessible', 'teenagers'],
    cost: '3 €',
    customFields: { places: 20, minimum_age: 14 },
  },
  riceCookery: {
    texts: {
      ca: {
        title: 'Curs de cuina: arròs de barca en tres punts',
        excerpt: 'Fumet, sofregit i paciència, amb el cuiner Quim Alsina.',
        description:
          '<p>Es cuina en parelles i se sopa el que en surt. Inclou davantal, vi i receptari. Avisa d’al·lèrgies en inscriure’t; hi ha alternativa sense marisc.</p>',
      },
      es: {
        title: 'Curso de cocina: arroz de barca en tres puntos',
        excerpt: 'Fumet, sofrito y paciencia, con el cocinero Quim Alsina.',
        description:
          '<p>Se cocina por parejas y se cena lo que salga. Incluye delantal, vino y recetario. Avisa de alergias al inscribirte; hay alternativa sin marisco.</p>',
      },
      en: {
        title: 'Cookery Course: Boatmen’s Rice in Three Steps',
        excerpt: 'Stock, sofregit and patience, with the chef Quim Alsina.',
        description:
          '<p>We cook in pairs and eat what comes of it. Apron, wine and recipes included. Tell us about allergies when you book; there is a version without shellfish.</p>',
      },
    },
    time: { day: nextFirstWeekday('tuesday', '04-07'), from: '18:00', to: '21:30' },
    venues: ['market'],
    organizers: ['traders', 'fishermen'],
    categories: ['courses', 'tastings'],
    tags: ['booking', 'localProduce', 'sea'],
    image: { file: 'arros-de-barca.jpg', alt: 'Una cassola d’arròs amb galeres, vista des de dalt' },
    cost: '38,50 €',
    website: 'https://entrades.vilamar.example/cuina',
    ticketed: true,
    customFields: { places: 16 },
  },
} satisfies Record<string, DemoEvent>;
