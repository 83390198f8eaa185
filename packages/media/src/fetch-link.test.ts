import type { RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fetchLink } from './fetch-link.ts';
import { gathered } from './testing/chunks.ts';
import {
  clock,
  LINK,
  PICTURE,
  PUBLIC_ADDRESS,
  redirects,
  serves,
  site,
  usePictureSite,
} from './testing/picture-site.ts';
import { refusal } from './testing/refusal.ts';

usePictureSite();

const fetch = (link: string, limits = {}) => fetchLink({ clock, network: site.network, limits }, link);

/** Reads to the end, where a refusal in the middle shows. */
const readAll = async (link: string, limits = {}) => gathered((await fetch(link, limits)).content);

describe('a good link', () => {
  test('CREATE-6 is fetched once, from the address that was looked up once', async () => {
    const { content, name } = await fetch(`${LINK}?size=large#top`);
    expect(name).toBe('cat.jpg');
    expect(await gathered(content)).toEqual(PICTURE);
    expect(site.requests).toEqual(['pictures.example /cat.jpg?size=large']);
    expect(site.lookups).toEqual(['pictures.example']);
    expect(site.connected).toEqual([PUBLIC_ADDRESS]);
    expect(site.headers[0]).toMatchObject({ 'accept-encoding': 'identity' });
    expect(site.headers[0]).not.toHaveProperty('cookie');
    await site.quiet();
    expect(clock.pending).toBe(0);
  });

  test('is named by its path, decoded where that can be done, else by its host', async () => {
    const named = async (path: string) => {
      site.pages.set(path, serves(PICTURE));
      const { content, name } = await fetch(`https://pictures.example${path}`);
      await gathered(content);
      return name;
    };
    expect(await named('/a/Bild%201%20%F0%9F%8E%89.png')).toBe('Bild 1 🎉.png');
    expect(await named('/%2e%2e%2fetc%2fpasswd')).toBe('passwd');
    expect(await named('/100%.gif')).toBe('100%.gif');
    expect(await named('/')).toBe('pictures.example');
  });

  test('CREATE-6 may redirect three times, each looked up and checked anew', async () => {
    site.hosts.set('cdn.pictures.example', [['2606:4700::1111']]);
    site.pages.set('/1', redirects('/2', 301));
    site.pages.set('/2', redirects('https://cdn.pictures.example/3', 307));
    site.pages.set('/3', redirects(LINK, 308));
    expect(await readAll('https://pictures.example/1')).toEqual(PICTURE);
    expect(site.lookups).toEqual([
      'pictures.example',
      'pictures.example',
      'cdn.pictures.example',
      'pictures.example',
    ]);
    expect(site.connected).toEqual([PUBLIC_ADDRESS, PUBLIC_ADDRESS, '2606:4700::1111', PUBLIC_ADDRESS]);
  });
});

describe('a link that wants credentials', () => {
  test('gives them to its own origin, also after a redirect within it, and to nobody else', async () => {
    site.hosts.set('cdn.pictures.example', [[PUBLIC_ADDRESS]]);
    site.pages.set('/1', redirects('/2'));
    site.pages.set('/2', redirects('https://cdn.pictures.example/cat.jpg'));
    const deps = { clock, network: site.network, authorization: 'Basic QUM6dG9rZW4=' };
    const { content } = await fetchLink(deps, 'https://pictures.example/1');
    expect(await gathered(content)).toEqual(PICTURE);
    expect(site.requests.map((request, index) => [request, site.headers[index]?.authorization])).toEqual([
      ['pictures.example /1', 'Basic QUM6dG9rZW4='],
      ['pictures.example /2', 'Basic QUM6dG9rZW4='],
      ['cdn.pictures.example /cat.jpg', undefined],
    ]);
  });
});

