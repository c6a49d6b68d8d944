import type { DemoEvent } from '../demo-records.js';
import { nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const FILMS = {
  filmFerry: {
    texts: {
      ca: {
        title: 'Cineclub: «L’últim ferri», d’Ismini Karali',
        excerpt: 'Grècia, 2019. En grec, amb subtítols en català.',
        description:
          '<p>Una illa perd el vaixell i guanya un hivern. Obre el cicle <strong>Gent de mar</strong>; presentació de la crítica Aina Bosch i col·loqui al bar.</p>',
      },
      es: {
        title: 'Cineclub: «El último ferri», de Ismini Karali',
        excerpt: 'Grecia, 2019. En griego, con subtítulos en catalán.',
        description:
          '<p>Una isla pierde el barco y gana un invierno. Abre el ciclo <strong>Gente de mar</strong>; presentación de la crítica Aina Bosch y coloquio en el bar.</p>',
      },
      en: {
        title: 'Film Club: “The Last Ferry”, by Ismini Karali',
        excerpt: 'Greece, 2019. In Greek, with Catalan subtitles.',
        description:
          '<p>An island loses its boat and gains a winter. The first film of the season <strong>People of the Sea</strong>, introduced by the critic Aina Bosch; discussion in the bar.</p>',
      },
    },
    time: { day: nthWeekday(1, 'thursday'), from: '20:00', to: '22:15' },
    venues: ['theatre'],
    organizers: ['filmClub'],
    categories: ['cinema'],
    tags: ['filmClub', 'night', 'accessible'],
    image: { file: 'l-ultim-ferri.jpg', alt: 'Un moll buit sota la neu' },
    cost: ['3 €', '5 €'],
    website: 'https://llanterna.example/',
  },
  filmTrawler: {
    texts: {
      ca: {
        title: 'Cineclub: «Nit de bou», documental de Jordina Pell',
        excerpt: 'Vuit hores a bord, muntades en vuitanta minuts.',
        description:
          '<p>Rodat en una barca de Vilamar durant la temporada del llagostí. La directora i el patró, que no ha vist mai la pel·lícula, conversen després de la projecció.</p>',
      },
      es: {
        title: 'Cineclub: «Nit de bou», documental de Jordina Pell',
        excerpt: 'Ocho horas a bordo, montadas en ochenta minutos.',
        description:
          '<p>Rodado en una barca de Vilamar durante la temporada del langostino. La directora y el patrón, que nunca ha visto la película, conversan después de la proyección.</p>',
      },
      en: {
        title: 'Film Club: “Night Trawl”, a Documentary by Jordina Pell',
        excerpt: 'Eight hours on board, cut to eighty minutes.',
        description:
          '<p>Shot on a Vilamar boat in the prawn season. Afterwards the director talks to the skipper, who will be seeing it for the first time. Catalan, with Spanish subtitles.</p>',
      },
    },
    time: { day: nthWeekday(3, 'thursday'), from: '20:00', to: '22:00' },
    venues: ['theatre'],
    organizers: ['filmClub', 'fishermen'],
    categories: ['cinema'],
    tags: ['filmClub', 'sea', 'night', 'accessible'],
    image: { file: 'nit-de-bou.jpg', alt: 'El llum de coberta sobre la xarxa que puja' },
    cost: ['3 €', '5 €'],
    website: 'https://llanterna.example/',
  },
  filmSilent: {
    texts: {
      ca: {
        title: 'Cineclub: «La noia de la salina», cinema mut amb piano',
        excerpt: '1926. Còpia restaurada, amb Biel Sastre al teclat.',
        description:
          '<p>Un melodrama de fang i sal que es donava per perdut i va aparèixer en una capsa de galetes. Setanta minuts, amb música improvisada.</p>',
      },
      es: {
        title: 'Cineclub: «La chica de la salina», cine mudo con piano',
        excerpt: '1926. Copia restaurada, con Biel Sastre al teclado.',
        description:
          '<p>Un melodrama de barro y sal que se daba por perdido y apareció en una caja de galletas. Setenta minutos, con música improvisada.</p>',
      },
      en: {
        title: 'Film Club: “The Salt Girl”, a Silent Film with Piano',
        excerpt: '1926. Restored print, with Biel Sastre at the keyboard.',
        description:
          '<p>A melodrama of mud and salt, thought lost until it turned up in a biscuit tin. Seventy minutes, with improvised music; Catalan and English intertitles.</p>',
      },
    },
    time: { day: nthWeekday(5, 'thursday'), from: '20:00', to: '21:30' },
    venues: ['theatre'],
    organizers: ['filmClub', 'musicSchool'],
    categories: ['cinema'],
    tags: ['filmClub', 'night', 'accessible'],
    cost: ['3 €', '7 €'],
    website: 'https://llanterna.example/',
  },
  openAirCinema: {
    texts: {
      ca: {
        title: 'Cinema a la fresca: la pel·lícula que vota el públic',
        excerpt: 'Una pel·lícula familiar sota les estrelles, amb la sorra per butaca.',
        description:
          '<p>Vota al web fins al dia abans: hi ha tres títols. Versió original amb subtítols en català.</p><p>Si plou, la sessió passa a l’Auditori del Port.</p>',
      },
      es: {
        title: 'Cine a la fresca: la película que vota el público',
        excerpt: 'Una película familiar bajo las estrellas, con la arena por butaca.',
        description:
          '<p>Vota en la web hasta el día antes: hay tres títulos. Versión original con subtítulos en catalán.</p><p>Si llueve, la sesión pasa al Auditorio del Puerto.</p>',
      },
      en: {
        title: 'Open-air Cinema: the Audience’s Choice',
        excerpt: 'A family film under the stars, with the sand for a seat.',
        description:
          '<p>Vote on the website until the day before: there are three to choose from. Original version with Catalan subtitles.</p><p>If it rains, we move to the Harbour Auditorium.</p>',
      },
    },
    time: { day: nextFirstWeekday('friday', '07-01'), from: '22:00', to: '23:45' },
    venues: ['beach'],
    organizers: ['council'],
    categories: ['cinema', 'family'],
    tags: ['outdoors', 'night', 'children'],
    image: { file: 'cinema-a-la-fresca.jpg', alt: 'La pantalla inflable a la platja, de nit' },
    cost: '0',
    website: 'https://www.vilamar.example/cinema',
  },
  openAirSeagrass: {
    texts: {
      ca: {
        title: 'Cinema a la fresca: «Posidònia, el bosc de baix»',
        excerpt: 'Documental submarí rodat davant de casa.',
        description:
          '<p>Quatre anys d’immersions entre la punta del Llop i el port. Presenten la pel·lícula els bussos que la van fer. Porta estora o coixí; hi ha trenta cadires per a qui les necessiti.</p>',
      },
      es: {
        title: 'Cine a la fresca: «Posidonia, el bosque de abajo»',
        excerpt: 'Documental submarino rodado delante de casa.',
        description:
          '<p>Cuatro años de inmersiones entre la punta del Llop y el puerto. Presentan la película los buzos que la hicieron. Trae esterilla o cojín; hay treinta sillas para quien las necesite.</p>',
      },
      en: {
        title: 'Open-air Cinema: “The Forest Below”',
        excerpt: 'A film about seagrass, shot under water on our own doorstep.',
        description:
          '<p>Four years of diving between Punta del Llop and the harbour, introduced by the divers themselves. Bring a mat or a cushion; there are thirty chairs for those who need one.</p>',
      },
    },
    time: { day: nextFirstWeekday('friday', '07-08'), from: '22:00', to: '23:20' },
    venues: ['beach'],
    organizers: ['filmClub', 'council'],
    categories: ['cinema', 'nature'],
    tags: ['outdoors', 'night', 'sea'],
    cost: '0',
    website: 'https://www.vilamar.example/cinema',
  },
} satisfies Record<string, DemoEvent>;
