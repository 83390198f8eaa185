/**
 * The carriers file (setting `CARRIERS`): the gateways of an installation, checked whole before anything starts.
 *
 *     { "gateways": [ { "name": "acme", "kind": "smpp", "default": true,
 *                       "host": "smpp.example.com", "port": 2775, "systemId": "…", "passwordEnv": "ACME_PASSWORD" },
 *                     { "name": "twilio", "kind": "twilio", "mms": true,
 *                       "accountSid": "AC…", "authTokenFile": "/etc/textprobe/twilio-token" } ] }
 *
 * `"passwordEnv": "NAME"` takes the password from the environment, `"passwordFile": "/path"` from a file; `authToken`,
 * `tlsKey`, `tlsCert` and `tlsCa` likewise. So the file itself can be shown, and kept with others.
 */
import { readFileSync } from 'node:fs';
import { checkGatewaySettings, type GatewaySettings, isGatewayKind } from '@textprobe/gateways/kinds';
import { z } from 'zod';

interface CarrierEntry {
  readonly name: string;
  /** Serves the offices that no gateway names. */
  readonly isDefault: boolean;
  /** Sends the MMS of offices whose own gateway sends none. */
  readonly isDefaultMms: boolean;
  /** `["partner", "client", "office"]` for each office that uses this gateway instead of the default one. */
  readonly offices: readonly (readonly [string, string, string])[];
}

export type CarrierGateway = CarrierEntry & GatewaySettings;

type CarriersCheck =
  | { readonly ok: true; readonly gateways: readonly CarrierGateway[] }
  | { readonly ok: false; readonly faults: readonly string[] };

const SHAPE =
  'Write { "gateways": [ { "name": "…", "kind": "smpp", "host": "…", "systemId": "…", "password": "…" } ] }.';

export function readCarriersFile(text: string, sources: SecretSources): CarriersCheck {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return { ok: false, faults: [`It is not valid JSON: ${(error as Error).message}. ${SHAPE}`] };
  }
  const list = (raw as { gateways?: unknown } | null)?.gateways;
  if (!Array.isArray(list) || list.length === 0) {
    return { ok: false, faults: [`It names no gateways. ${SHAPE}`] };
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
  place: string,
  isOnly: boolean,
  sources: SecretSources,
): CarrierGateway | { faults: string[] } {
  const read = entrySchema.safeParse(entry);
  const wrong = new Set(read.error?.issues.map(({ path }) => path[0]));
  if (wrong.has(undefined)) return { faults: [`${place} must be an object. ${SHAPE}`] };
  const faults = [...wrong].map((key = '') => `${place}.${String(key)} must be ${WANTED[key]}.`);

  const { name: _, kind, default: __, mms, offices: ___, ...rest } = entry as Record<string, unknown>;
  if (mms === true && kind === 'smpp')
    faults.push(`${place}.mms is true, but a gateway over SMPP sends no MMS.`);
  const secrets = resolveSecrets(rest, sources);
  faults.push(...secrets.faults.map((fault) => `${place}: ${fault}`));
  // Of a kind that is not known, what most gateways are is looked at, so that all faults are told at once.
  const check = checkGatewaySettings(isGatewayKind(kind) ? kind : 'smpp', secrets.settings);
  // Of a secret that could not be had, why not is enough: it is not also too short.
  const isToldAlready = (fault: string) => secrets.missing.some((name) => fault.startsWith(`${name} `));
  if (!check.ok) {
    faults.push(...check.faults.filter((one) => !isToldAlready(one)).map((fault) => `${place}: ${fault}`));
  }
  if (!check.ok || read.data === undefined || faults.length > 0) return { faults };
  const { name, default: isDefault = isOnly, mms: isDefaultMms, offices } = read.data;
  return { name, isDefault, isDefaultMms, offices, ...check.settings };
}

/** A single gateway that sends MMS does so for all, without being told. */
function withMmsDefault(gateways: readonly CarrierGateway[]): CarrierGateway[] {
  const able = gateways.filter(({ sendsMms }) => sendsMms);
  return gateways.map((gateway) =>
    able.length === 1 && gateway === able[0] ? { ...gateway, isDefaultMms: true } : gateway,
  );
}

function checkTogether(gateways: readonly CarrierGateway[]): string[] {
  const faults: string[] = [];
  const names = gateways.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) faults.push(`Two gateways are named "${twice}": give each a name of its own.`);
  const standard = gateways.filter(({ isDefault }) => isDefault).length;
  if (standard !== 1) {
    faults.push(
      `${standard} gateways say "default": true; exactly one must, for the offices that no gateway names.`,
    );
  }
  if (gateways.filter(({ isDefaultMms }) => isDefaultMms).length > 1) {
    faults.push('Several gateways say "mms": true; only one can send the MMS of the others.');
  }
  return faults;
}

/** Where secrets are taken from that are not written in the file itself. */
export interface SecretSources {
  /** A variable of the environment. */
  readonly variable: (name: string) => string | undefined;
  /** The content of a file; it throws the system's error. */
  readonly file: (path: string) => string;
}

/** Certificates are no secrets, but mostly stand in files of their own as well. */
const SECRETS = ['password', 'authToken', 'tlsKey', 'tlsCert', 'tlsCa'];

/** @returns the settings with the secrets in place, a sentence for each that could not be had, and the names of those */
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
      faults.push(`${key} must be a text.`);
    } else if (settings[secret] === undefined) {
      settings[secret] = read(where);
    } else {
      faults.push(`${key} is there beside another ${secret}: write only one of them.`);
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
