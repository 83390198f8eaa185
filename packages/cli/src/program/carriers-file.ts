/**
 * The carriers file (setting `CARRIERS`): the gateways of an installation, checked whole before anything starts.
 *
 *     { "gateways": [ { "name": "acme", "kind": "smpp", "default": true,
 *                       "host": "smpp.example.com", "port": 2775, "systemId": "…", "password": "…" } ] }
 */
import { checkSmppSettings, type SmppGatewaySettings } from '@textprobe/gateways/smpp/settings';

export interface CarrierGateway {
  readonly name: string;
  readonly kind: 'smpp';
  /** Serves the offices that no gateway names. */
  readonly isDefault: boolean;
  readonly settings: SmppGatewaySettings;
  /** `["partner", "client", "office"]` for each office that uses this gateway instead of the default one. */
  readonly offices: readonly (readonly [string, string, string])[];
}

export type CarriersCheck =
  | { readonly ok: true; readonly gateways: readonly CarrierGateway[] }
  | { readonly ok: false; readonly faults: readonly string[] };

const SHAPE =
  'Write { "gateways": [ { "name": "…", "kind": "smpp", "host": "…", "systemId": "…", "password": "…" } ] }.';

export function readCarriersFile(text: string): CarriersCheck {
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
    const read = readGateway(entry, `gateways[${index}]`, list.length === 1);
    if ('faults' in read) faults.push(...read.faults);
    return 'faults' in read ? [] : [read];
  });
  if (faults.length === 0) faults.push(...checkTogether(gateways));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, gateways };
}

function readGateway(entry: unknown, place: string, isOnly: boolean): CarrierGateway | { faults: string[] } {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return { faults: [`${place} must be an object. ${SHAPE}`] };
  }
  const { name, kind, default: isDefault = isOnly, offices = [], ...rest } = entry as Record<string, unknown>;
  const faults: string[] = [];
  if (typeof name !== 'string' || !/^[\w .-]{1,60}$/.test(name)) {
    faults.push(`${place}.name must be a name of 1 to 60 letters, digits, spaces, dots or dashes.`);
  }
  if (kind !== 'smpp') faults.push(`${place}.kind must be "smpp".`);
  if (typeof isDefault !== 'boolean') faults.push(`${place}.default must be true or false.`);
  if (!isOfficeList(offices)) {
    faults.push(`${place}.offices must be a list of ["partner", "client", "office"].`);
  }
  const settings = checkSmppSettings(rest);
  if (!settings.ok) faults.push(...settings.faults.map((fault) => `${place}: ${fault}`));
  if (!settings.ok || faults.length > 0 || !isOfficeList(offices)) return { faults };
  return {
    name: String(name),
    kind: 'smpp',
    isDefault: isDefault === true,
    settings: settings.settings,
    offices,
  };
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
  return faults;
}
