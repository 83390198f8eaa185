/**
 * Every setting of the program: what it is for, what it is when nobody sets it, what it may be, and the sentence that
 * says what to write instead. `textprobe help` prints the same table, so it cannot tell anything else.
 */
import { LONGEST_SEND_EXPIRY_MS } from '@textprobe/domain/send-expiry';
import { z } from 'zod';
import {
  durationMs,
  flag,
  host,
  httpUrl,
  origin,
  port,
  postgresUrl,
  proxies,
  sealingKey,
  sealingKeys,
  text,
} from './setting-schemas.ts';

const SEALING_KEY_WANTED = 'write 32 random bytes as base64, such as `openssl rand -base64 32` prints';

/** One setting as it is read from the environment; `schema` turns its text into the value that the program uses. */
export interface SettingRow<Value, Fallback extends string | null = string | null> {
  /** One line for `textprobe help`. */
  readonly about: string;
  /** The text that counts when the environment has none; null: the setting is then off, and its value null. */
  readonly fallback: Fallback;
  readonly schema: z.ZodType<Value, string>;
  /** What to write instead of a wrong value: a sentence that begins with "write". */
  readonly instead: string;
  /** Never shown: not in a fault, not by `textprobe config`. */
  readonly secret?: boolean;
}

/** Keeps the type of a row's value, and whether it has a fallback. */
function row<Value, const Fallback extends string | null>(
  row: SettingRow<Value, Fallback>,
): SettingRow<Value, Fallback> {
  return row;
}

