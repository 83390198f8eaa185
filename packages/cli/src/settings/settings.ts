/**
 * Reads the settings from the environment: all of them at once, so that all faults are told together. The program
 * reads `process.env` once, in main.ts, and hands it in here.
 */
import path from 'node:path';
import { combineKeySettings, type KeySettings } from './key-settings.ts';
import { combineMediaSettings, type MediaSettings } from './media-settings.ts';
import type { SettingRow } from './setting-row.ts';
import { SETTING_TABLE, type SettingName, type SettingValues } from './setting-table.ts';

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
export type Origin = 'environment' | 'default';

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

const LAB = 'lab';
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
