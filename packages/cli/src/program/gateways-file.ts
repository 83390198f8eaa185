/**
 * Parses the gateways file (setting `GATEWAYS`): the gateways of an installation, validated before anything starts.
 *
 *     { "gateways": [ { "name": "acme", "kind": "smpp", "default": true,
 *                       "host": "smpp.example.com", "port": 2775, "systemId": "…", "passwordEnv": "ACME_PASSWORD" },
 *                     { "name": "twilio", "kind": "twilio", "mms": true,
 *                       "accountSid": "AC…", "authTokenFile": "/etc/textprobe/twilio-token" } ] }
 *
 * `"passwordEnv": "NAME"` takes the password from the environment, `"passwordFile": "/path"` from a file; `authToken`,
 * `tlsKey`, `tlsCert` and `tlsCa` likewise. So the file itself need not contain secrets, and can be versioned.
 */
import { readFileSync } from 'node:fs';
import { checkGatewaySettings, type GatewaySettings, isGatewayKind } from '@textprobe/gateways/kinds';
import { z } from 'zod';

interface GatewayEntry {
  readonly name: string;
  /** Serves the offices that no gateway lists. */
  readonly isDefault: boolean;
  /** Sends MMS for offices whose gateway cannot. */
  readonly isDefaultMms: boolean;
  /** `["partner", "client", "office"]` for each office that uses this gateway instead of the default one. */
  readonly offices: readonly (readonly [string, string, string])[];
}

export type ConfiguredGateway = GatewayEntry & GatewaySettings;

type GatewaysCheck =
  | { readonly ok: true; readonly gateways: readonly ConfiguredGateway[] }
  | { readonly ok: false; readonly faults: readonly string[] };

const SHAPE =
  'Write { "gateways": [ { "name": "…", "kind": "smpp", "host": "…", "systemId": "…", "password": "…" } ] }.';

export function readGatewaysFile(text: string, sources: SecretSources): GatewaysCheck {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return { ok: false, faults: [`It is not valid JSON: ${(error as Error).message}. ${SHAPE}`] };
  }
  const list = (raw as { gateways?: unknown } | null)?.gateways;
  if (!Array.isArray(list) || list.length === 0) {
    return { ok: false, faults: [`It has no gateways. ${SHAPE}`] };
  }
  const faults: string[] = [];
  const gateways = list.flatMap((entry: unknown, index) => {
    const read = readGateway(entry, `gateways[${index}]`, list.length === 1, sources);
    if ('faults' in read) faults.push(...read.faults);
    return 'faults' in read ? [] : [read];
  });
  if (faults.length === 0) faults.push(...checkTogether(gateways));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, gateways: withMmsDefault(gateways) };
}

const entrySchema = z.looseObject({
  name: z.string().regex(/^[\w .-]{1,60}$/),
  kind: z.string().refine(isGatewayKind),
  default: z.boolean().optional(),
  mms: z.boolean().default(false),
  offices: z.array(z.tuple([z.string(), z.string(), z.string()])).default([]),
});

const WANTED: Readonly<Record<PropertyKey, string>> = {
  name: 'a name of 1 to 60 letters, digits, spaces, dots or dashes',
  kind: '"smpp" or "twilio"',
  default: 'true or false',
  mms: 'true or false',
  offices: 'a list of ["partner", "client", "office"]',
};

