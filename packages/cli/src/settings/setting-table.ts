/** Every setting of the program: purpose, default, schema and hint for an invalid value. `textprobe help` prints them. */
import { LONGEST_SEND_EXPIRY_MS } from '@textprobe/domain/send-expiry';
import { z } from 'zod';
import { row, type ValuesOf } from './setting-row.ts';
import {
  durationMs,
  flag,
  host,
  httpUrl,
  mailbox,
  origin,
  port,
  postgresUrl,
  proxies,
  sealingKey,
  sealingKeys,
  smtpUrl,
  text,
} from './setting-schemas.ts';
import { SIGN_ON_TABLE } from './sign-on-settings.ts';

const SEALING_KEY_WANTED = 'write 32 random bytes as base64, such as `openssl rand -base64 32` prints';

/** The settings in display order. */
export const SETTING_TABLE = {
  PORT: row({
    about: 'the port the console listens on; 0 takes any free one',
    fallback: '3000',
    schema: port,
    instead: 'write a whole number from 0 to 65535, such as 3000',
  }),
  HOST: row({
    about: 'the address the console listens on; 0.0.0.0 opens it to the network',
    fallback: '127.0.0.1',
    schema: host,
    instead: 'write a host name or an IP address without scheme and port, such as 127.0.0.1',
  }),
  PUBLIC_URL: row({
    about: 'the public URL of the console when behind a proxy; https makes cookies secure',
    fallback: null,
    schema: origin,
    instead: 'write http:// or https:// and the host, without a path, such as https://textprobe.example.com',
  }),
  TRUSTED_PROXIES: row({
    about: "the proxies whose X-Forwarded-For is trusted: addresses and CIDRs separated by commas, or 'none'",
    fallback: 'loopback',
    schema: proxies,
    instead: "write addresses and CIDRs, such as loopback, 10.0.0.0/8, or 'none'",
  }),
  DATA_DIR: row({
    about: 'the folder of the embedded database and of uploaded files',
    fallback: './data',
    schema: text,
    instead: 'write the path of a folder, such as ./data',
  }),
  DATABASE_URL: row({
    about: 'an external PostgreSQL (15 or newer) to use instead of the embedded one',
    fallback: null,
    schema: postgresUrl,
    instead: 'write a URL such as postgres://user:password@host:5432/textprobe, or leave it out',
    secret: true,
  }),
  DATABASE_TIMEOUT: row({
    about: 'how long a query may go without a response before its database connection counts as dead',
    fallback: '30s',
    schema: durationMs(1_000, 3_600_000),
    instead: 'write a duration from 1s to 1h, such as 30s',
  }),
  SHUTDOWN_DRAIN: row({
    about: 'grace period after SIGTERM: requests are still answered, but readiness returns 503',
    fallback: '0s',
    schema: durationMs(0, 5 * 60_000),
    instead:
      "write a duration from 0s to 5m, at least two of the load balancer's check intervals, such as 10s",
  }),
  REQUEST_LIMIT: row({
    about: 'how many requests a process handles at once; further ones get 503 with Retry-After',
    fallback: '512',
    schema: z
      .string()
      .regex(/^[1-9]\d{0,4}$/u)
      .transform(Number),
    instead: 'write a whole number from 1 to 99999, such as 512',
  }),
  REQUEST_DELAY: row({
    about: 'how long requests may wait for the processor or the database before fewer are admitted',
    fallback: '500ms',
    schema: durationMs(10, 60_000),
    instead: 'write a duration from 10ms to 1m, such as 500ms',
  }),
  ADMIN_PASSWORD: row({
    about: "the first administrator's password; used at the first start only",
    fallback: null,
    // The rule for new passwords applies where one is set: older installations have shorter ones here.
    schema: z.string().min(8).max(1_000),
    instead: 'write a password of 12 to 256 characters, or leave it out to have one generated',
    secret: true,
  }),
  SECRETS_KEY: row({
    about:
      'the key that encrypts secrets of gateways and apps in the database; without it, start creates one in DATA_DIR, ' +
      'and serve and work have none',
    fallback: null,
    schema: sealingKey,
    instead: SEALING_KEY_WANTED,
    secret: true,
  }),
  SECRETS_KEY_FILE: row({
    about: 'a file with that key, instead of SECRETS_KEY',
    fallback: null,
    schema: text,
    instead: 'write the path of a file with 32 random bytes as base64, or leave it out',
  }),
  SECRETS_OLD_KEYS: row({
    about: 'previous keys, separated by commas, until textprobe secrets rekey has run',
    fallback: null,
    schema: sealingKeys,
    instead: `${SEALING_KEY_WANTED}, several separated by commas`,
    secret: true,
  }),
  GATEWAYS: row({
    about:
      "'lab' for the simulated carriers, 'database' for the gateways added in the console only, or the path of a gateways file; " +
      'gateways added in the console always work as well',
    fallback: 'lab',
    schema: text,
    instead: "write 'lab', 'database', or the path of a gateways file",
  }),
  DEMO: row({
    about:
      "0 starts empty: without the demo directory, and without the lab unless GATEWAYS is 'lab'; the console then shows the first steps",
    fallback: '1',
    schema: flag,
    instead: 'write 1 or 0',
  }),
  LAB_SCENARIO: row({
    about: "how the lab's carriers behave: a scenario's name, or the path of a scenario file",
    fallback: 'default',
    schema: text,
    instead: "write a scenario's name, such as default, or the path of a scenario file",
  }),
  LAB_SEED: row({
    about: 'the seed of the lab; the same seed repeats its behavior',
    fallback: '1',
    schema: text,
    instead: 'write any word or number, such as 1',
  }),
  SEND_EXPIRY: row({
    about: 'how long a message may wait to be sent, or longer if its gateway needs it; 60s with the lab',
    fallback: '1h',
    schema: durationMs(1_000, LONGEST_SEND_EXPIRY_MS),
    instead: 'write a duration from 1s to 168h, such as 90s, 15m or 1h',
  }),
  CONFIRMATION_DEADLINE: row({
    about:
      'how long after sending a message may stay unconfirmed before its outcome is unknown or lost; 60s with the lab',
    fallback: '15m',
    schema: durationMs(1_000, 24 * 3_600_000),
    instead: 'write a duration from 1s to 24h, such as 90s, 15m or 1h',
  }),
  HANDSET_OFFLINE_AFTER: row({
    about: 'how long after its last ping a phone counts as offline; 30s with the lab',
    fallback: '15m',
    schema: durationMs(1_000, 24 * 3_600_000),
    instead: 'write a duration from 1s to 24h, at least three ping intervals, such as 15m',
  }),
  MEDIA_STORAGE: row({
    about: "where MMS files are stored: 'disk', or 's3' for a bucket that all machines share",
    fallback: 'disk',
    schema: z.enum(['disk', 's3']),
    instead: "write 'disk' or 's3'",
  }),
  MEDIA_DIR: row({
    about: 'the folder for files on disk; default: media in DATA_DIR',
    fallback: null,
    schema: text,
    instead: 'write the path of a folder, such as /var/lib/textprobe/media',
  }),
  S3_ENDPOINT: row({
    about: 'the URL of the S3 service; default: Amazon S3',
    fallback: null,
    schema: httpUrl,
    instead: 'write a URL such as https://s3.example.com, or leave it out for Amazon S3',
  }),
  S3_REGION: row({
    about: 'the region of the bucket',
    fallback: 'us-east-1',
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/u),
    instead: 'write the name of a region, such as us-west-2',
  }),
  S3_BUCKET: row({
    about: 'the bucket; it must exist, and should be private',
    fallback: null,
    schema: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/u),
    instead: 'write the name of a bucket, such as textprobe-media',
  }),
  S3_PREFIX: row({
    about: 'the prefix of all object names',
    fallback: null,
    schema: z.string().regex(/^[A-Za-z0-9/._-]{1,200}$/u),
    instead: 'write letters, digits, slashes, dots and dashes, such as textprobe/',
  }),
  S3_PATH_STYLE: row({
    about:
      '1 puts the bucket into the path of the URL, 0 into its host name; default: 1 if S3_ENDPOINT is set',
    fallback: null,
    schema: flag,
    instead: 'write 1 or 0, or leave it out',
  }),
  S3_ACCESS_KEY_ID: row({
    about: 'the access key ID, with S3_SECRET_ACCESS_KEY; default: the AWS credentials of the machine',
    fallback: null,
    schema: text,
    instead: 'write the access key id, or leave it out',
  }),
  S3_SECRET_ACCESS_KEY: row({
    about: 'the secret of S3_ACCESS_KEY_ID',
    fallback: null,
    schema: text,
    instead: 'write the secret access key, or leave it out',
    secret: true,
  }),
  SIGNUP: row({
    about: "'request' lets people ask for an account, which an administrator approves; 'closed' does not",
    fallback: 'closed',
    schema: z.enum(['closed', 'request']),
    instead: "write 'closed' or 'request'",
  }),
  REQUIRE_TWO_FACTOR: row({
    about:
      "whose login needs a second factor: 'none', 'administrators' or 'all'; those without one must set it up first",
    fallback: 'none',
    schema: z.enum(['none', 'administrators', 'all']),
    instead: "write 'none', 'administrators' or 'all'",
  }),
  ...SIGN_ON_TABLE,
  SMTP_URL: row({
    about: 'the mail server that sends links for passwords; without it, administrators copy them',
    fallback: null,
    schema: smtpUrl,
    instead:
      'write a URL such as smtp://user:password@mail.example.com:587, or smtps://… for TLS from the first byte; ' +
      'write special characters of the password as %XX',
    secret: true,
  }),
  MAIL_FROM: row({
    about: 'the sender of mails, with SMTP_URL',
    fallback: null,
    schema: mailbox,
    instead: 'write an address such as textprobe@example.com, or Textprobe <textprobe@example.com>',
  }),
  METRICS_TOKEN: row({
    about: 'the bearer token that lets Prometheus read /api/metrics without a session',
    fallback: null,
    schema: z.string().regex(/^[\x21-\x7e]{16,256}$/u),
    instead: 'write 16 to 256 visible ASCII characters without spaces, or leave it out',
    secret: true,
  }),
  WORK_METRICS_PORT: row({
    about: "the port on which 'textprobe work' serves its metrics; 0 takes any free one",
    fallback: null,
    schema: port,
    instead: 'write a whole number from 0 to 65535, such as 9464, or leave it out',
  }),
  NO_OPEN: row({
    about: '1 keeps start from opening a browser',
    fallback: '0',
    schema: flag,
    instead: 'write 1 or 0',
  }),
  LOG_LEVEL: row({
    about: 'the minimum level of log lines: debug, info, warn or error',
    fallback: 'info',
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    instead: 'write debug, info, warn or error',
  }),
};

/** The name of a setting, as the environment spells it. */
export type SettingName = keyof typeof SETTING_TABLE;

/** The value of every setting; null for one that is off. */
export type SettingValues = ValuesOf<typeof SETTING_TABLE>;
