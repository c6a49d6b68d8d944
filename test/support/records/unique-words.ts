/** Words that occur only in one place: a response that contains one reveals that place. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const WORD = /zq[a-z]{3}zq/g;

let createdWords = 0;

/** A new word that contains no other one. */
export function uniqueWord(): string {
  const index = (createdWords += 1);
  const letter = (place: number) => LETTERS[Math.floor(index / 26 ** place) % 26];
  return `zq${letter(2)}${letter(1)}${letter(0)}zq`;
}

/** The words in a text, case-insensitive. */
export const wordsIn = (text: string): string[] => [...new Set(text.toLowerCase().match(WORD))];

const address = () => `https://${uniqueWord()}.example/${uniqueWord()}`;

/** Fields of any record, each with its own word. */
const shared = () => ({
  description: `<p>${uniqueWord()}</p>`,
  website: address(),
  image: { url: `${address()}.jpg`, alt: uniqueWord() },
  custom_fields: { [uniqueWord()]: [uniqueWord(), { deep: uniqueWord() }] },
});

/** Content of an event except title and slug. */
export const eventContentOfWords = () => ({ ...shared(), excerpt: uniqueWord(), cost: uniqueWord() });

/** A venue or organizer with a word in every field. Venues are near the equator. */
export const venueOrOrganizerOfWords = (kind: 'venue' | 'organizer') =>
  kind === 'venue'
    ? {
        ...shared(),
        venue: uniqueWord(),
        address: uniqueWord(),
        city: uniqueWord(),
        country: uniqueWord(),
        province: uniqueWord(),
        state: uniqueWord(),
        zip: uniqueWord(),
        phone: uniqueWord(),
        geo_lat: 0.5,
        geo_lng: 0.5,
      }
    : { ...shared(), organizer: uniqueWord(), phone: uniqueWord(), email: `${uniqueWord()}@${uniqueWord()}.example` };
