/**
 * The carriers file (setting `CARRIERS`): the gateways of an installation, checked whole before anything starts.
 *
 *     { "gateways": [ { "name": "acme", "kind": "smpp", "default": true,
 *                       "host": "smpp.example.com", "port": 2775, "systemId": "…", "passwordEnv": "ACME_PASSWORD" },
 *                     { "name": "twilio", "kind": "twilio", "mms": true,
 *                       "accountSid": "AC…", "authTokenFile": "/etc/textprobe/twilio-token" } ] }
 */
import { checkGatewaySettings, type GatewaySettings, isGatewayKind } from '@textprobe/gateways/kinds';
import { resolveSecrets, type SecretSources } from './carrier-secrets.ts';

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

export type CarriersCheck =
  | { readonly ok: true; readonly gateways: readonly CarrierGateway[] }
  | { readonly ok: false; readonly faults: readonly string[] };

const SHAPE =
  'Write { "gateways": [ { "name": "…", "kind": "smpp", "host": "…", "systemId": "…", "password": "…" } ] }.';

/** @param sources where secrets are taken from that are not written in the file itself */
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

function readGateway(
  entry: unknown,
  place: string,
  isOnly: boolean,
  sources: SecretSources,
): CarrierGateway | { faults: string[] } {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return { faults: [`${place} must be an object. ${SHAPE}`] };
  }
  const {
    name,
    kind,
    default: isDefault = isOnly,
    mms = false,
    offices = [],
    ...rest
  } = entry as Record<string, unknown>;
  const faults: string[] = [];
  if (typeof name !== 'string' || !/^[\w .-]{1,60}$/.test(name)) {
    faults.push(`${place}.name must be a name of 1 to 60 letters, digits, spaces, dots or dashes.`);
  }
  if (!isGatewayKind(kind)) faults.push(`${place}.kind must be "smpp" or "twilio".`);
  if (typeof isDefault !== 'boolean') faults.push(`${place}.default must be true or false.`);
  if (typeof mms !== 'boolean') faults.push(`${place}.mms must be true or false.`);
  else if (mms && kind === 'smpp') faults.push(`${place}.mms is true, but a gateway over SMPP sends no MMS.`);
  if (!isOfficeList(offices)) {
    faults.push(`${place}.offices must be a list of ["partner", "client", "office"].`);
  }
  const secrets = resolveSecrets(rest, sources);
  faults.push(...secrets.faults.map((fault) => `${place}: ${fault}`));
  const common = {
    name: String(name),
    isDefault: isDefault === true,
    isDefaultMms: mms === true,
    offices: isOfficeList(offices) ? offices : [],
  };
  // Of a kind that is not known, what most gateways are is looked at, so that all faults are told at once.
  const check = checkGatewaySettings(isGatewayKind(kind) ? kind : 'smpp', secrets.settings);
  // Of a secret that could not be had, why not is enough: it is not also too short.
  const isToldAlready = (fault: string) => secrets.missing.some((name) => fault.startsWith(`${name} `));
  if (!check.ok) {
    faults.push(...check.faults.filter((one) => !isToldAlready(one)).map((fault) => `${place}: ${fault}`));
  }
  if (check.ok && faults.length === 0) return { ...common, ...check.settings };
  return { faults };
}

/** A single gateway that sends MMS does so for all, without being told. */
function withMmsDefault(gateways: readonly CarrierGateway[]): CarrierGateway[] {
  const able = gateways.filter(({ sendsMms }) => sendsMms);
  return gateways.map((gateway) =>
    able.length === 1 && gateway === able[0] ? { ...gateway, isDefaultMms: true } : gateway,
  );
}

function isOfficeList(value: unknown): value is [string, string, string][] {
  return (
    Array.isArray(value) &&
    value.every(
      (path) => Array.isArray(path) && path.length === 3 && path.every((part) => typeof part === 'string'),
    )
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
