import type { DemoEvent } from '../demo-records.js';
import { first, next, nth } from '../demo-days.js';

export const SPORT = {
  harbourSwim: {
    texts: {
      ca: {
        title: 'Travessia nedant al port',
        excerpt: '1.500 metres per a tothom i 200 per als més petits.',
        description:
          '<p>La cursa més antiga de la vila: del club nàutic a la platja de Ponent, amb caiacs d’acompanyament. Samarreta i esmorzar per a tothom.</p><p>Inscripcions fins dos dies abans; el mateix dia, 5 € més.</p>',
      },
      es: {
        title: 'Travesía a nado en el puerto',
        excerpt: '1.500 metros para todo el mundo y 200 para los más pequeños.',
        description:
          '<p>La carrera más antigua de la villa: del club náutico a la playa de Poniente, con kayaks de acompañamiento. Camiseta y desayuno para todo el mundo.</p><p>Inscripciones hasta dos días antes; el mismo día, 5 € más.</p>',
      },
      en: {
        title: 'Harbour Swim',
        excerpt: '1,500 metres for everyone, and 200 for the youngest.',
        description:
          '<p>The town’s oldest race: from the sailing club to Ponent Beach, escorted by kayaks. T-shirt and breakfast for everybody.</p><p>Enter up to two days before; on the day, €5 more.</p>',
      },
    },
    time: { day: first('sunday', next('07-20')), from: '09:00', to: '12:30' },
    venues: ['nautical', 'beach'],
    organizers: ['nautical'],
    categories: ['sport'],
    tags: ['sea', 'outdoors', 'booking'],
    image: { file: 'travessia.jpg', alt: 'Nedadors amb casquet groc a la sortida' },
    cost: '20 €',
    website: 'https://nauticvilamar.example/travessia',
    ticketed: true,
  },
  coastalPath: {
    texts: {
      ca: {
        title: 'Caminada pel camí de ronda i recollida de plàstics',
        excerpt: 'Vuit quilòmetres entre pins i cales, amb guants i bosses.',
        description:
          '<p>Sortida del club nàutic fins a la cala del Llop. Dificultat baixa; cal portar aigua i calçat tancat.</p><p>L’any passat vam recollir <strong>312 quilos</strong> de deixalles. Et sumes al repte?</p>',
      },
      es: {
        title: 'Caminata por el camino de ronda y recogida de plásticos',
        excerpt: 'Ocho kilómetros entre pinos y calas, con guantes y bolsas.',
        description:
          '<p>Salida del club náutico hasta la cala del Llop. Dificultad baja; hay que llevar agua y calzado cerrado.</p><p>El año pasado recogimos <strong>312 kilos</strong> de residuos. ¿Te sumas al reto?</p>',
      },
      en: {
        title: 'Coastal Path Walk and Beach Clean',
        excerpt: 'Eight kilometres of pines and coves, with gloves and bags.',
        description:
          '<p>From the sailing club to the cove of Cala del Llop. An easy walk; bring water and wear closed shoes.</p><p>Last year we picked up <strong>312 kilos</strong> of litter. Will you join us?</p>',
      },
    },
    time: { day: nth(12, 'sunday'), from: '09:30', to: '13:00' },
    venues: ['nautical'],
    organizers: ['nautical', 'council'],
    categories: ['sport'],
    tags: ['outdoors', 'sea', 'volunteers'],
    image: { file: 'cami-de-ronda.jpg', alt: 'Un grup camina sota els pins, amb el mar al fons' },
    cost: '0',
  },
} satisfies Record<string, DemoEvent>;
