import { describe, expect, test } from 'vitest';
import { fetchLink } from './fetch-link.ts';
import { readAll } from './testing/chunks.ts';
import {
  clock,
  LINK,
  PICTURE,
  PUBLIC_ADDRESS,
  redirects,
  site,
  usePictureSite,
} from './testing/picture-site.ts';
import { refusal } from './testing/refusal.ts';

usePictureSite();

const fetch = (link: string) => fetchLink({ clock, network: site.network }, link);

describe('CREATE-6 a link is refused without a request', () => {
  test.each([
    ['http://pictures.example/cat.jpg', 'does not begin with https://'],
    ['ftp://pictures.example/cat.jpg', 'does not begin with https://'],
    ['file:///etc/passwd', 'does not begin with https://'],
    ['data:image/png;base64,AAAA', 'does not begin with https://'],
    ['javascript:alert(1)', 'does not begin with https://'],
    ['//pictures.example/cat.jpg', 'is not a complete link'],
    ['cat.jpg', 'is not a complete link'],
    ['', 'is not a complete link'],
    ['https://', 'is not a complete link'],
    ['https://pictures.example:444/cat.jpg', 'uses a port other than 443'],
    ['https://pictures.example:80/cat.jpg', 'uses a port other than 443'],
    ['https://me:secret@pictures.example/cat.jpg', 'contains a user name or password'],
    ['https://me@pictures.example/cat.jpg', 'contains a user name or password'],
    [`https://pictures.example/${'a'.repeat(2048)}`, 'is longer than 2048 characters'],
    ['https://unknown.example/cat.jpg', 'the host unknown.example cannot be resolved'],
    ['https://127.0.0.1/', 'the host 127.0.0.1 is not on the public internet'],
    ['https://127.1/', 'the host 127.0.0.1 is not on the public internet'],
    ['https://2130706433/', 'the host 127.0.0.1 is not on the public internet'],
    ['https://0x7f000001/', 'the host 127.0.0.1 is not on the public internet'],
    ['https://0177.0.0.1/', 'the host 127.0.0.1 is not on the public internet'],
    ['https://127.0.0.1./', 'the host 127.0.0.1 is not on the public internet'],
    ['https://①②⑦.0.0.1/', 'the host 127.0.0.1 is not on the public internet'],
    ['https://0/', 'the host 0.0.0.0 is not on the public internet'],
    ['https://10.1.2.3/', 'is not on the public internet'],
    ['https://169.254.169.254/latest/meta-data/', 'is not on the public internet'],
    ['https://[::1]/', 'the host ::1 is not on the public internet'],
    ['https://[::]/', 'is not on the public internet'],
    ['https://[::ffff:127.0.0.1]/', 'is not on the public internet'],
    ['https://[::ffff:7f00:1]/', 'is not on the public internet'],
    ['https://[64:ff9b::a00:1]/', 'is not on the public internet'],
    ['https://[2002:7f00:1::]/', 'is not on the public internet'],
    ['https://[fd00:ec2::254]/', 'is not on the public internet'],
  ])('when it is %s', async (link, why) => {
    expect(await refusal('media.link', fetch(link))).toContain(why);
    expect(site.connected).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  test.each([
    ['is private', ['192.168.1.10']],
    ['is loopback', ['127.0.0.1']],
    ['is one of several, the others public', [PUBLIC_ADDRESS, '10.0.0.1']],
    ['is missing', []],
  ])("when its host's address %s", async (_, addresses) => {
    site.hosts.set('pictures.example', [addresses]);
    expect(await refusal('media.link', fetch(LINK))).toContain('pictures.example');
    expect(site.connected).toEqual([]);
  });

  test('with the link in the message, without its password and shortened', async () => {
    const message = await refusal('media.link', fetch('https://me:secret@pictures.example/cat.jpg'));
    expect(message).toBe(
      'https://pictures.example/cat.jpg cannot be fetched: it contains a user name or password.',
    );
    expect(
      (await refusal('media.link', fetch(`http://pictures.example/${'a'.repeat(1500)}`))).length,
    ).toBeLessThan(300);
  });
});

describe('CREATE-6 a host name whose address changes', () => {
  test('has no effect: the connection goes to the address that was checked', async () => {
    site.hosts.set('pictures.example', [[PUBLIC_ADDRESS], ['127.0.0.1']]);
    expect(await readAll((await fetch(LINK)).content)).toEqual(PICTURE);
    expect(site.lookups).toHaveLength(1);
    expect(site.connected).toEqual([PUBLIC_ADDRESS]);
  });

  test('is refused if a redirect resolves it again', async () => {
    site.hosts.set('pictures.example', [[PUBLIC_ADDRESS], ['127.0.0.1']]);
    site.pages.set('/again', redirects(LINK));
    expect(await refusal('media.link', fetch('https://pictures.example/again'))).toContain(
      'not on the public internet',
    );
    expect(site.connected).toEqual([PUBLIC_ADDRESS]);
  });
});

describe('CREATE-6 a redirect is refused', () => {
  test.each([
    ['https://10.0.0.1/', 'the host 10.0.0.1 is not on the public internet'],
    ['https://[::1]/', 'the host ::1 is not on the public internet'],
    ['https://inside.pictures.example/', 'the host inside.pictures.example is not on the public internet'],
    ['//169.254.169.254/', 'is not on the public internet'],
    ['http://pictures.example/cat.jpg', 'the address it redirects to does not begin with https://'],
    ['https://pictures.example:8443/', 'the address it redirects to uses a port other than 443'],
    ['https://a:b@pictures.example/cat.jpg', 'the address it redirects to contains a user name or password'],
    ['https://[oops', 'the address it redirects to is not a complete link'],
    [`/${'a'.repeat(3000)}`, 'it is longer than 2048 characters'],
  ])('to %s', async (to, why) => {
    site.hosts.set('inside.pictures.example', [['10.0.0.1']]);
    site.pages.set('/away', redirects(to));
    const message = await refusal('media.link', fetch('https://pictures.example/away'));
    expect(message).toContain('https://pictures.example/away');
    expect(message).toContain(why);
    expect(site.requests).toEqual(['pictures.example /away']);
  });

  test('the fourth time', async () => {
    site.pages.set('/round', redirects('/round'));
    expect(await refusal('media.link', fetch('https://pictures.example/round'))).toContain(
      'redirects more than 3 times',
    );
    expect(site.requests).toHaveLength(4);
    await site.quiet();
  });
});
