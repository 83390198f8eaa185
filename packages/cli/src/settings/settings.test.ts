import { describe, expect, it } from 'vitest';
import { readSettings, type Settings } from './settings.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');

function settingsOf(env: Record<string, string>, command?: string): Settings {
  const check = readSettings(env, '/srv/textprobe', command);
  if (!check.ok) throw new Error(check.faults.join('\n'));
  return check.settings;
}

function faultsOf(env: Record<string, string>): readonly string[] {
  const check = readSettings(env, '/srv/textprobe');
  if (check.ok) throw new Error('no fault was found');
  return check.faults;
}

describe('settings', () => {
  it('have defaults that make a first start work', () => {
    expect(settingsOf({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      trustedProxies: ['loopback'],
      dataDir: '/srv/textprobe/data',
      databaseUrl: null,
      databaseTimeoutMs: 30_000,
      shutdownDrainMs: 0,
      requestLimit: 512,
      requestDelayMs: 500,
      adminPassword: null,
      secretsKey: { key: null, file: null, older: [] },
      gateways: 'lab',
      demo: true,
      labScenario: 'default',
      labSeed: '1',
      sendExpiryMs: 60_000,
      confirmationDeadlineMs: 60_000,
      handsetOfflineAfterMs: 30_000,
      media: { kind: 'disk', folder: '/srv/textprobe/data/media' },
      mail: null,
      signup: 'closed',
      requireTwoFactor: 'none',
      signOn: null,
      metricsToken: null,
      workMetricsPort: null,
      open: true,
      logLevel: 'info',
      path: undefined,
      effective: expect.any(Array),
    });
  });

  it('are read from the environment', () => {
    expect(
      settingsOf({
        PORT: '0',
        HOST: '::1',
        PUBLIC_URL: 'https://textprobe.example.com/',
        TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,192.0.2.7',
        DATA_DIR: '/var/lib/my data',
        DATABASE_URL: 'postgres://u:p@db/textprobe?host=/run/pg',
        DATABASE_TIMEOUT: '45s',
        SHUTDOWN_DRAIN: '10s',
        REQUEST_LIMIT: '64',
        REQUEST_DELAY: '250ms',
        ADMIN_PASSWORD: 'correct horse',
        SECRETS_KEY_FILE: 'key',
        SECRETS_OLD_KEYS: `${KEY}, ${KEY}`,
        GATEWAYS: 'gateways.json',
        LAB_SCENARIO: 'stormy',
        LAB_SEED: 'x',
        SEND_EXPIRY: '48h',
        CONFIRMATION_DEADLINE: '90s',
        MEDIA_DIR: 'files',
        SMTP_URL: 'smtps://mail.example.com',
        MAIL_FROM: 'textprobe@example.com',
        SIGNUP: 'closed',
        REQUIRE_TWO_FACTOR: 'administrators',
        METRICS_TOKEN: 'scrape-0123456789',
        WORK_METRICS_PORT: '9464',
        NO_OPEN: 'true',
        LOG_LEVEL: 'debug',
        PATH: '/bin',
      }),
    ).toEqual({
      port: 0,
      host: '::1',
      publicUrl: 'https://textprobe.example.com',
      trustedProxies: ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'],
      dataDir: '/var/lib/my data',
      databaseUrl: 'postgres://u:p@db/textprobe?host=/run/pg',
      databaseTimeoutMs: 45_000,
      shutdownDrainMs: 10_000,
      requestLimit: 64,
      requestDelayMs: 250,
      adminPassword: 'correct horse',
      secretsKey: {
        key: null,
        file: '/srv/textprobe/key',
        older: [Buffer.alloc(32, 7), Buffer.alloc(32, 7)],
      },
      gateways: 'gateways.json',
      demo: false,
      labScenario: 'stormy',
      labSeed: 'x',
      sendExpiryMs: 172_800_000,
      confirmationDeadlineMs: 90_000,
      handsetOfflineAfterMs: 900_000,
      media: { kind: 'disk', folder: '/srv/textprobe/files' },
      mail: {
        server: { host: 'mail.example.com', port: 465, tls: true, login: null },
        from: { name: '', address: 'textprobe@example.com' },
      },
      signup: 'closed',
      requireTwoFactor: 'administrators',
      signOn: null,
      metricsToken: 'scrape-0123456789',
      workMetricsPort: 9464,
      open: false,
      logLevel: 'debug',
      path: '/bin',
      effective: expect.any(Array),
    });
  });

  it('combine into a bucket, with path style unless the service is Amazon', () => {
    const bucket = { MEDIA_STORAGE: 's3', S3_BUCKET: 'textprobe-media' };
    expect(settingsOf(bucket).media).toEqual({
      kind: 's3',
      bucket: 'textprobe-media',
      region: 'us-east-1',
      endpoint: null,
      prefix: '',
      pathStyle: false,
      credentials: null,
    });
    const own = {
      ...bucket,
      S3_ENDPOINT: 'http://minio:9000',
      S3_PREFIX: 'probe/',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(settingsOf(own).media).toMatchObject({
      endpoint: 'http://minio:9000',
      prefix: 'probe/',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(settingsOf({ ...own, S3_PATH_STYLE: '0' }).media).toMatchObject({ pathStyle: false });
  });

  it('of a bucket that do not fit together are reported, without the secret', () => {
    const faults = faultsOf({ MEDIA_STORAGE: 's3', S3_SECRET_ACCESS_KEY: 'hush' });
    expect(faults).toHaveLength(2);
    expect(faults[0]).toContain('S3_BUCKET is not set');
    expect(faults[1]).toContain('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together');
    expect(faults.join(' ')).not.toContain('hush');
  });

  it('ACCT-4 of the mail server have a login, a port and a sender with a name', () => {
    const { mail } = settingsOf({
      PUBLIC_URL: 'https://textprobe.example.com',
      SMTP_URL: 'smtp://relay%40example.com:p%2Fw%23@[::1]',
      MAIL_FROM: 'Acme, Inc. <textprobe@example.com>',
    });
    const login = { user: 'relay@example.com', pass: 'p/w#' };
    expect(mail).toEqual({
      server: { host: '::1', port: 587, tls: false, login },
      from: { name: 'Acme, Inc.', address: 'textprobe@example.com' },
    });
  });

  it('ACCT-4 of the mail server that are incomplete are reported, without the password', () => {
    const SMTP_URL = 'smtp://relay:hush@mail.example.com';
    const MAIL_FROM = 'textprobe@example.com';
    const PUBLIC_URL = 'https://textprobe.example.com';
    expect(faultsOf({ SMTP_URL, PUBLIC_URL })).toEqual([
      'SMTP_URL is set, but MAIL_FROM is not: set both, or neither.',
    ]);
    expect(faultsOf({ MAIL_FROM, PUBLIC_URL })).toEqual([
      'MAIL_FROM is set, but SMTP_URL is not: set both, or neither.',
    ]);
    expect(faultsOf({ SMTP_URL, MAIL_FROM })).toEqual([
      'SMTP_URL and MAIL_FROM need PUBLIC_URL: the links in mails begin with it.',
    ]);
    expect(faultsOf({ SMTP_URL: 'smtp://relay:hush' }).join()).not.toContain('hush');
  });

  it('of the secrets key exclude each other, and are not shown in a fault', () => {
    expect(settingsOf({ SECRETS_KEY: KEY }).secretsKey.key).toEqual(Buffer.alloc(32, 7));
    expect(faultsOf({ SECRETS_KEY: KEY, SECRETS_KEY_FILE: 'key' })).toEqual([
      'SECRETS_KEY and SECRETS_KEY_FILE are both set. Leave one of them out.',
    ]);
    const [fault] = faultsOf({ SECRETS_KEY: 'hunter2' });
    expect(fault).toBe(
      'SECRETS_KEY is not usable (7 characters, not shown): write 32 random bytes as base64, such as `openssl rand -base64 32` prints.',
    );
  });

  it('count as unset when empty', () => {
    const empty = { PORT: '', DATABASE_URL: '', GATEWAYS: '', CONFIRMATION_DEADLINE: '' };
    expect(settingsOf(empty)).toEqual(settingsOf({}));
  });

  it('give a real carrier a quarter of an hour by default', () => {
    expect(settingsOf({ GATEWAYS: 'gateways.json' }).confirmationDeadlineMs).toBe(900_000);
    expect(settingsOf({ CONFIRMATION_DEADLINE: '10s' }).confirmationDeadlineMs).toBe(10_000);
  });

  it('GUARD-8 let a message wait an hour to be sent by default, a minute with the lab', () => {
    expect(settingsOf({ GATEWAYS: 'gateways.json' }).sendExpiryMs).toBe(3_600_000);
    expect(settingsOf({}).sendExpiryMs).toBe(60_000);
    expect(settingsOf({ SEND_EXPIRY: '168h' }).sendExpiryMs).toBe(604_800_000);
  });

  it('DIR-4: without the demo use only the gateways of the console, and the deadlines of real carriers', () => {
    const empty = settingsOf({ DEMO: '0' });
    expect(empty).toMatchObject({ gateways: 'database', demo: false, confirmationDeadlineMs: 900_000 });
    expect(settingsOf({ DEMO: '0', GATEWAYS: 'lab' })).toMatchObject({ gateways: 'lab', demo: false });
    expect(settingsOf({ GATEWAYS: 'database' }).demo).toBe(false);
  });

  it('use the defaults of real carriers for `serve` too, which has no lab', () => {
    expect(settingsOf({}, 'serve').confirmationDeadlineMs).toBe(900_000);
  });

  it('report all faults together, each with the given value and what to write instead', () => {
    expect(
      faultsOf({
        PORT: '99999',
        CONFIRMATION_DEADLINE: 'soon',
        SIGNUP: 'open',
        PUBLIC_URL: 'textprobe.example.com',
      }),
    ).toEqual([
      'PORT is "99999": write a whole number from 0 to 65535, such as 3000.',
      'PUBLIC_URL is "textprobe.example.com": write http:// or https:// and the host, without a path, such as https://textprobe.example.com.',
      'CONFIRMATION_DEADLINE is "soon": write a duration from 1s to 24h, such as 90s, 15m or 1h.',
      "SIGNUP is \"open\": write 'closed' or 'request'.",
    ]);
  });

  it('never repeat a secret in a fault', () => {
    const faults = faultsOf({ DATABASE_URL: 'mysql://root:hunter2@db/x', ADMIN_PASSWORD: 'hunter2' });
    expect(faults).toHaveLength(2);
    expect(faults.join('\n')).not.toContain('hunter2');
    expect(faults.join('\n')).toContain('25 characters, not shown');
  });

  it.each([
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['PORT', '1.5'],
    ['PORT', '0x10'],
    ['HOST', 'http://localhost'],
    ['HOST', 'a b'],
    ['PUBLIC_URL', 'https://example.com/path'],
    ['PUBLIC_URL', 'https://user:pw@example.com'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'https://example.com?x=1'],
    ['DATA_DIR', 'a\nb'],
    ['DATABASE_URL', 'db.example.com'],
    ['ADMIN_PASSWORD', 'short'],
    ['CONFIRMATION_DEADLINE', '0s'],
    ['CONFIRMATION_DEADLINE', '25h'],
    ['SEND_EXPIRY', '0s'],
    ['SEND_EXPIRY', '169h'],
    ['HANDSET_OFFLINE_AFTER', '0.5s'],
    ['HANDSET_OFFLINE_AFTER', '25h'],
    ['REQUIRE_TWO_FACTOR', 'some'],
    ['SMTP_URL', 'mail.example.com:587'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://relay@mail.example.com'],
    ['SMTP_URL', 'smtp://relay:50%@mail.example.com'],
    ['SMTP_URL', 'smtp://relay:p#w@mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com/?tls=no'],
    ['MAIL_FROM', 'Textprobe <textprobe>'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['METRICS_TOKEN', 'too short'],
    ['WORK_METRICS_PORT', 'any'],
    ['DEMO', 'maybe'],
    ['LOG_LEVEL', 'loud'],
  ])('refuse %s=%j', (name, text) => {
    const faults = faultsOf({ [name]: text });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} is .*: write .*\\.$`, 'u'));
  });

  it('each have an origin', () => {
    const { effective } = settingsOf({ PORT: '4000' });
    const of = (wanted: string) => effective.find(({ name }) => name === wanted);
    expect(of('PORT')).toEqual({ name: 'PORT', text: '4000', origin: 'environment' });
    expect(of('HOST')).toMatchObject({ origin: 'default' });
    const ofLab = ['CONFIRMATION_DEADLINE', 'SEND_EXPIRY'].map((name) => of(name)?.text);
    expect([...ofLab, of('HANDSET_OFFLINE_AFTER')?.text]).toEqual(['60s', '60s', '30s']);
  });
});