/** The settings in the order in which they are shown. */
export const SETTING_TABLE = {
  PORT: row({
    about: 'the port the console listens on; 0 takes any free one',
    fallback: '3000',
    schema: port,
    instead: 'write a whole number from 0 to 65535, such as 3000',
  }),
  HOST: row({
    about: 'the address it listens on; 0.0.0.0 opens it to the network',
    fallback: '127.0.0.1',
    schema: host,
    instead: 'write a host name or an IP address without scheme and port, such as 127.0.0.1',
  }),
  PUBLIC_URL: row({
    about: 'the address people type, when it is another one (behind a proxy); https makes cookies secure',
    fallback: null,
    schema: origin,
    instead: 'write http:// or https:// and the host, without a path, such as https://textprobe.example.com',
  }),
  TRUSTED_PROXIES: row({
    about:
      'the proxies whose X-Forwarded-For is believed: addresses and CIDRs, with commas between them; none: nobody',
    fallback: 'loopback',
    schema: proxies,
    instead: "write addresses and CIDRs, such as loopback, 10.0.0.0/8, or 'none'",
  }),
  DATA_DIR: row({
    about: 'the folder of the embedded database and of files',
    fallback: './data',
    schema: text,
    instead: 'write the path of a folder, such as ./data',
  }),
  DATABASE_URL: row({
    about: 'a PostgreSQL 15 or newer to use in place of the embedded one',
    fallback: null,
    schema: postgresUrl,
    instead: 'write an address such as postgres://user:password@host:5432/textprobe, or leave it out',
    secret: true,
  }),
  DATABASE_TIMEOUT: row({
    about: 'how long the database may be silent about a query until its connection counts as dead',
    fallback: '30s',
    schema: durationMs(1_000, 3_600_000),
    instead: 'write a duration from 1s to 1h, such as 30s',
  }),
  SHUTDOWN_DRAIN: row({
    about: 'told to end, how long to go on answering while ready says no, so that a balancer sees it',
    fallback: '0s',
    schema: durationMs(0, 5 * 60_000),
    instead: "write a duration from 0s to 5m, two of the balancer's checks or longer, such as 10s",
  }),
  REQUEST_LIMIT: row({
    about: 'how many requests a process answers at once; more are told to come back in a moment',
    fallback: '512',
    schema: z
      .string()
      .regex(/^[1-9]\d{0,4}$/u)
      .transform(Number),
    instead: 'write a whole number from 1 to 99999, such as 512',
  }),
  REQUEST_DELAY: row({
    about: 'how long a request may wait for the processor or the database before fewer are let in',
    fallback: '500ms',
    schema: durationMs(10, 60_000),
    instead: 'write a duration from 10ms to 1m, such as 500ms',
  }),
  ADMIN_PASSWORD: row({
    about: "the first administrator's password; counts at the first start only",
    fallback: null,
    schema: z.string().min(8).max(1_000),
    instead: 'write a password of 8 to 1000 characters, or leave it out and one is made',
    secret: true,
  }),
  SECRETS_KEY: row({
    about:
      'seals the secrets of gateways and apps in the database; without it, start makes one in DATA_DIR, ' +
      'and serve and work have none',
    fallback: null,
    schema: sealingKey,
    instead: SEALING_KEY_WANTED,
    secret: true,
  }),
  SECRETS_KEY_FILE: row({
    about: 'a file that holds it instead',
    fallback: null,
    schema: text,
    instead: 'write the path of a file with 32 random bytes as base64, or leave it out',
  }),
  SECRETS_OLD_KEYS: row({
    about: 'former keys, with commas between them, until textprobe secrets rekey has run',
    fallback: null,
    schema: sealingKeys,
    instead: `${SEALING_KEY_WANTED}, with commas between several`,
    secret: true,
  }),
  CARRIERS: row({
    about:
      "'lab' for the simulated carriers, 'database' for the gateways set up over HTTP alone, or the path of a carriers file; " +
      'those set up over HTTP work beside any of them',
    fallback: 'lab',
    schema: text,
    instead: "write 'lab', 'database', or the path of a carriers file",
  }),
  LAB_SCENARIO: row({
    about: "how the lab's carriers behave: a scenario's name, or the path of a scenario file",
    fallback: 'default',
    schema: text,
    instead: "write a scenario's name, such as default, or the path of a scenario file",
  }),
  LAB_SEED: row({
    about: 'the same seed makes the lab behave the same again',
    fallback: '1',
    schema: text,
    instead: 'write any word or number, such as 1',
  }),
  SEND_EXPIRY: row({
    about: 'how long a message may wait to be sent, longer if its gateway needs it; 60s with the lab',
    fallback: '1h',
    schema: durationMs(1_000, LONGEST_SEND_EXPIRY_MS),
    instead: 'write a duration from 1s to 168h, such as 90s, 15m or 1h',
  }),
  CONFIRMATION_DEADLINE: row({
    about: 'how long a sent message may stay unconfirmed before it counts as lost; 60s with the lab',
    fallback: '15m',
    schema: durationMs(1_000, 24 * 3_600_000),
    instead: 'write a duration from 1s to 24h, such as 90s, 15m or 1h',
  }),
  HANDSET_OFFLINE_AFTER: row({
    about: 'how long a phone that pings may be silent before it counts as offline; 30s with the lab',
    fallback: '15m',
    schema: durationMs(1_000, 24 * 3_600_000),
    instead: 'write a duration from 1s to 24h, three of its pings or longer, such as 15m',
  }),
  MEDIA_STORAGE: row({
    about: "where the files of MMS are kept: 'disk', or 's3' for a bucket that all machines reach",
    fallback: 'disk',
    schema: z.enum(['disk', 's3']),
    instead: "write 'disk' or 's3'",
  }),
  MEDIA_DIR: row({
    about: 'the folder of files on disk; without it, media in DATA_DIR',
    fallback: null,
    schema: text,
    instead: 'write the path of a folder, such as /var/lib/textprobe/media',
  }),
  S3_ENDPOINT: row({
    about: "where the S3 service is; without it, Amazon's",
    fallback: null,
    schema: httpUrl,
    instead: 'write an address such as https://s3.example.com, or leave it out for Amazon',
  }),
  S3_REGION: row({
    about: 'the region of the bucket',
    fallback: 'us-east-1',
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/u),
    instead: 'write the name of a region, such as us-west-2',
  }),
  S3_BUCKET: row({
    about: 'the bucket; it must exist, and nobody else need be able to read it',
    fallback: null,
    schema: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/u),
    instead: 'write the name of a bucket, such as textprobe-media',
  }),
  S3_PREFIX: row({
    about: "what every object's name begins with",
    fallback: null,
    schema: z.string().regex(/^[A-Za-z0-9/._-]{1,200}$/u),
    instead: 'write letters, digits, slashes, dots and dashes, such as textprobe/',
  }),
  S3_PATH_STYLE: row({
    about:
      '1 names the bucket in the path of the address, 0 in its host; without it, 1 where S3_ENDPOINT is set',
    fallback: null,
    schema: flag,
    instead: 'write 1 or 0, or leave it out',
  }),
  S3_ACCESS_KEY_ID: row({
    about: "with S3_SECRET_ACCESS_KEY, who asks; without them, what Amazon's tools find on the machine",
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
    about: 'who may make an account for themselves: nobody',
    fallback: 'closed',
    schema: z.literal('closed'),
    instead: "write 'closed', the only choice for now: accounts are made by an administrator",
  }),
  METRICS_TOKEN: row({
    about: 'lets whoever bears it read /api/metrics without a session, such as Prometheus',
    fallback: null,
    schema: z.string().regex(/^[\x21-\x7e]{16,256}$/u),
    instead: 'write 16 to 256 visible ASCII characters without spaces, or leave it out',
    secret: true,
  }),
  WORK_METRICS_PORT: row({
    about: "the port on which 'textprobe work' tells its metrics; 0 takes any free one",
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
    about: 'how much is logged: debug, info, warn or error',
    fallback: 'info',
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    instead: 'write debug, info, warn or error',
  }),
};

/** The value of a row; it can be null where the row has no fallback. */
type ValueOf<Row> =
  Row extends SettingRow<infer Value, infer Fallback>
    ? Value | (null extends Fallback ? null : never)
    : never;

/** The name of a setting, as the environment spells it. */
export type SettingName = keyof typeof SETTING_TABLE;

/** The value of every setting; null where one without a default is off. */
export type SettingValues = { readonly [Name in SettingName]: ValueOf<(typeof SETTING_TABLE)[Name]> };
