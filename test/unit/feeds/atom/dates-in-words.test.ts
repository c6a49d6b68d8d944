import { describe, expect, it } from 'vitest';
import { datesInWords } from '../../../../src/feeds/atom/dates-in-words.js';
import type { EventView } from '../../../../src/events/dto/event.view.js';
import { feedEvent } from '../../../support/feeds/feed-event.js';

/** Typographic blanks and dashes differ between versions of CLDR. */
const plain = (text: string) => text.replace(/[\s\u2009\u202f]+/g, ' ').replace(/ ?– ?/g, '–');

const times = (start: string, end: string, [startOffset, endOffset]: readonly [string, string]) => ({
  start_date: start,
  end_date: end,
  starts_at: `${start.replace(' ', 'T')}${startOffset}`,
  ends_at: `${end.replace(' ', 'T')}${endOffset}`,
});
const REPEATED_HOUR = times('2027-10-31 02:30:00', '2027-10-31 02:10:00', ['+02:00', '+01:00']);
const ALL_DAY = { all_day: true, start_date: '2027-03-08 00:00:00' };

describe('datesInWords', () => {
  it.each<[string, Partial<EventView>, string]>([
    ['in Catalan', {}, 'dilluns, 8 de març del 2027, 19:00–21:00 (CET)'],
    ['in Spanish', { ml_language: 'es' }, 'lunes, 8 de marzo de 2027, 19:00–21:00 (CET)'],
    ['in English', { ml_language: 'en' }, 'Monday, March 8, 2027, 7:00–9:00 PM (CET)'],
    ['of one whole day', { ...ALL_DAY, end_date: '2027-03-08 23:59:59', ml_language: 'en' }, 'Monday, March 8, 2027'],
    [
      'of several whole days',
      { ...ALL_DAY, end_date: '2027-03-10 23:59:59', ml_language: 'en' },
      'Monday, March 8–Wednesday, March 10, 2027',
    ],
    [
      'without duration',
      { end_date: '2027-03-08 19:00:00', ml_language: 'es' },
      'lunes, 8 de marzo de 2027, 19:00 (CET)',
    ],
    [
      'across a clock change',
      { ...times('2027-03-27 22:00:00', '2027-03-28 10:00:00', ['+01:00', '+02:00']), ml_language: 'es' },
      'sábado, 27 de marzo de 2027, 22:00–domingo, 28 de marzo de 2027, 10:00 (CET–CEST)',
    ],
    [
      'with an end in the second pass of a repeated hour, before the start on the wall clock',
      { ...REPEATED_HOUR, timezone_abbr: 'CEST', ml_language: 'es' },
      'domingo, 31 de octubre de 2027, 2:30–domingo, 31 de octubre de 2027, 2:10 (CEST–CET)',
    ],
    [
      'in a zone that this machine does not know',
      { timezone: 'Mars/Olympus', timezone_abbr: 'UTC+1', ml_language: 'es' },
      'lunes, 8 de marzo de 2027, 19:00–21:00 (UTC+1)',
    ],
  ])('writes the dates of an event %s (13.24)', (_what, changes, expected) => {
    expect(plain(datesInWords(feedEvent(changes)))).toBe(plain(expected));
  });
});
