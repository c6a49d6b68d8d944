const twoDigits = (value: number) => String(value).padStart(2, '0');

/** RFC 3339 timestamp of a wall-clock time and its UTC offset in minutes. */
export function withOffset(local: string, minutes: number): string {
  const absoluteMinutes = Math.abs(minutes);
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(absoluteMinutes / 60))}:${twoDigits(absoluteMinutes % 60)}`;
}

const abbreviations = new Map<string, string>();

/** Abbreviation of a time zone at a UTC offset. */
export function abbreviation(zone: string, local: string, minutes: number): string {
  const key = `${zone} ${minutes}`;
  const cached = abbreviations.get(key);
  if (cached !== undefined) return cached;
  const instant = new Date(`${local.replace(' ', 'T')}Z`).getTime() - minutes * 60_000;
  const names = ['en-US', 'en-GB', 'ja-JP'].map(
    (locale) =>
      new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
        .formatToParts(instant)
        .find(({ type }) => type === 'timeZoneName')?.value,
  );
  const abbreviationText =
    names.find((name) => /^[A-Z]{2,6}$/.test(name ?? '')) ?? `UTC${minutes < 0 ? '-' : '+'}${Math.abs(minutes) / 60}`;
  abbreviations.set(key, abbreviationText);
  return abbreviationText;
}

const costs = new Map<string, object>();

/** Cost fields of an event, cached by the stored text: `{8 €,12 €}`. */
export function costView(texts: string): object {
  const cached = costs.get(texts);
  if (cached) return cached;
  const storedTexts = texts
    .slice(1, -1)
    .split(',')
    .filter(Boolean)
    .map((text) => text.replaceAll('"', ''));
  const displayTexts = storedTexts.map((text) => (text === '0' ? 'Free' : text));
  const isInEuros = storedTexts.some((text) => text.includes('€'));
  const currency = isInEuros
    ? { currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix' }
    : { currency_symbol: '', currency_code: '', currency_position: '' };
  const cost = (displayTexts.length > 1 ? [displayTexts[0], displayTexts.at(-1)] : displayTexts).join(' – ');
  const view = { cost, cost_details: { ...currency, values: storedTexts.map((text) => text.replace(/[^\d.]/g, '')) } };
  if (costs.size < 1000) costs.set(texts, view);
  return view;
}
