import type { DemoEvent } from '../demo-records.js';
import { nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const SPORT = {
  harbourSwim: {
    texts: {
      ca: {
        title: 'Travessia nedant al port',
        excerpt: '1.500 metres per a tothom i 200 per als més petits.',
        description:
          '<p>La cursa més antiga de la vila: del club nàutic a la platja de Ponent, amb caiacs d’acompanyament. Samarreta i esmorzar per a tothom.</p><p>Inscripcions fins a dos dies abans; el mateix dia, 5 € més.</p>',
      },
      es: {
        title: 'Travesía a nado en el puerto',
        excerpt: '1500 metros para todo el mundo y 200 para los más pequeños.',
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
    time: { day: nextFirstWeekday('sunday', '07-20'), from: '09:00', to: '12:30' },
    venues: ['nautical', 'beach'],
    organizers: ['nautical'],
    categories: ['waterSports'],
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
    time: { day: nextFirstWeekday('sunday', '03-08'), from: '09:30', to: '13:00' },
    venues: ['nautical'],
    organizers: ['hikers', 'council'],
    categories: ['nature', 'sport'],
    tags: ['outdoors', 'sea', 'volunteers', 'zeroWaste'],
    image: { file: 'cami-de-ronda.jpg', alt: 'Un grup camina sota els pins, amb el mar al fons' },
    cost: '0',
  },
  hillWalk: {
    texts: {
      ca: {
        title: 'Sortida a peu: de l’ermita a la font de la Teula',
        excerpt: 'Onze quilòmetres i 420 metres de pujada, per pista i corriol.',
        description:
          '<p>Cinc hores amb parades. Cal esmorzar, aigua i bastons si en fas servir. L’assegurança d’un dia és inclosa; els gossos, lligats. Cotxes compartits des de l’Estació Vella a les 7.30 h.</p>',
      },
      es: {
        title: 'Salida a pie: de la ermita a la fuente de la Teula',
        excerpt: 'Once kilómetros y 420 metros de subida, por pista y sendero.',
        description:
          '<p>Cinco horas con paradas. Hay que llevar desayuno, agua y bastones si los usas. El seguro de un día está incluido; los perros, atados. Coches compartidos desde la Estación Vieja a las 7.30 h.</p>',
      },
      en: {
        title: 'Hill Walk: from the Hermitage to the Teula Spring',
        excerpt: 'Eleven kilometres and 420 metres of ascent, on tracks and paths.',
        description:
          '<p>Five hours including breaks. Bring breakfast, water, and poles if you use them. Day insurance included; dogs on the lead. Shared cars leave the Old Station at 7.30 am.</p>',
      },
    },
    time: { day: nthWeekday(5, 'sunday'), from: '08:00', to: '13:30' },
    venues: ['hermitage'],
    organizers: ['hikers'],
    categories: ['nature', 'sport'],
    tags: ['outdoors', 'booking'],
    image: { file: 'font-de-la-teula.jpg', alt: 'Un rajolí d’aigua cau en una pica de pedra amb molsa' },
    cost: '5 € / 8 €',
    website: 'https://serraimar.example/sortides',
  },
  // Called by the chess circle, which has nobody to write English.
  chess: {
    texts: {
      ca: {
        title: 'Obert d’escacs ràpids a la fresca',
        excerpt: 'Set rondes de deu minuts sota els pins, del sub-8 als veterans.',
        description:
          '<p>Confirmació d’assistència fins a les 17.45 h. Es juga amb les peces de boix de l’Ateneu, del 1911. Trofeu per categories, i coca i orxata per a tothom.</p>',
      },
      es: {
        title: 'Abierto de ajedrez rápido al fresco',
        excerpt: 'Siete rondas de diez minutos bajo los pinos, del sub-8 a los veteranos.',
        description:
          '<p>Confirmación de asistencia hasta las 17.45 h. Se juega con las piezas de boj del Ateneo, de 1911. Trofeo por categorías, y coca y horchata para todo el mundo.</p>',
      },
    },
    time: { day: nextFirstWeekday('sunday', '08-20'), from: '18:00', to: '21:30' },
    venues: ['park'],
    organizers: ['ateneu'],
    categories: ['sport'],
    tags: ['booking', 'outdoors', 'children', 'seniors'],
    image: { file: 'escacs.jpg', alt: 'Un cavall de boix, gastat pel morro' },
    cost: ['5 €', '10 €'],
  },
  vintageRun: {
    texts: {
      ca: {
        title: 'Cursa de la Verema: 10 km i 5 km',
        excerpt: 'Entre vinyes i mar, amb sortida i arribada al pavelló.',
        description:
          '<p>Circuit homologat, tres avituallaments i raïm a la meta. Dorsals dissabte de 17 a 20 h. La caminada de cinc quilòmetres és oberta a cotxets i cadires; un euro va al banc d’aliments.</p>',
      },
      es: {
        title: 'Carrera de la Vendimia: 10 km y 5 km',
        excerpt: 'Entre viñas y mar, con salida y llegada en el pabellón.',
        description:
          '<p>Circuito homologado, tres avituallamientos y uva en la meta. Dorsales el sábado de 17 a 20 h. La caminata de cinco kilómetros está abierta a cochecitos y sillas; un euro va al banco de alimentos.</p>',
      },
      en: {
        title: 'Grape Harvest Run: 10k and 5k',
        excerpt: 'Through vineyards and along the sea, starting at the sports hall.',
        description:
          '<p>A certified course with three drinks stations, and grapes at the finish. Collect numbers on Saturday, 5 pm to 8 pm. Pushchairs and wheelchairs may join the five-kilometre walk; one euro goes to the food bank.</p>',
      },
    },
    time: { day: nextFirstWeekday('sunday', '10-14'), from: '09:30', to: '12:30' },
    venues: ['sportsHall'],
    organizers: ['council'],
    categories: ['sport'],
    tags: ['outdoors', 'booking', 'solidarity'],
    image: { file: 'cursa-de-la-verema.jpg', alt: 'Corredors entre ceps de fulla vermella' },
    cost: ['8 €', '15 €'],
    website: 'https://www.vilamar.example/cursa',
    ticketed: true,
  },
} satisfies Record<string, DemoEvent>;
