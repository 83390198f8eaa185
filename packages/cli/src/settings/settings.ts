/**
 * Reads all settings from the environment at once, so that all faults are reported together. main.ts passes `process.env`.
 */
import path from 'node:path';
import type { S3Options } from '@textprobe/media/s3-storage';
import type { SignOnSettings } from '@textprobe/server/auth/sign-on';
import type { SmtpOptions } from '@textprobe/server/mail/smtp-mailer';
import type { SettingRow } from './setting-row.ts';
import { SETTING_TABLE, type SettingName, type SettingValues } from './setting-table.ts';
import { combineSignOnSettings } from './sign-on-settings.ts';

/** The parsed settings. Paths are absolute. */
export interface Settings {
  /** 0: a free one. */
  readonly port: number;
  readonly host: string;
  /** Scheme, host and port, without a trailing slash; null: plain http at host and port. */
  readonly publicUrl: string | null;
  /** Addresses and CIDRs whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A database connection without a response to a query for this long counts as dead. */
  readonly databaseTimeoutMs: number;
  /** How long requests are still answered after SIGTERM. */
  readonly shutdownDrainMs: number;
  /** Requests in flight per process. */
  readonly requestLimit: number;
  /** Acceptable wait of a request; beyond it fewer are admitted. */
  readonly requestDelayMs: number;
  readonly adminPassword: string | null;
  /** For the encrypted secrets in the database. */
  readonly secretsKey: KeySettings;
  /** {@link LAB}, {@link DATABASE}, or the path of a gateways file. */
  readonly gateways: string;
  /** Whether the demo directory is loaded: only with the lab. */
  readonly demo: boolean;
  /** A scenario's name, or the path of its file. */
  readonly labScenario: string;
  readonly labSeed: string;
  /** Minimum time that a message may wait for submission. */
  readonly sendExpiryMs: number;
  /** Counted from the submission. */
  readonly confirmationDeadlineMs: number;
  readonly handsetOfflineAfterMs: number;

  readonly media: MediaSettings;
  /** Null: no mail is sent. */
  readonly mail: SmtpOptions | null;
  /** `request`: people may ask for an account. */
  readonly signup: 'closed' | 'request';
  /** Whose sessions may do nothing before they have set up two-factor login. */
  readonly requireTwoFactor: 'none' | 'administrators' | 'all';
  /** Null: people log in with a password only. */
  readonly signOn: SignOnSettings | null;
  /** Null: metrics are for console sessions only. */
  readonly metricsToken: string | null;
  /** Null: a worker opens no port. */
  readonly workMetricsPort: number | null;
  /** Whether `start` opens a browser. */
  readonly open: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** The PATH of the machine, to find programs; not one of our settings. */
  readonly path: string | undefined;
  /** All of them as text. */
  readonly effective: readonly EffectiveSetting[];
}

/** The source of a setting's value. */
type Origin = 'environment' | 'default';

/** A setting in effect, as text that the program could parse again. */
export interface EffectiveSetting {
  readonly name: SettingName;
  /** Null: off. */
  readonly text: string | null;
  readonly origin: Origin;
}

export type SettingsCheck =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly faults: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of GATEWAYS for the lab. */
export const LAB = 'lab';
/** And for gateways added in the console only. */
export const DATABASE = 'database';
/** This command has no engine, and so no lab: only the workers open gateways. */
const WITHOUT_LAB = 'serve';
/** The simulated handsets answer within 20 s, so the default of 15 minutes is needlessly long for a trial. */
const LAB_DEADLINE = '60s';
/** The simulated handsets ping at least every ten seconds. */
const LAB_OFFLINE_AFTER = '30s';
const LAB_DEFAULTS: Partial<Record<SettingName, string>> = {
  SEND_EXPIRY: LAB_DEADLINE,
  CONFIRMATION_DEADLINE: LAB_DEADLINE,
  HANDSET_OFFLINE_AFTER: LAB_OFFLINE_AFTER,
};

/**
 * Parses every setting. An empty one counts as unset, since compose files and shells produce empty variables.
 * @param env the process's environment
 * @param folder the base of relative paths
 * @param command the command being run
 * @returns the settings, or every fault, each with the given value and a hint
 */
