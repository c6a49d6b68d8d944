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
  // Only the two languages in which the volunteers meet.
  volunteers: { texts: { ca: { name: 'Voluntariat' }, es: { name: 'Voluntariado' } } },
} satisfies Record<string, DemoTag>;
