import type { RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fetchLink } from './fetch-link.ts';
import { readAll } from './testing/chunks.ts';
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

/** Reads to the end, so that a refusal in mid-stream shows. */
const fetchAll = async (link: string, limits = {}) => readAll((await fetch(link, limits)).content);

describe('a good link', () => {
  test('CREATE-6 is fetched once, from the address of a single lookup', async () => {
    const { content, name } = await fetch(`${LINK}?size=large#top`);
    expect(name).toBe('cat.jpg');
    expect(await readAll(content)).toEqual(PICTURE);
    expect(site.requests).toEqual(['pictures.example /cat.jpg?size=large']);
    expect(site.lookups).toEqual(['pictures.example']);
    expect(site.connected).toEqual([PUBLIC_ADDRESS]);
    expect(site.headers[0]).toMatchObject({ 'accept-encoding': 'identity' });
    expect(site.headers[0]).not.toHaveProperty('cookie');
    await site.quiet();
    expect(clock.pending).toBe(0);
  });

  test('is named by its path, decoded if possible, else by its host', async () => {
    const named = async (path: string) => {
      site.pages.set(path, serves(PICTURE));
      const { content, name } = await fetch(`https://pictures.example${path}`);
      await readAll(content);
      return name;
    };
    expect(await named('/a/Bild%201%20%F0%9F%8E%89.png')).toBe('Bild 1 🎉.png');
    expect(await named('/%2e%2e%2fetc%2fpasswd')).toBe('passwd');
    expect(await named('/100%.gif')).toBe('100%.gif');
    expect(await named('/')).toBe('pictures.example');
  });

  test('CREATE-6 may redirect three times, with a lookup and a check each time', async () => {
    site.hosts.set('cdn.pictures.example', [['2606:4700::1111']]);
    site.pages.set('/1', redirects('/2', 301));
    site.pages.set('/2', redirects('https://cdn.pictures.example/3', 307));
    site.pages.set('/3', redirects(LINK, 308));
    expect(await fetchAll('https://pictures.example/1')).toEqual(PICTURE);
    expect(site.lookups).toEqual([
      'pictures.example',
      'pictures.example',
      'cdn.pictures.example',
      'pictures.example',
    ]);
    expect(site.connected).toEqual([PUBLIC_ADDRESS, PUBLIC_ADDRESS, '2606:4700::1111', PUBLIC_ADDRESS]);
  });
});

describe('a link that requires credentials', () => {
  test('sends them to its own origin, even after a redirect within it, and to no other', async () => {
    site.hosts.set('cdn.pictures.example', [[PUBLIC_ADDRESS]]);
    site.pages.set('/1', redirects('/2'));
    site.pages.set('/2', redirects('https://cdn.pictures.example/cat.jpg'));
    const deps = { clock, network: site.network, authorization: 'Basic QUM6dG9rZW4=' };
    const { content } = await fetchLink(deps, 'https://pictures.example/1');
    expect(await readAll(content)).toEqual(PICTURE);
    expect(site.requests.map((request, index) => [request, site.headers[index]?.authorization])).toEqual([
      ['pictures.example /1', 'Basic QUM6dG9rZW4='],
      ['pictures.example /2', 'Basic QUM6dG9rZW4='],
      ['cdn.pictures.example /cat.jpg', undefined],
    ]);
  });
});

