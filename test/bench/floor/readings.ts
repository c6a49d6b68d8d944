const two = (value: number) => String(value).padStart(2, '0');

/** RFC 3339 timestamp of a wall-clock time and its UTC offset in minutes. */
export function withOffset(local: string, minutes: number): string {
  const size = Math.abs(minutes);
  return `${local.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const abbreviations = new Map<string, string>();

/** Abbreviation of a time zone at a UTC offset. */
export function abbreviation(zone: string, local: string, minutes: number): string {
  const key = `${zone} ${minutes}`;
  const known = abbreviations.get(key);
  if (known !== undefined) return known;
  const moment = new Date(`${local.replace(' ', 'T')}Z`).getTime() - minutes * 60_000;
  const names = ['en-US', 'en-GB', 'ja-JP'].map(
    (locale) =>
      new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
        .formatToParts(moment)
        .find(({ type }) => type === 'timeZoneName')?.value,
  );
  const found =
    names.find((name) => /^[A-Z]{2,6}$/.test(name ?? '')) ?? `UTC${minutes < 0 ? '-' : '+'}${Math.abs(minutes) / 60}`;
  abbreviations.set(key, found);
  return found;
}

const costs = new Map<string, object>();

/** Cost fields of an event, cached by the stored text: `{8 €,12 €}`. */
export function costView(texts: string): object {
  const known = costs.get(texts);
  if (known) return known;
  const sent = texts
    .slice(1, -1)
    .split(',')
    .filter(Boolean)
    .map((text) => text.replaceAll('"', ''));
  const shown = sent.map((text) => (text === '0' ? 'Free' : text));
  const inEuros = sent.some((text) => text.includes('€'));
  const currency = inEuros
    ? { currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix' }
    : { currency_symbol: '', currency_code: '', currency_position: '' };
  const cost = (shown.length > 1 ? [shown[0], shown.at(-1)] : shown).join(' – ');
  const found = { cost, cost_details: { ...currency, values: sent.map((text) => text.replace(/[^\d.]/g, '')) } };
  if (costs.size < 1000) costs.set(texts, found);
  return found;
}
