import type { DemoEvent } from '../demo-records.js';
import { FAMILIES } from './events-for-families.js';
import { AUTUMN } from './events-of-autumn.js';
import { BOOKS } from './events-of-books.js';
import { CARNIVAL_EVENTS } from './events-of-carnival.js';
import { CHRISTMAS } from './events-of-christmas.js';
import { CIVIC_LIFE } from './events-of-civic-life.js';
import { COURSES } from './events-of-courses.js';
import { EXHIBITIONS } from './events-of-exhibitions.js';
import { FOOD } from './events-of-food.js';
import { HERITAGE } from './events-of-heritage.js';
import { LIVE_MUSIC } from './events-of-live-music.js';
import { MARKETS } from './events-of-markets.js';
import { MUSIC } from './events-of-music.js';
import { ABROAD } from './events-of-other-places.js';
import { RACES } from './events-of-races.js';
import { SCIENCE } from './events-of-science.js';
import { SPORT } from './events-of-sport.js';
import { SPRING } from './events-of-spring.js';
import { SUMMER } from './events-of-summer.js';
import { JAZZ } from './events-of-the-jazz-season.js';
import { NEW_YEAR } from './events-of-the-new-year.js';
import { FILMS } from './events-of-the-screen.js';
import { STAGE } from './events-of-the-stage.js';
import { TOWN_FESTIVAL_EVENTS } from './events-of-the-town-festival.js';

/** The events of the agenda by key; what others are part of stands before them. */
export const EVENTS: Readonly<Record<string, DemoEvent>> = {
  ...TOWN_FESTIVAL_EVENTS,
  ...CHRISTMAS,
  ...NEW_YEAR,
  ...CARNIVAL_EVENTS,
  ...SPRING,
  ...SUMMER,
  ...AUTUMN,
  ...MUSIC,
  ...JAZZ,
  ...LIVE_MUSIC,
  ...STAGE,
  ...FILMS,
  ...EXHIBITIONS,
  ...HERITAGE,
  ...BOOKS,
  ...SCIENCE,
  ...COURSES,
  ...ABROAD,
  ...CIVIC_LIFE,
  ...FAMILIES,
  ...SPORT,
  ...RACES,
  ...FOOD,
  ...MARKETS,
};
