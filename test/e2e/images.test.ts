import { beforeAll, describe, expect, it } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import {
  createRecord,
  requiredFieldsOf,
  PUBLISHABLE_KINDS,
  type Kind,
  type ServedRecord,
} from '../support/records/kinds.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const UNKNOWN_ID = 987_654_321;

interface ServedImage {
  readonly id: number;
  readonly url: string;
  readonly extension: string | null;
  readonly alt: string | null;
}

const calendar = useTestCalendar();
let venue: ServedRecord;
beforeAll(async () => {
  venue = await createRecord(calendar, 'venues');
});

let urlCount = 0;
/** Returns an image URL that no other record uses. */
const newUrl = (file = 'poster.jpg') => `https://i.example/${(urlCount += 1)}/${file}`;
const imageOf = (record: Readonly<Record<string, unknown>>) => record['image'] as ServedImage;
const create = async (image: unknown, path: Kind['path'] = 'venues') =>
  imageOf(await createRecord(calendar, path, { image }));
const send = (image: unknown, { id } = venue) => calendar.request('PATCH', `venues/${id}`, { json: { image } });

/** Expects 400 for this image on an update and on creates of every publishable kind. */
async function expectInvalidImage(image: unknown): Promise<void> {
  expectInvalidParameters(await send(image), 'image');
  for (const kind of PUBLISHABLE_KINDS) {
    const json = requiredFieldsOf(kind, { image });
    expectInvalidParameters(await calendar.request('POST', kind.path, { json }), 'image');
  }
}

describe('Image of a record', () => {
  it('has one id per URL, in every record that uses it (6.6)', async () => {
    const url = newUrl('poster.jpg?size=2#top');
    const first = await create(url);
    expect(first).toEqual({ id: first.id, url, extension: 'jpg', width: null, height: null, alt: null, sizes: {} });
    for (const { path } of PUBLISHABLE_KINDS) {
      expect(await create(url, path)).toEqual(first);
      expect(await create({ url }, path)).toEqual(first);
      expect(await create(first.id, path)).toEqual(first);
      expect(await create(String(first.id), path)).toEqual(first);
    }
    for (const other of [url.replace('size=2', 'size=3'), url.replace('#top', ''), url.replace('poster', 'Poster')]) {
      expect((await create(other)).id).not.toBe(first.id);
    }
  });

  it('has one id if twenty concurrent requests send the same new URL (6.6)', async () => {
    const url = newUrl();
    const kinds = Array.from({ length: 20 }, (_each, index) => PUBLISHABLE_KINDS[index % 3] as Kind);
    const responses = await Promise.all(
      kinds.map((kind) => calendar.request('POST', kind.path, { json: requiredFieldsOf(kind, { image: url }) })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(20).fill(201));
    expect(new Set(responses.map(({ body }) => imageOf(body).id)).size).toBe(1);
  });

  it.each([
    ['a.jpg', 'jpg'],
    ['a.WebP?x=1.pdf', 'webp'],
    ['%C3%A1gil.avif', 'avif'],
    ['poster', null],
    ['a.jpg/', null],
    ['?file=a.pdf', null],
    [`a.${'x'.repeat(11)}`, null],
    ['festa.major', null],
  ])('can have a URL that ends in %s, with the extension %j (6.6)', async (file, extension) => {
    const url = newUrl(file);
    expect(await create(url)).toMatchObject({ url, extension });
  });

  it('can have a URL of 2,000 characters, with a port and no path, or in capital letters (6.6)', async () => {
    const stem = newUrl('');
    for (const url of [
      `${stem}${'a'.repeat(2000 - stem.length)}`,
      'http://i.example:8080',
      'HTTPS://I.EXAMPLE/A.PNG',
    ]) {
      expect((await create(url)).url).toBe(url);
    }
  });

  it.each([
    'https://i.example/a.pdf',
    'https://i.example/a.html#a.png',
    'ftp://i.example/a.jpg',
    'javascript:alert(1)//a.jpg',
    'a.jpg',
    'https://i.example/"onerror=alert(1).jpg',
    UNKNOWN_ID,
    {},
    { alt: 'Of nothing' },
    { id: UNKNOWN_ID },
    { url: 'https://i.example/a.jpg', alt: {} },
    ['https://i.example/a.jpg'],
  ])('cannot be %j (6.6)', async (image) => {
    await expectInvalidImage(image);
  });

  it.each(['pdf', 'html'])('cannot be a .%s file, and the message says so (6.6)', async (ending) => {
    for (const image of [newUrl(`a.${ending}`), { url: newUrl(`a.${ending}`) }])
      expect((await send(image)).body).toMatchObject({ params: { image: expect.stringContaining(`.${ending}`) } });
  });

  it('cannot have a URL of 2,001 characters or an alternative text of 501 characters (6.6)', async () => {
    await expectInvalidImage(`https://i.example/${'a'.repeat(1983)}`);
    await expectInvalidImage({ url: 'https://i.example/a.jpg', alt: '🎉'.repeat(501) });
  });
});

describe('Alternative text of an image', () => {
  it('belongs to one use of the image (6.6)', async () => {
    const url = newUrl();
    const [one, other] = [await create({ url, alt: 'Un cartell' }), await create(url)];
    expect([one.alt, other.alt, one.id]).toEqual(['Un cartell', null, other.id]);
    const emoji = '🎉'.repeat(500);
    expect(await create({ id: one.id, alt: emoji })).toEqual({ ...one, alt: emoji });
  });

  it('is kept while the record keeps the image, and cleared with the image (6.6)', async () => {
    const imageAfter = async (input: unknown) => imageOf((await send(input)).body);
    const first = await imageAfter({ url: newUrl(), alt: '<b>Un</b> cartell' });
    expect(first.alt).toBe('Un cartell');
    for (const same of [first.url, first.id, { id: first.id }, { url: first.url }])
      expect(await imageAfter(same)).toEqual(first);
    expect(await imageAfter({ ...first, alt: 'Una altra' })).toEqual({ ...first, alt: 'Una altra' });
    for (const nothing of [null, '', '\u0007']) {
      await imageAfter(first);
      expect(await imageAfter({ id: first.id, alt: nothing })).toEqual({ ...first, alt: null });
    }
    await imageAfter(first);
    expect(await imageAfter(newUrl())).toMatchObject({ alt: null });
    expect(await imageAfter({ url: first.url })).toEqual({ ...first, alt: null });
    await imageAfter(first);
    expect(await imageAfter(null)).toBeNull();
    expect(await imageAfter(first.id)).toEqual({ ...first, alt: null });
  });

  it('is kept if the image is sent back as read, and only the id identifies the image (6.2)', async () => {
    for (const { path } of PUBLISHABLE_KINDS) {
      const record = await createRecord(calendar, path, { image: { url: newUrl(), alt: 'Un cartell' } });
      const sendBack = async (image: object) =>
        (await calendar.request('PUT', `${path}/${record.id}`, { json: { ...record, image } })).body;
      expect(await sendBack(imageOf(record))).toEqual(record);
      const changed = { url: newUrl('other.png'), extension: 'gif', width: 5, sizes: { small: {} } };
      expect(await sendBack({ ...imageOf(record), ...changed })).toEqual(record);
    }
  });
});
