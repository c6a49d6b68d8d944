import type { DemoEvent } from '../demo-records.js';
import { nextAnniversary, nextFirstWeekday, nthWeekday } from '../demo-days.js';

export const HERITAGE = {
  railwayWalk: {
    texts: {
      ca: {
        title: 'Ruta guiada: la vila que va portar el tren',
        excerpt: 'De l’Estació Vella al mercat, entre cases modernistes i magatzems.',
        description:
          '<p>Una hora i tres quarts amb la historiadora de l’art Sílvia Andreu. Recorregut pla, apte per a cadires de rodes. Grup de vint-i-cinc persones; cal reservar al museu fins divendres.</p>',
      },
      es: {
        title: 'Ruta guiada: la villa que trajo el tren',
        excerpt: 'De la Estación Vieja al mercado, entre casas modernistas y almacenes.',
        description:
          '<p>Una hora y tres cuartos con la historiadora del arte Sílvia Andreu. Recorrido llano, apto para sillas de ruedas. Grupo de veinticinco personas; hay que reservar en el museo hasta el viernes.</p>',
      },
      en: {
        title: 'Guided Walk: the Town the Railway Built',
        excerpt: 'Art Nouveau houses and warehouses between the Old Station and the market.',
        description:
          '<p>An hour and three quarters with the art historian Sílvia Andreu, in Catalan; ask for the English leaflet. Level ground, suitable for wheelchairs. Twenty-five places: book at the museum by Friday.</p>',
      },
    },
    time: { day: nthWeekday(1, 'sunday'), from: '11:00', to: '12:45' },
    venues: ['station'],
    organizers: ['museum'],
    categories: ['heritage'],
    tags: ['booking', 'accessible', 'outdoors'],
    image: { file: 'ruta-del-tren.jpg', alt: 'Rajoles amb lliris en un balcó del passeig' },
    cost: '5 €',
    website: 'https://museudelmar.example/rutes',
  },
  museumDay: {
    texts: {
      ca: {
        title: 'Dia Internacional dels Museus',
        excerpt: 'Portes obertes, visites teatralitzades i taller de nusos.',
        description:
          '<p>Entrada gratuïta tot el dia. Visites teatralitzades a les 11, les 12.30 i les 17 h; taller de nusos mariners a les 18 h.</p><p>Les visites són de vint-i-cinc persones: cal reservar plaça al web del museu.</p>',
      },
      es: {
        title: 'Día Internacional de los Museos',
        excerpt: 'Puertas abiertas, visitas teatralizadas y taller de nudos.',
        description:
          '<p>Entrada gratuita todo el día. Visitas teatralizadas a las 11, las 12.30 y las 17 h; taller de nudos marineros a las 18 h.</p><p>Las visitas son de veinticinco personas: hay que reservar plaza en la web del museo.</p>',
      },
      en: {
        title: 'International Museum Day',
        excerpt: 'Open house, costumed tours and a knot-tying workshop.',
        description:
          '<p>Free admission all day. Costumed tours at 11 am, 12.30 pm and 5 pm; knot-tying workshop at 6 pm.</p><p>Tours take twenty-five people: please book on the museum’s website.</p>',
      },
    },
    time: { day: nextAnniversary('05-18') },
    venues: ['museum'],
    organizers: ['museum'],
    categories: ['heritage', 'family'],
    tags: ['booking', 'children', 'sea'],
    image: { file: 'dia-dels-museus.jpg', alt: 'Una guia vestida de peixatera davant d’un grup' },
    cost: '0',
    website: 'https://museudelmar.example/dia-dels-museus',
  },
  museumNight: {
    texts: {
      ca: {
        title: 'La Nit al Museu: a les fosques i amb llanterna',
        excerpt: 'Sales sense llum, veus de pescadors i un còctel de farigola.',
        description:
          '<p>Entrada lliure de 20 a 00.30 h. Cada visitant rep una llanterna; a les 21 i a les 23 h, la rondalla de l’Ateneu toca entre les barques. A la terrassa, un tast a càrrec de l’escola d’hoteleria.</p>',
      },
      es: {
        title: 'La Noche en el Museo: a oscuras y con linterna',
        excerpt: 'Salas sin luz, voces de pescadores y un cóctel de tomillo.',
        description:
          '<p>Entrada libre de 20 a 00.30 h. Cada visitante recibe una linterna; a las 21 y a las 23 h, la rondalla del Ateneo toca entre las barcas. En la terraza, una cata a cargo de la escuela de hostelería.</p>',
      },
      en: {
        title: 'Night at the Museum: Lights Out, Torches On',
        excerpt: 'Dark rooms, fishermen’s voices and a cocktail of thyme.',
        description:
          '<p>Free entry from 8 pm to half past midnight, with a torch for every visitor. The Athenaeum’s string band plays among the boats at 9 pm and 11 pm; tastings by the catering college on the terrace.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '05-13'), from: '20:00', to: '00:30' },
    venues: ['museum'],
    organizers: ['museum', 'ateneu'],
    categories: ['heritage'],
    tags: ['night', 'sea'],
    image: { file: 'nit-al-museu.jpg', alt: 'Un feix de llum sobre la proa d’una barca' },
    cost: '0',
    featured: true,
  },
  heritageDay: {
    texts: {
      ca: {
        title: 'Jornades de Patrimoni: pugem a la teulada de l’ermita',
        excerpt: 'Visita d’obra als murs del segle XIII i al nou campanar.',
        description:
          '<p>Amb els arquitectes de la restauració, en grups de dotze, a cada hora en punt. Cal casc (el posem nosaltres), calçat tancat i no patir vertigen. Edat mínima: 12 anys.</p>',
      },
      es: {
        title: 'Jornadas de Patrimonio: subimos al tejado de la ermita',
        excerpt: 'Visita de obra a los muros del siglo XIII y al nuevo campanario.',
        description:
          '<p>Con los arquitectos de la restauración, en grupos de doce, a cada hora en punto. Hacen falta casco (lo ponemos nosotros), calzado cerrado y no padecer vértigo. Edad mínima: 12 años.</p>',
      },
      en: {
        title: 'Heritage Days: up on the Hermitage Roof',
        excerpt: 'A site visit to thirteenth-century walls and a brand-new belfry.',
        description:
          '<p>With the architects of the restoration, twelve at a time, every hour on the hour. Helmets are provided; closed shoes and a head for heights are not. Minimum age 12.</p>',
      },
    },
    time: { day: nextFirstWeekday('saturday', '10-06'), from: '10:00', to: '14:00' },
    venues: ['hermitage'],
    organizers: ['council', 'hikers'],
    categories: ['heritage'],
    tags: ['booking', 'outdoors'],
    image: { file: 'teulada-de-l-ermita.jpg', alt: 'Una bastida al voltant del campanar' },
    cost: '0',
    website: 'https://www.vilamar.example/patrimoni',
    customFields: { minimum_age: 12 },
  },
} satisfies Record<string, DemoEvent>;
