import type { DemoEvent } from '../demo-records.js';
import { daysAfter, currentOrNext, nextAnniversary, nextFirstWeekday } from '../demo-days.js';

/** La Sínia's own festival lasts from a Friday to a Sunday. */
const QUARTER_FESTIVAL = currentOrNext(3, nextFirstWeekday('friday', '09-17'));

export const AUTUMN = {
  nationalDay: {
    texts: {
      ca: {
        title: 'Diada Nacional de Catalunya: ofrena floral',
        excerpt: 'Ofrena d’entitats, parlament i «Els segadors» a veus.',
        description:
          '<p>Les entitats que vulguin fer l’ofrena s’han d’inscriure a l’ajuntament fins al 9 de setembre. Després de l’acte, coca i moscatell, i ballada de sardanes.</p>',
      },
      es: {
        title: 'Diada Nacional de Cataluña: ofrenda floral',
        excerpt: 'Ofrenda de entidades, parlamento y «Els segadors» a voces.',
        description:
          '<p>Las entidades que quieran hacer la ofrenda deben inscribirse en el ayuntamiento hasta el 9 de septiembre. Después del acto, coca y moscatel, y baile de sardanas.</p>',
      },
      en: {
        title: 'Catalan National Day: Laying of Flowers',
        excerpt: 'Wreaths from local societies, a speech, and the anthem sung by the choir.',
        description:
          '<p>Societies that wish to lay flowers should tell the town hall by 9 September. Cake, muscatel and sardana dancing follow.</p>',
      },
    },
    time: { day: nextAnniversary('09-11'), from: '10:30', to: '12:30' },
    venues: ['square'],
    organizers: ['council', 'ateneu'],
    categories: ['civic', 'popularCulture'],
    tags: ['outdoors', 'dancing'],
    cost: '0',
  },
  quarterFestival: {
    texts: {
      ca: {
        title: 'Festes de la Sínia',
        excerpt: 'Tres dies de barri: sopars, gimcana, ball i la baixada d’andròmines.',
        description:
          '<p>Les fan els veïns i les veïnes del barri, de la primera bombeta a l’última escombrada. Programa complet al centre cívic i als comerços de la Sínia.</p><p>Diumenge a les 13 h, baixada d’andròmines pel carrer Major de Dalt.</p>',
      },
      es: {
        title: 'Fiestas de la Sínia',
        excerpt: 'Tres días de barrio: cenas, gincana, baile y bajada de trastos.',
        description:
          '<p>Las hacen los vecinos y vecinas del barrio, de la primera bombilla al último barrido. Programa completo en el centro cívico y en los comercios de la Sínia.</p><p>El domingo a las 13 h, bajada de trastos por el carrer Major de Dalt.</p>',
      },
      en: {
        title: 'La Sínia Neighbourhood Festival',
        excerpt: 'Three days of suppers, games, dancing and a soapbox race.',
        description:
          '<p>The people of La Sínia do it all themselves, from the first light bulb to the last sweep of the broom. Full programme at the community centre and in local shops.</p><p>The soapbox race is on Sunday at 1 pm, down carrer Major de Dalt.</p>',
      },
    },
    time: { day: QUARTER_FESTIVAL, days: 3 },
    venues: ['park', 'civicCentre'],
    organizers: ['neighbours'],
    categories: ['quarters'],
    tags: ['outdoors', 'volunteers'],
    image: { file: 'festes-de-la-sinia.jpg', alt: 'Una andròmina amb forma de banyera baixa pel carrer' },
    cost: '0',
    website: 'https://lasinia.example/festes',
  },
  quarterGames: {
    texts: {
      ca: {
        title: 'Gimcana de les aixetes',
        excerpt: 'Setze proves amb aigua per a colles de quatre, de 6 a 99 anys.',
        description:
          '<p>Cada colla ha de tenir almenys un infant i una persona de més de quaranta anys. Inscripcions a les 16.30 h, allà mateix. Porta roba de recanvi.</p>',
      },
      es: {
        title: 'Gincana de los grifos',
        excerpt: 'Dieciséis pruebas con agua para equipos de cuatro, de 6 a 99 años.',
        description:
          '<p>Cada equipo debe tener al menos un niño o niña y una persona de más de cuarenta años. Inscripciones a las 16.30 h allí mismo. Trae ropa de recambio.</p>',
      },
      en: {
        title: 'The Great Tap Race',
        excerpt: 'Sixteen water games for teams of four, aged 6 to 99.',
        description:
          '<p>Every team needs at least one child and one person over forty. Sign up on the spot from 4.30 pm, and bring dry clothes.</p>',
      },
    },
    time: { day: daysAfter(QUARTER_FESTIVAL, 1), from: '17:00', to: '19:30' },
    venues: ['park'],
    organizers: ['neighbours'],
    categories: ['quarters', 'family'],
    tags: ['children', 'outdoors'],
    parent: 'quarterFestival',
    cost: '1 €',
  },
  quarterSupper: {
    texts: {
      ca: {
        title: 'Sopar a la fresca i ball amb Els Patacons',
        excerpt: 'Botifarra, escalivada i versions amb trombó fins a les dues.',
        description:
          '<p>Tiquets al centre cívic fins dijous; hi ha opció vegetariana i sense gluten. Porta plat i got: no fem servir res d’un sol ús. El ball, a partir de les 23 h, és obert a tothom.</p>',
      },
      es: {
        title: 'Cena al fresco y baile con Els Patacons',
        excerpt: 'Butifarra, escalivada y versiones con trombón hasta las dos.',
        description:
          '<p>Tiques en el centro cívico hasta el jueves; hay opción vegetariana y sin gluten. Trae plato y vaso: no usamos nada de un solo uso. El baile, a partir de las 23 h, está abierto a todo el mundo.</p>',
      },
      en: {
        title: 'Supper under the Pines, and a Dance with Els Patacons',
        excerpt: 'Grilled sausage, roast vegetables, and covers with a trombone until two.',
        description:
          '<p>Tickets from the community centre until Thursday; there are vegetarian and gluten-free suppers. Bring a plate and a cup: we use nothing disposable. The dance, from 11 pm, is open to all.</p>',
      },
    },
    time: { day: daysAfter(QUARTER_FESTIVAL, 1), from: '21:30', to: '02:00' },
    venues: ['park'],
    organizers: ['neighbours'],
    categories: ['quarters', 'newMusic'],
    tags: ['dancing', 'night', 'zeroWaste', 'outdoors'],
    parent: 'quarterFestival',
    cost: ['0 €', '11 €'],
    ticketed: true,
  },
  chestnuts: {
    texts: {
      ca: {
        title: 'Castanyada i contes de por suau',
        excerpt: 'Castanyes, moniatos, panellets i fantasmes amb bons modals.',
        description:
          '<p>La castanyera encén el foc a les 17.30 h. Contes a les 18.15 h (de 4 a 8 anys) i a les 19.30 h (a partir de 9). Concurs de panellets: porta’n mitja dotzena abans de les 18 h.</p>',
      },
      es: {
        title: 'Castañada y cuentos de miedo suave',
        excerpt: 'Castañas, boniatos, panellets y fantasmas con buenos modales.',
        description:
          '<p>La castañera enciende el fuego a las 17.30 h. Cuentos a las 18.15 h (de 4 a 8 años) y a las 19.30 h (a partir de 9). Concurso de panellets: trae media docena antes de las 18 h.</p>',
      },
      en: {
        title: 'Roast Chestnuts and Gently Spooky Stories',
        excerpt: 'Chestnuts, sweet potatoes, almond cakes and well-mannered ghosts.',
        description:
          '<p>The fire is lit at 5.30 pm. Stories at 6.15 pm (ages 4 to 8) and 7.30 pm (9 and over). For the panellets contest, bring half a dozen before 6 pm.</p>',
      },
    },
    time: { day: nextAnniversary('10-31'), from: '17:30', to: '20:30' },
    venues: ['park'],
    organizers: ['neighbours', 'council'],
    categories: ['festivities', 'family'],
    tags: ['children', 'outdoors', 'night'],
    image: { file: 'castanyada.jpg', alt: 'Una paperina de castanyes fumejants' },
    cost: ['0 €', '2 €'],
  },
} satisfies Record<string, DemoEvent>;
