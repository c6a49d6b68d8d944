import type { DemoEvent } from '../demo-records.js';
import { currentOrNext, nextAnniversary, nextFirstWeekday } from '../demo-days.js';

export const SUMMER = {
  midsummerNight: {
    texts: {
      ca: {
        title: 'Revetlla de Sant Joan',
        excerpt: 'Foguera, coca i ball arran d’aigua fins a les quatre.',
        description:
          '<p>La Flama arriba per mar a les 21 h i encén la foguera a les 22 h. Sopar de carmanyola a les taules del passeig; la coca i el cava els ven la comissió de festes.</p><p>No es permet llançar petards fora de la zona senyalada.</p>',
      },
      es: {
        title: 'Verbena de San Juan',
        excerpt: 'Hoguera, coca y baile a la orilla del mar hasta las cuatro.',
        description:
          '<p>La Flama llega por mar a las 21 h y enciende la hoguera a las 22 h. Cena de fiambrera en las mesas del paseo; la coca y el cava los vende la comisión de fiestas.</p><p>No se permite lanzar petardos fuera de la zona señalada.</p>',
      },
      en: {
        title: 'Midsummer Night on the Beach',
        excerpt: 'A bonfire, Saint John’s cake, and dancing by the water until four.',
        description:
          '<p>The flame comes in by boat at 9 pm and lights the bonfire at 10. Bring a picnic to the tables on the promenade; cake and sparkling wine are on sale.</p><p>Fireworks may be let off in the marked area only.</p>',
      },
    },
    time: { day: nextAnniversary('06-23'), from: '21:00', to: '04:00' },
    venues: ['beach'],
    organizers: ['council', 'nautical'],
    categories: ['festivities'],
    tags: ['night', 'dancing', 'sea', 'outdoors'],
    image: { file: 'revetlla.jpg', alt: 'La foguera encesa davant del mar' },
    cost: '0',
    featured: true,
  },
  pride: {
    texts: {
      ca: {
        title: 'Orgull a Vilamar: manifest, pícnic i concert',
        excerpt: 'Dia de l’Orgull LGBTI+ amb la cantant Gal·la Ferran i la DJ Posidònia.',
        description:
          '<p>Lectura del manifest a les 19.30 h, amb intèrpret de llengua de signes; pícnic compartit i música fins a les 23.30 h. Lavabos sense gènere i zona de descans.</p>',
      },
      es: {
        title: 'Orgullo en Vilamar: manifiesto, pícnic y concierto',
        excerpt: 'Día del Orgullo LGBTI+ con la cantante Gal·la Ferran y la DJ Posidònia.',
        description:
          '<p>Lectura del manifiesto a las 19.30 h, con intérprete de lengua de signos; pícnic compartido y música hasta las 23.30 h. Baños sin género y zona de descanso.</p>',
      },
      en: {
        title: 'Pride in the Park',
        excerpt: 'LGBTI+ Pride with the singer Gal·la Ferran and DJ Posidònia.',
        description:
          '<p>The manifesto is read at 7.30 pm, with sign language; then a shared picnic, and music until 11.30 pm. Gender-neutral toilets and a quiet area.</p>',
      },
    },
    time: { day: nextAnniversary('06-28'), from: '19:30', to: '23:30' },
    venues: ['park'],
    organizers: ['colours', 'council'],
    categories: ['equality', 'newMusic'],
    tags: ['signLanguage', 'outdoors', 'night', 'teenagers'],
    image: { file: 'orgull.jpg', alt: 'Una bandera irisada entre dos pins' },
    cost: '0',
    website: 'https://vilamarencolors.example/orgull',
  },
  summerCamp: {
    texts: {
      ca: {
        title: 'Casal d’estiu: «Vint mil llegües per la Sínia»',
        excerpt: 'Quatre setmanes de jocs, mar i cabanes, de 4 a 12 anys.',
        description:
          '<p>Dies feiners de 9 a 13.30 h, amb acollida des de les 8 h i menjador opcional. Es pot venir per setmanes; el preu és el de cadascuna.</p><p>Beques fins al 80 % segons la renda: consulta-ho al centre cívic.</p>',
      },
      es: {
        title: 'Casal de verano: «Veinte mil leguas por la Sínia»',
        excerpt: 'Cuatro semanas de juegos, mar y cabañas, de 4 a 12 años.',
        description:
          '<p>Días laborables de 9 a 13.30 h, con acogida desde las 8 h y comedor opcional. Se puede venir por semanas; el precio es el de cada una.</p><p>Becas de hasta el 80 % según la renta: consúltalo en el centro cívico.</p>',
      },
      en: {
        title: 'Summer Day Camp: Twenty Thousand Leagues under La Sínia',
        excerpt: 'Four weeks of games, sea and dens for ages 4 to 12.',
        description:
          '<p>Weekdays from 9 am to 1.30 pm, early drop-off from 8 am and lunch if you want it. Children may come for single weeks; the price is for one week.</p><p>Grants of up to 80% depending on income: ask at the community centre.</p>',
      },
    },
    time: { day: currentOrNext(26, nextFirstWeekday('monday', '06-26')), days: 26 },
    venues: ['civicCentre'],
    organizers: ['council', 'neighbours'],
    categories: ['family'],
    tags: ['schoolHolidays', 'children', 'booking', 'accessible'],
    cost: '62,50 €',
    website: 'https://www.vilamar.example/casal',
    customFields: { age: { from: 4, to: 12 } },
  },
  seaProcession: {
    texts: {
      ca: {
        title: 'Processó marinera del Carme',
        excerpt: 'Trenta barques guarnides i una corona de flors al mar.',
        description:
          '<p>Ofici a la confraria a les 19 h i sortida de les barques a les 19.30 h. Es pot pujar a bord amb invitació, que es recull a la confraria la setmana abans; la resta, des de l’espigó.</p>',
      },
      es: {
        title: 'Procesión marinera del Carmen',
        excerpt: 'Treinta barcas engalanadas y una corona de flores en el mar.',
        description:
          '<p>Oficio en la cofradía a las 19 h y salida de las barcas a las 19.30 h. Se puede subir a bordo con invitación, que se recoge en la cofradía la semana anterior; los demás, desde el espigón.</p>',
      },
      en: {
        title: 'Our Lady of Carmel: Procession at Sea',
        excerpt: 'Thirty boats in their finery, and a wreath upon the water.',
        description:
          '<p>Service at the guild house at 7 pm; the boats leave at 7.30. Invitations to go aboard can be collected from the guild in the week before; everybody else watches from the breakwater.</p>',
      },
    },
    time: { day: nextAnniversary('07-16'), from: '19:00', to: '21:30' },
    venues: ['nautical'],
    organizers: ['fishermen'],
    categories: ['festivities'],
    tags: ['sea', 'outdoors'],
    image: { file: 'processo-del-carme.jpg', alt: 'Barques amb banderes de colors surten de la bocana' },
    cost: '0',
  },
  shootingStars: {
    texts: {
      ca: {
        title: 'Llàgrimes de Sant Llorenç',
        excerpt: 'Nit d’estels fugaços a l’ermita, lluny dels fanals.',
        description:
          '<p>Porta estoreta, jaqueta i llanterna de llum vermella. Hi haurà tres telescopis i algú que expliqui cada cosa. Bus des de la rambla a les 21.45 i a les 22.15 h; torna a la 1.30 h.</p>',
      },
      es: {
        title: 'Lágrimas de San Lorenzo',
        excerpt: 'Noche de estrellas fugaces en la ermita, lejos de las farolas.',
        description:
          '<p>Trae esterilla, chaqueta y linterna de luz roja. Habrá tres telescopios y alguien que lo explique todo. Autobús desde la rambla a las 21.45 y a las 22.15 h; vuelve a la 1.30 h.</p>',
      },
      en: {
        title: 'Perseids Night: Shooting Stars at the Hermitage',
        excerpt: 'Three telescopes, far away from the street lamps.',
        description:
          '<p>Bring a mat, a jacket and a red torch; somebody will be there to explain. Bus from the rambla at 9.45 pm and 10.15 pm, returning at 1.30 am.</p>',
      },
    },
    time: { day: nextAnniversary('08-11'), from: '22:30', to: '01:30' },
    venues: ['hermitage'],
    organizers: ['stargazers', 'hikers'],
    categories: ['science', 'nature'],
    tags: ['stars', 'night', 'outdoors', 'booking'],
    image: { file: 'llagrimes-de-sant-llorenc.jpg', alt: 'El traç d’un meteor sobre la silueta de l’ermita' },
    cost: '2 €',
  },
} satisfies Record<string, DemoEvent>;
