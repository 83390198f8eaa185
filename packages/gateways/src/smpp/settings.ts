/** What an SMPP link needs to know, and the check of what an administrator wrote: all faults at once, as sentences. */

export interface SmppGatewaySettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, with the carrier's certificate verified against the system's authorities. */
  readonly tls: boolean;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  /** `transmitter` for a carrier that hands receipts over some other way, or none. */
  readonly bind: 'transceiver' | 'transmitter';
  /** Most submit_sm without an answer at a time. */
  readonly window: number;
  /** How long to wait for an answer to a submit_sm, in milliseconds. */
  readonly responseTimeoutMs: number;
  /** Silence after which the link is tried with enquire_link, in milliseconds. */
  readonly enquireLinkMs: number;
  /** Type of number and numbering plan of our address and of the phone's (SMPP 3.4 sections 5.2.5 and 5.2.6). */
  readonly sourceTon: number;
  readonly sourceNpi: number;
  readonly destTon: number;
  readonly destNpi: number;
  /** registered_delivery (section 5.2.17); 1 asks for a receipt whatever the ending. */
  readonly registeredDelivery: number;
  /** Most submit_sm in a second; null: as fast as the window lets. */
  readonly throughput: number | null;
}

export type SmppSettingsCheck =
  | { readonly ok: true; readonly settings: SmppGatewaySettings }
  | { readonly ok: false; readonly faults: readonly string[] };

type Check<T> = (value: unknown) => T | Fault;
class Fault {
  readonly wanted: string;
  constructor(wanted: string) {
    this.wanted = wanted;
  }
}

/** The standard allows the strings of a bind 15, 8 and 12 characters (section 4.1); carriers hand out longer ones. */
const fields: { readonly [Name in keyof SmppGatewaySettings]: Check<SmppGatewaySettings[Name]> } = {
  host: text({ min: 1, max: 255 }),
  port: whole({ min: 1, max: 65_535, otherwise: 2775 }),
  tls: flag(false),
  systemId: text({ min: 1, max: 64 }),
  password: text({ min: 0, max: 64 }),
  systemType: text({ min: 0, max: 64, otherwise: '' }),
  bind: (value = 'transceiver') =>
    value === 'transceiver' || value === 'transmitter'
      ? value
      : new Fault('"transceiver" (the default) or "transmitter"'),
  window: whole({ min: 1, max: 1_000, otherwise: 10 }),
  responseTimeoutMs: whole({ min: 100, max: 120_000, otherwise: 10_000 }),
  enquireLinkMs: whole({ min: 1_000, max: 3_600_000, otherwise: 30_000 }),
  sourceTon: whole({ min: 0, max: 255, otherwise: 1 }),
  sourceNpi: whole({ min: 0, max: 255, otherwise: 1 }),
  destTon: whole({ min: 0, max: 255, otherwise: 1 }),
  destNpi: whole({ min: 0, max: 255, otherwise: 1 }),
  registeredDelivery: whole({ min: 0, max: 255, otherwise: 1 }),
  throughput: (value = null) =>
    value === null || (typeof value === 'number' && value >= 0.1 && value <= 100_000)
      ? value
      : new Fault('a number of messages a second from 0.1 to 100,000, or null for no limit'),
};

/**
 * Reads the settings of one SMPP link from parsed JSON; what is left out has the value of `fields` above. A key that is
 * not known is a fault, since it is most likely a misspelt one. No fault repeats what was written: it may be a password.
 */
export function checkSmppSettings(raw: unknown): SmppSettingsCheck {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return {
      ok: false,
      faults: ['The settings of an SMPP gateway are an object with host, port, systemId, password.'],
    };
  const given: Record<string, unknown> = { ...raw };
  const faults = Object.keys(given)
    .filter((name) => !Object.hasOwn(fields, name))
    .map(
      (name) => `"${name}" is no setting of an SMPP gateway; there are ${Object.keys(fields).join(', ')}.`,
    );
  const read = Object.entries(fields).map(([name, check]) => {
    const value = (check as Check<unknown>)(given[name]);
    if (value instanceof Fault)
      faults.push(`${name} ${given[name] === undefined ? 'is missing: write' : 'must be'} ${value.wanted}.`);
    return [name, value] as const;
  });
  return faults.length > 0
    ? { ok: false, faults }
    : { ok: true, settings: Object.fromEntries(read) as unknown as SmppGatewaySettings };
}

/**
 * The longest that one submission can take, in milliseconds: waiting for room, the answers of two parts, and the tries
 * between them (see `submission.ts`). A claim on a message must be held for longer.
 */
export function longestSubmissionMs(settings: Pick<SmppGatewaySettings, 'responseTimeoutMs'>): number {
  return 2.5 * settings.responseTimeoutMs;
}

function text(limits: { min: number; max: number; otherwise?: string }): Check<string> {
  return (value = limits.otherwise) =>
    typeof value === 'string' &&
    value.length >= limits.min &&
    value.length <= limits.max &&
    /^[\x20-\x7e]*$/.test(value)
      ? value
      : new Fault(`a text of ${limits.min} to ${limits.max} ASCII characters`);
}

function whole(limits: { min: number; max: number; otherwise: number }): Check<number> {
  return (value = limits.otherwise) =>
    typeof value === 'number' && Number.isInteger(value) && value >= limits.min && value <= limits.max
      ? value
      : new Fault(`a whole number from ${limits.min} to ${limits.max}`);
}

function flag(otherwise: boolean): Check<boolean> {
  return (value = otherwise) => (typeof value === 'boolean' ? value : new Fault('true or false'));
}
