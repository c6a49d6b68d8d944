/** How many rules each section of the contract has: 3 has 3.1 to 3.11. */
const SECTIONS: Readonly<Record<number, number>> = {
  1: 3,
  2: 8,
  3: 11,
  4: 6,
  5: 10,
  6: 14,
  7: 11,
  8: 15,
  9: 3,
  10: 3,
  11: 2,
  12: 6,
};

/** Every numbered rule of the contract. */
export const RULES: readonly string[] = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_each, index) => `${section}.${index + 1}`),
);
