/** Words that occur nowhere but where they are put, so that whoever sees one has seen what holds it. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const WORD = /zq[a-z]{3}zq/g;

let made = 0;

/** A new word: no other one is a part of it. */
export function newWord(): string {
  const index = (made += 1);
  const letter = (place: number) => LETTERS[Math.floor(index / 26 ** place) % 26];
  return `zq${letter(2)}${letter(1)}${letter(0)}zq`;
}

/** The words in a text, whatever their case. */
export const wordsIn = (text: string): string[] => [...new Set(text.toLowerCase().match(WORD))];

const address = () => `https://${newWord()}.example/${newWord()}`;

/** Fields of any record, each with a word of its own. */
const shared = () => ({
  description: `<p>${newWord()}</p>`,
  website: address(),
  image: { url: `${address()}.jpg`, alt: newWord() },
  custom_fields: { [newWord()]: [newWord(), { deep: newWord() }] },
});

/** All that an event can hide but its title and slug. */
export const contentOfEvent = () => ({ ...shared(), excerpt: newWord(), cost: newWord() });

/** A venue or organizer all of which is words; venues lie near the equator. */
export const placeOfWords = (kind: 'venue' | 'organizer') =>
  kind === 'venue'
    ? {
        ...shared(),
        venue: newWord(),
        address: newWord(),
        city: newWord(),
        country: newWord(),
        province: newWord(),
        state: newWord(),
        zip: newWord(),
        phone: newWord(),
        geo_lat: 0.5,
        geo_lng: 0.5,
      }
    : { ...shared(), organizer: newWord(), phone: newWord(), email: `${newWord()}@${newWord()}.example` };