export function readSettings(
  env: Environment,
  folder: string = process.cwd(),
  command: string = 'start',
): SettingsCheck {
  const faults: string[] = [];

  const isDemo = SETTING_TABLE.DEMO.schema.safeParse(env.DEMO || SETTING_TABLE.DEMO.fallback).data !== false;
  const gateways = env.GATEWAYS || (isDemo ? LAB : DATABASE);

  function effective(name: SettingName): EffectiveSetting {
    const given = env[name];
    if (given !== undefined && given !== '') return { name, text: given, origin: 'environment' };
    const hasLab = command !== WITHOUT_LAB && gateways === LAB;
    if (name === 'GATEWAYS') return { name, text: gateways, origin: 'default' };
    const ofLab = hasLab ? LAB_DEFAULTS[name] : undefined;
    return { name, text: ofLab ?? SETTING_TABLE[name].fallback, origin: 'default' };
  }

  function read(name: SettingName): unknown {
    const row: SettingRow<unknown> = SETTING_TABLE[name];
    const { text } = effective(name);
    if (text === null) return null;
    const parsed = row.schema.safeParse(text);
    if (parsed.success) return parsed.data;
    faults.push(`${name} is ${describeGiven(text, row)}: ${row.instead}.`);
    return null;
  }

  // After a fault a value may be null despite its type; the values are then validated further but never used.
  const values = Object.fromEntries(SETTING_NAMES.map((name) => [name, read(name)])) as SettingValues;
  const dataDir = path.resolve(folder, values.DATA_DIR ?? '');
  const onFault = (fault: string) => faults.push(fault);
  const isGiven = (name: SettingName) => effective(name).origin === 'environment';
  const settings: Settings = {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseTimeoutMs: values.DATABASE_TIMEOUT,
    shutdownDrainMs: values.SHUTDOWN_DRAIN,
    requestLimit: values.REQUEST_LIMIT,
    requestDelayMs: values.REQUEST_DELAY,
    adminPassword: values.ADMIN_PASSWORD,
    secretsKey: combineKeySettings(values, folder, onFault),
    gateways: values.GATEWAYS,
    demo: values.DEMO && values.GATEWAYS === LAB,
    labScenario: values.LAB_SCENARIO,
    labSeed: values.LAB_SEED,
    sendExpiryMs: values.SEND_EXPIRY,
    confirmationDeadlineMs: values.CONFIRMATION_DEADLINE,
    handsetOfflineAfterMs: values.HANDSET_OFFLINE_AFTER,
    media: combineMediaSettings(values, { folder, dataDir }, onFault),
    mail: combineMailSettings(values, onFault),
    signup: values.SIGNUP,
    requireTwoFactor: values.REQUIRE_TWO_FACTOR,
    signOn: combineSignOnSettings(values, isGiven, onFault),
    metricsToken: values.METRICS_TOKEN,
    workMetricsPort: values.WORK_METRICS_PORT,
    open: !values.NO_OPEN,
    logLevel: values.LOG_LEVEL,
    path: env.PATH,
    effective: SETTING_NAMES.map(effective),
  };
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, settings };
}

const SETTING_NAMES = Object.keys(SETTING_TABLE) as SettingName[];

/** The given value in quotes; only the length of a secret. */
function describeGiven(text: string, { secret = false }: SettingRow<unknown>): string {
  return secret ? `not usable (${text.length} characters, not shown)` : JSON.stringify(text);
}

/** The keys that encrypt the secrets in the database. */
interface KeySettings {
  /** Null, and `file` too: the key in DATA_DIR, for commands that use one there. */
  readonly key: Buffer | null;
  /** The absolute path of a file with the key. */
  readonly file: string | null;
  /** Previous keys, which some secrets may still be encrypted with. */
  readonly older: readonly Buffer[];
}

function combineKeySettings(
  { SECRETS_KEY: key, SECRETS_KEY_FILE: file, SECRETS_OLD_KEYS: older }: SettingValues,
  folder: string,
  onFault: (fault: string) => void,
): KeySettings {
  if (key !== null && file !== null) {
    onFault('SECRETS_KEY and SECRETS_KEY_FILE are both set. Leave one of them out.');
  }
  return { key, file: file === null ? null : path.resolve(folder, file), older: older ?? [] };
}

function combineMailSettings(
  { SMTP_URL: server, MAIL_FROM: from, PUBLIC_URL: publicUrl }: SettingValues,
  onFault: (fault: string) => void,
): SmtpOptions | null {
  if (server === null && from === null) return null;
  if (server === null) onFault('MAIL_FROM is set, but SMTP_URL is not: set both, or neither.');
  if (from === null) onFault('SMTP_URL is set, but MAIL_FROM is not: set both, or neither.');
  if (publicUrl === null)
    onFault('SMTP_URL and MAIL_FROM need PUBLIC_URL: the links in mails begin with it.');
  return server === null || from === null ? null : { server, from };
}

/** The media storage. */
export type MediaSettings =
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Options);

/**
 * Validates how the media settings fit together.
 * @param places the base of relative paths, and DATA_DIR
 * @param fault called with each fault, a sentence
 */
function combineMediaSettings(
  values: SettingValues,
  places: { readonly folder: string; readonly dataDir: string },
  fault: (sentence: string) => void,
): MediaSettings {
  const { MEDIA_DIR: dir, S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = values;
  if (values.MEDIA_STORAGE !== 's3') {
    const folder = dir === null ? path.join(places.dataDir, 'media') : path.resolve(places.folder, dir);
    return { kind: 'disk', folder };
  }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === null) fault('MEDIA_STORAGE is "s3", but S3_BUCKET is not set: write the name of a bucket.');
  if ((accessKeyId === null) !== (secretAccessKey === null)) {
    fault('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both, or neither.');
  }
  return {
    kind: 's3',
    bucket: bucket ?? '',
    endpoint,
    region: values.S3_REGION,
    prefix: values.S3_PREFIX ?? '',
    // Amazon expects the bucket in the host name, most others in the path.
    pathStyle: values.S3_PATH_STYLE ?? endpoint !== null,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
  };
}