describe('what the server says', () => {
  test.each([
    ['404', 404, {}],
    ['500', 500, {}],
    ['206', 206, {}],
    ['302', 302, {}],
  ])('an answer %s is no file', async (told, status, headers) => {
    site.pages.set('/x', (_, response) => response.writeHead(status, headers).end('no'));
    expect(await refusal('media.link', fetch('https://pictures.example/x'))).toContain(
      `answered ${told} instead of 200`,
    );
    await site.quiet();
    expect(clock.pending).toBe(0);
  });

  test('a compressed answer is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    site.pages.set('/x', serves(bomb, { 'content-encoding': 'gzip' }));
    expect(await refusal('media.link', fetch('https://pictures.example/x'))).toContain('compressed');
  });

  test('CREATE-6 a length over the limit is refused by the head alone', async () => {
    site.pages.set('/x', (_, response) =>
      response.writeHead(200, { 'content-length': '10485761' }).flushHeaders(),
    );
    expect(await refusal('media.link', fetch('https://pictures.example/x'))).toContain(
      'larger than 10,485,760 bytes',
    );
    await site.quiet();
  });

  test('CREATE-6 an endless body is cut off at the limit, and one just at it passes', async () => {
    site.pages.set('/endless', endless);
    expect(
      await refusal('media.link', readAll('https://pictures.example/endless', { maxBytes: 300_000 })),
    ).toContain('300,000');
    site.pages.set('/full', serves(Buffer.alloc(10_485_760)));
    expect(await readAll('https://pictures.example/full')).toHaveLength(10_485_760);
    await site.quiet();
  });

  test('a body that breaks off is no file', async () => {
    site.pages.set('/x', (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy());
    });
    expect(await refusal('media.link', readAll('https://pictures.example/x'))).toContain(
      'the connection failed',
    );
  });

  test('headers without end are not read', async () => {
    site.pages.set('/x', (_, response) => response.writeHead(200, { 'x-more': 'a'.repeat(20_000) }).end());
    expect(await refusal('media.link', fetch('https://pictures.example/x'))).toContain('HPE_HEADER_OVERFLOW');
  });
});

describe('CREATE-6 the certificate', () => {
  test('must name the host', async () => {
    site.hosts.set('elsewhere.example', [[PUBLIC_ADDRESS]]);
    const told = await refusal('media.link', fetch('https://elsewhere.example/cat.jpg'));
    expect(told).toContain('its certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)');
    expect(site.requests).toEqual([]);
  });

  test('must come from an authority that is believed', async () => {
    const network = { ...site.network, authorities: null };
    const told = await refusal('media.link', fetchLink({ clock, network }, LINK));
    expect(told).toContain('its certificate is not trusted');
    expect(site.requests).toEqual([]);
  });
});

describe('CREATE-6 the time', () => {
  const silent = () => {
    const { promise, resolve } = Promise.withResolvers<ServerResponse>();
    site.pages.set('/slow', (_, response) => resolve(response));
    return promise;
  };

  test('to the head is ten seconds, redirects included', async () => {
    site.pages.set('/to-slow', redirects('/slow'));
    const asked = silent();
    const told = refusal('media.link', fetch('https://pictures.example/to-slow'));
    await asked;
    await clock.advance(10_000);
    expect(await told).toContain('it took longer than 10 s');
    await site.quiet();
    expect(clock.pending).toBe(0);
  });

  test('counts a resolver that never answers', async () => {
    const { promise: never } = Promise.withResolvers<string[]>();
    const told = refusal(
      'media.link',
      fetchLink({ clock, network: { ...site.network, resolve: () => never } }, LINK),
    );
    await clock.advance(10_000);
    expect(await told).toContain('it took longer than 10 s');
  });

  test('to the last byte is thirty seconds', async () => {
    const asked = silent();
    const fetched = fetch('https://pictures.example/slow');
    const response = await asked;
    response.writeHead(200).write('drip');
    const { content } = await fetched;
    const told = refusal('media.link', gathered(content));
    await clock.advance(29_999);
    response.write('drop');
    await clock.advance(1);
    expect(await told).toContain('it took longer than 30 s');
    await site.quiet();
  });

  test('ends a connection that nobody reads from', async () => {
    site.pages.set('/endless', endless);
    await fetch('https://pictures.example/endless');
    expect(site.openConnections()).toBe(1);
    await clock.advance(30_000);
    await site.quiet();
    expect(clock.pending).toBe(0);
  });
});

test('a reader who leaves in the middle ends the connection', async () => {
  site.pages.set('/endless', endless);
  const { content } = await fetch('https://pictures.example/endless');
  for await (const _ of content) break;
  await site.quiet();
  expect(clock.pending).toBe(0);
});

/** A page without end, written as fast as it is read. */
const endless: RequestListener = (_, response) => {
  const pages = Readable.from(zeros(), { objectMode: false });
  response.once('close', () => pages.destroy());
  pages.pipe(response.writeHead(200));
};

function* zeros(): Generator<Uint8Array> {
  for (;;) yield Buffer.alloc(65_536);
}