describe('the response', () => {
  test.each([
    ['404', 404, {}],
    ['500', 500, {}],
    ['206', 206, {}],
    ['302', 302, {}],
  ])('status %s is refused', async (shown, status, headers) => {
    site.pages.set('/x', (_, response) => response.writeHead(status, headers).end('no'));
    expect(await refusal('media.link', fetch('https://pictures.example/x'))).toContain(
      `answered ${shown} instead of 200`,
    );
    await site.quiet();
    expect(clock.pending).toBe(0);
  });

  test('a compressed response is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    site.pages.set('/x', serves(bomb, { 'content-encoding': 'gzip' }));
    expect(await refusal('media.link', fetch('https://pictures.example/x'))).toContain('compressed');
  });

  test('CREATE-6 a content length over the limit is refused before the body', async () => {
    site.pages.set('/x', (_, response) =>
      response.writeHead(200, { 'content-length': '10485761' }).flushHeaders(),
    );
    expect(await refusal('media.link', fetch('https://pictures.example/x'))).toContain(
      'larger than 10,485,760 bytes',
    );
    await site.quiet();
  });

  test('CREATE-6 an endless body is cut off at the limit, and one exactly at it passes', async () => {
    site.pages.set('/endless', endless);
    expect(
      await refusal('media.link', fetchAll('https://pictures.example/endless', { maxBytes: 300_000 })),
    ).toContain('300,000');
    site.pages.set('/full', serves(Buffer.alloc(10_485_760)));
    expect(await fetchAll('https://pictures.example/full')).toHaveLength(10_485_760);
    await site.quiet();
  });

  test('a truncated body is refused', async () => {
    site.pages.set('/x', (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy());
    });
    expect(await refusal('media.link', fetchAll('https://pictures.example/x'))).toContain(
      'the connection failed',
    );
  });

  test('oversized headers are refused', async () => {
    site.pages.set('/x', (_, response) => response.writeHead(200, { 'x-more': 'a'.repeat(20_000) }).end());
    expect(await refusal('media.link', fetch('https://pictures.example/x'))).toContain('HPE_HEADER_OVERFLOW');
  });
});

describe('CREATE-6 the certificate', () => {
  test('must name the host', async () => {
    site.hosts.set('elsewhere.example', [[PUBLIC_ADDRESS]]);
    const message = await refusal('media.link', fetch('https://elsewhere.example/cat.jpg'));
    expect(message).toContain('its certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)');
    expect(site.requests).toEqual([]);
  });

  test('must come from a trusted authority', async () => {
    const network = { ...site.network, authorities: null };
    const message = await refusal('media.link', fetchLink({ clock, network }, LINK));
    expect(message).toContain('its certificate is not trusted');
    expect(site.requests).toEqual([]);
  });
});

describe('CREATE-6 the timeout', () => {
  const silent = () => {
    const { promise, resolve } = Promise.withResolvers<ServerResponse>();
    site.pages.set('/slow', (_, response) => resolve(response));
    return promise;
  };

  test('for the response head is ten seconds, redirects included', async () => {
    site.pages.set('/to-slow', redirects('/slow'));
    const requested = silent();
    const message = refusal('media.link', fetch('https://pictures.example/to-slow'));
    await requested;
    await clock.advance(10_000);
    expect(await message).toContain('it took longer than 10 s');
    await site.quiet();
    expect(clock.pending).toBe(0);
  });

  test('covers a resolver that never answers', async () => {
    const { promise: never } = Promise.withResolvers<string[]>();
    const message = refusal(
      'media.link',
      fetchLink({ clock, network: { ...site.network, resolve: () => never } }, LINK),
    );
    await clock.advance(10_000);
    expect(await message).toContain('it took longer than 10 s');
  });

  test('for the whole body is thirty seconds', async () => {
    const requested = silent();
    const fetched = fetch('https://pictures.example/slow');
    const response = await requested;
    response.writeHead(200).write('drip');
    const { content } = await fetched;
    const message = refusal('media.link', readAll(content));
    await clock.advance(29_999);
    response.write('drop');
    await clock.advance(1);
    expect(await message).toContain('it took longer than 30 s');
    await site.quiet();
  });

  test('closes a connection whose body is not read', async () => {
    site.pages.set('/endless', endless);
    await fetch('https://pictures.example/endless');
    expect(site.openConnections()).toBe(1);
    await clock.advance(30_000);
    await site.quiet();
    expect(clock.pending).toBe(0);
  });
});

test('a reader that stops early closes the connection', async () => {
  site.pages.set('/endless', endless);
  const { content } = await fetch('https://pictures.example/endless');
  for await (const _ of content) break;
  await site.quiet();
  expect(clock.pending).toBe(0);
});

/** An endless response body, written as fast as it is read. */
const endless: RequestListener = (_, response) => {
  const pages = Readable.from(zeros(), { objectMode: false });
  response.once('close', () => pages.destroy());
  pages.pipe(response.writeHead(200));
};

function* zeros(): Generator<Uint8Array> {
  for (;;) yield Buffer.alloc(65_536);
}