function readGateway(
  entry: unknown,
  path: string,
  isOnly: boolean,
  sources: SecretSources,
): ConfiguredGateway | { faults: string[] } {
  const read = entrySchema.safeParse(entry);
  const wrong = new Set(read.error?.issues.map(({ path }) => path[0]));
  if (wrong.has(undefined)) return { faults: [`${path} must be an object. ${SHAPE}`] };
  const faults = [...wrong].map((key = '') => `${path}.${String(key)} must be ${WANTED[key]}.`);

  const { name: _, kind, default: __, mms, offices: ___, ...rest } = entry as Record<string, unknown>;
  if (mms === true && kind === 'smpp')
    faults.push(`${path}.mms is true, but an SMPP gateway cannot send MMS.`);
  const secrets = resolveSecrets(rest, sources);
  faults.push(...secrets.faults.map((fault) => `${path}: ${fault}`));
  // An unknown kind is validated as SMPP, the most common one, so that all faults are reported at once.
  const check = checkGatewaySettings(isGatewayKind(kind) ? kind : 'smpp', secrets.settings);
  // A missing secret is already reported: that it is too short as well would only confuse.
  const isReported = (fault: string) => secrets.missing.some((name) => fault.startsWith(`${name} `));
  if (!check.ok) {
    faults.push(...check.faults.filter((one) => !isReported(one)).map((fault) => `${path}: ${fault}`));
  }
  if (!check.ok || read.data === undefined || faults.length > 0) return { faults };
  const { name, default: isDefault = isOnly, mms: isDefaultMms, offices } = read.data;
  return { name, isDefault, isDefaultMms, offices, ...check.settings };
}

/** The only gateway that can send MMS is the default for MMS. */
function withMmsDefault(gateways: readonly ConfiguredGateway[]): ConfiguredGateway[] {
  const able = gateways.filter(({ sendsMms }) => sendsMms);
  return gateways.map((gateway) =>
    able.length === 1 && gateway === able[0] ? { ...gateway, isDefaultMms: true } : gateway,
  );
}

function checkTogether(gateways: readonly ConfiguredGateway[]): string[] {
  const faults: string[] = [];
  const names = gateways.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) faults.push(`Two gateways are named "${twice}". Give each a unique name.`);
  const standard = gateways.filter(({ isDefault }) => isDefault).length;
  if (standard !== 1) {
    faults.push(
      `${standard} gateways have "default": true. Exactly one must, for the offices that no gateway lists.`,
    );
  }
  if (gateways.filter(({ isDefaultMms }) => isDefaultMms).length > 1) {
    faults.push('Several gateways have "mms": true. Only one may send MMS for the others.');
  }
  return faults;
}

/** The sources of secrets that are not in the file itself. */
export interface SecretSources {
  /** A variable of the environment. */
  readonly variable: (name: string) => string | undefined;
  /** The content of a file; it throws the system's error. */
  readonly file: (path: string) => string;
}

/** Certificates are not secret, but are usually in files of their own too. */
const SECRETS = ['password', 'authToken', 'tlsKey', 'tlsCert', 'tlsCa'];

/** @returns the settings with the secrets filled in, a fault for each missing one, and the names of these */
function resolveSecrets(
  given: Readonly<Record<string, unknown>>,
  sources: SecretSources,
): {
  readonly settings: Record<string, unknown>;
  readonly faults: readonly string[];
  readonly missing: readonly string[];
} {
  const settings = { ...given };
  const faults: string[] = [];
  const missing: string[] = [];

  function take(secret: string, key: string, read: (where: string) => string): void {
    const where = settings[key];
    if (where === undefined) return;
    delete settings[key];
    if (typeof where !== 'string' || where === '') {
      faults.push(`${key} must be a string.`);
    } else if (settings[secret] === undefined) {
      settings[secret] = read(where);
    } else {
      faults.push(`${key} is given in addition to another ${secret}. Write only one of them.`);
    }
  }

  for (const secret of SECRETS) {
    take(secret, `${secret}Env`, (name) => {
      const value = sources.variable(name);
      if (value === undefined) {
        faults.push(`${secret}Env names ${name}, which is not set in the environment.`);
        missing.push(secret);
      }
      return value ?? '';
    });
    take(secret, `${secret}File`, (path) => {
      try {
        return sources.file(path).trimEnd();
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        faults.push(`${secret}File names ${path}, which cannot be read (${code ?? message}).`);
        missing.push(secret);
        return '';
      }
    });
  }
  return { settings, faults, missing };
}

/** This process's environment and the machine's files. */
export const machineSecrets: SecretSources = {
  variable: (name) => process.env[name],
  file: (path) => readFileSync(path, 'utf8'),
};
