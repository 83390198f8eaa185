/**
 * Reads the settings from the environment: all of them at once, so that all faults are told together. The program
 * reads `process.env` once, in main.ts, and hands it in here.
 */
import path from 'node:path';
import type { S3Options } from '@textprobe/media/s3-storage';
import { SETTING_TABLE, type SettingName, type SettingRow, type SettingValues } from './setting-table.ts';

/** What the program runs on. Paths are absolute. */
export interface Settings {
  /** 0: a free one. */
  readonly port: number;
  readonly host: string;
  /** Scheme, host and port, without a slash at the end; null: plain http at host and port. */
  readonly publicUrl: string | null;
  /** Addresses and CIDRs whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A connection to the database that is silent for so long while it is asked counts as dead. */
  readonly databaseTimeoutMs: number;
  /** How long calls are still taken after the process was told to end. */
  readonly shutdownDrainMs: number;
  /** Requests that a process answers at once. */
  readonly requestLimit: number;
  /** How long one may wait within the process before fewer are let in. */
  readonly requestDelayMs: number;
  readonly adminPassword: string | null;
  /** Of the secrets that the database holds sealed. */
  readonly secretsKey: KeySettings;
  /** `lab`, or the path of a carriers file. */
  readonly carriers: string;
  /** A scenario's name, or the path of its file. */
  readonly labScenario: string;
  readonly labSeed: string;
  /** How long a message may wait to be submitted at least. */
  readonly sendExpiryMs: number;
  /** From the submission on. */
  readonly confirmationDeadlineMs: number;
  readonly handsetOfflineAfterMs: number;
  /** Where files are kept. */
  readonly media: MediaSettings;
  readonly signup: 'closed';
  /** Null: metrics are for console sessions only. */
  readonly metricsToken: string | null;
  /** Null: a worker opens no port. */
  readonly workMetricsPort: number | null;
  /** Whether `start` opens a browser. */
  readonly open: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** The machine's own, for finding programs; no setting of ours. */
  readonly path: string | undefined;
}

/** Where a setting came from. */
type Origin = 'environment' | 'default';

/** One setting as it counts: its text (not its value), fit to be read by the program again. */
export interface EffectiveSetting {
  readonly name: SettingName;
  /** Null: off. */
  readonly text: string | null;
  readonly origin: Origin;
}

export type SettingsCheck =
  | { readonly ok: true; readonly settings: Settings; readonly effective: readonly EffectiveSetting[] }
  | { readonly ok: false; readonly faults: readonly string[] };

type Environment = Readonly<Record<string, string | undefined>>;

/** What the setting CARRIERS says in place of a path. */
export const LAB = 'lab';
/** Its engine works elsewhere, over carriers that only the workers know. */
const WITHOUT_LAB = 'serve';
/** The simulated handsets answer within 20 s: who tries the program out should not wait a quarter of an hour. */
const LAB_DEADLINE = '60s';
/** They ping every ten seconds at the latest. */
const LAB_OFFLINE_AFTER = '30s';
const LAB_DEFAULTS: Partial<Record<SettingName, string>> = {
  SEND_EXPIRY: LAB_DEADLINE,
  CONFIRMATION_DEADLINE: LAB_DEADLINE,
  HANDSET_OFFLINE_AFTER: LAB_OFFLINE_AFTER,
};

/**
 * Reads and checks every setting. An empty one counts as not set: compose files and shells make such.
 * @param env the process's environment
 * @param folder what relative paths start from
 * @param command the one that asks
 * @returns the settings, or every fault, each a sentence that says what was given and what to write instead
 */
export function readSettings(
  env: Environment,
  folder: string = process.cwd(),
  command: string = 'start',
): SettingsCheck {
  const faults: string[] = [];

  function effective(name: SettingName): EffectiveSetting {
    const given = env[name];
    if (given !== undefined && given !== '') return { name, text: given, origin: 'environment' };
    const hasLab = command !== WITHOUT_LAB && (env.CARRIERS || LAB) === LAB;
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

  // After a fault a value may be null against its type; then they are only checked on, never used.
  const values = Object.fromEntries(SETTING_NAMES.map((name) => [name, read(name)])) as SettingValues;
  const dataDir = path.resolve(folder, values.DATA_DIR ?? '');
  const onFault = (fault: string) => faults.push(fault);
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
    carriers: values.CARRIERS,
    labScenario: values.LAB_SCENARIO,
    labSeed: values.LAB_SEED,
    sendExpiryMs: values.SEND_EXPIRY,
    confirmationDeadlineMs: values.CONFIRMATION_DEADLINE,
    handsetOfflineAfterMs: values.HANDSET_OFFLINE_AFTER,
    media: combineMediaSettings(values, { folder, dataDir }, onFault),
    signup: values.SIGNUP,
    metricsToken: values.METRICS_TOKEN,
    workMetricsPort: values.WORK_METRICS_PORT,
    open: !values.NO_OPEN,
    logLevel: values.LOG_LEVEL,
    path: env.PATH,
  };
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, settings, effective: SETTING_NAMES.map(effective) };
}

const SETTING_NAMES = Object.keys(SETTING_TABLE) as SettingName[];

/** What was given, in quotes; of a secret only how long it is. */
function describeGiven(text: string, { secret = false }: SettingRow<unknown>): string {
  return secret ? `not usable (${text.length} characters, not shown)` : JSON.stringify(text);
}

/** With which key the secrets in the database are sealed. */
interface KeySettings {
  /** Null, with `file` null too: the one in DATA_DIR, where a command may have one there. */
  readonly key: Buffer | null;
  /** The absolute path of a file that holds it. */
  readonly file: string | null;
  /** Former keys, with which some secrets may still be sealed. */
  readonly older: readonly Buffer[];
}

function combineKeySettings(
  { SECRETS_KEY: key, SECRETS_KEY_FILE: file, SECRETS_OLD_KEYS: older }: SettingValues,
  folder: string,
  onFault: (fault: string) => void,
): KeySettings {
  if (key !== null && file !== null) {
    onFault('SECRETS_KEY and SECRETS_KEY_FILE are both set: leave one of them out.');
  }
  return { key, file: file === null ? null : path.resolve(folder, file), older: older ?? [] };
}

/** Where files are kept. */
export type MediaSettings =
  | { readonly kind: 'disk'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Options);

/**
 * What one of these settings asks of another is checked here.
 * @param places what relative paths start from, and where the program's own files are
 * @param fault told each fault, a sentence
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
    // Amazon wants the bucket in the host name, most others in the path.
    pathStyle: values.S3_PATH_STYLE ?? endpoint !== null,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
  };
}
