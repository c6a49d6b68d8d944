import type { DemoTag } from '../demo-records.js';

export const TAGS = {
  outdoors: { texts: { ca: { name: 'A l’aire lliure' }, es: { name: 'Al aire libre' }, en: { name: 'Outdoors' } } },
  accessible: { texts: { ca: { name: 'Accessible' }, es: { name: 'Accesible' }, en: { name: 'Accessible' } } },
  signLanguage: {
    texts: {
      ca: { name: 'Llengua de signes', description: '<p>Amb interpretació en llengua de signes catalana.</p>' },
      es: { name: 'Lengua de signos', description: '<p>Con interpretación en lengua de signos catalana.</p>' },
      en: { name: 'Sign language', description: '<p>Interpreted in Catalan Sign Language.</p>' },
    },
  },
  children: {
    texts: { ca: { name: 'Per a infants' }, es: { name: 'Para niños y niñas' }, en: { name: 'For children' } },
  },
  booking: {
    texts: { ca: { name: 'Cal inscripció' }, es: { name: 'Con inscripción' }, en: { name: 'Booking required' } },
  },
  online: { texts: { ca: { name: 'En línia' }, es: { name: 'En línea' }, en: { name: 'Online' } } },
  sea: { texts: { ca: { name: 'Mar' }, es: { name: 'Mar' }, en: { name: 'Sea' } } },
  night: { texts: { ca: { name: 'Nit' }, es: { name: 'Noche' }, en: { name: 'Night' } } },
  christmas: { texts: { ca: { name: 'Nadal' }, es: { name: 'Navidad' }, en: { name: 'Christmas' } } },
  townFestival: {
    texts: { ca: { name: 'Festa Major' }, es: { name: 'Fiesta Mayor' }, en: { name: 'Summer festival' } },
  },
  localProduce: {
    texts: { ca: { name: 'Producte local' }, es: { name: 'Producto local' }, en: { name: 'Local produce' } },
  },
  carnival: { texts: { ca: { name: 'Carnestoltes' }, es: { name: 'Carnaval' }, en: { name: 'Carnival' } } },
  jazzSeason: {
    texts: {
      ca: { name: 'Jazz al Port', description: '<p>Abonament als tres concerts: 30 €.</p>' },
      es: { name: 'Jazz al Port', description: '<p>Abono a los tres conciertos: 30 €.</p>' },
      en: { name: 'Jazz al Port', description: '<p>Season ticket for the three concerts: €30.</p>' },
    },
  },
  filmClub: { texts: { ca: { name: 'Cineclub' }, es: { name: 'Cineclub' }, en: { name: 'Film club' } } },
  readingClub: {
    texts: { ca: { name: 'Club de lectura' }, es: { name: 'Club de lectura' }, en: { name: 'Book group' } },
  },
  scienceWeek: {
    texts: {
      ca: { name: 'Setmana de la Ciència' },
      es: { name: 'Semana de la Ciencia' },
      en: { name: 'Science Week' },
    },
  },
  stars: { texts: { ca: { name: 'Astronomia' }, es: { name: 'Astronomía' }, en: { name: 'Astronomy' } } },
  teenagers: { texts: { ca: { name: 'Joves' }, es: { name: 'Jóvenes' }, en: { name: 'Young people' } } },
  seniors: { texts: { ca: { name: 'Gent gran' }, es: { name: 'Personas mayores' }, en: { name: 'Older people' } } },
  zeroWaste: { texts: { ca: { name: 'Residu zero' }, es: { name: 'Residuo cero' }, en: { name: 'Zero waste' } } },
  solidarity: { texts: { ca: { name: 'Solidari' }, es: { name: 'Solidario' }, en: { name: 'For charity' } } },
  dancing: { texts: { ca: { name: 'Ball' }, es: { name: 'Baile' }, en: { name: 'Dancing' } } },
  wine: { texts: { ca: { name: 'Vi' }, es: { name: 'Vino' }, en: { name: 'Wine' } } },
  schoolHolidays: {
    texts: {
      ca: { name: 'Vacances escolars' },
      es: { name: 'Vacaciones escolares' },
      en: { name: 'School holidays' },
    },
  },
  twinTowns: {
    texts: { ca: { name: 'Agermanaments' }, es: { name: 'Hermanamientos' }, en: { name: 'Twin towns' } },
  },
  // For those who look for events in English, and those who learn it.
  inEnglish: { texts: { ca: { name: 'En anglès' }, en: { name: 'In English' } } },
  // Said in Spanish alone, by those who come to it.
  flamenco: { texts: { es: { name: 'Flamenco y copla' } } },
  // Only the two languages in which the volunteers meet.
  volunteers: { texts: { ca: { name: 'Voluntariat' }, es: { name: 'Voluntariado' } } },
} satisfies Record<string, DemoTag>;
