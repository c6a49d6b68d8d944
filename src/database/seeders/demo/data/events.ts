import type { DemoEvent } from '../demo-records.js';
import { EXHIBITIONS } from './events-of-exhibitions.js';
import { FAMILIES } from './events-for-families.js';
import { FESTIVITIES } from './events-of-festivities.js';
import { FOOD } from './events-of-food.js';
import { LEARNING } from './events-of-learning.js';
import { MUSIC } from './events-of-music.js';
import { SPORT } from './events-of-sport.js';
import { STAGE } from './events-of-the-stage.js';

/** The events of the agenda by key; what others are part of stands before them. */
export const EVENTS: Readonly<Record<string, DemoEvent>> = {
  ...FESTIVITIES,
  ...MUSIC,
  ...STAGE,
  ...EXHIBITIONS,
  ...LEARNING,
  ...FAMILIES,
  ...SPORT,
  ...FOOD,
};
