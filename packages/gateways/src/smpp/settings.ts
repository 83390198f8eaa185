/** The settings of an SMPP link, and their validation. */
import { defaultSettings, SMPP_SETTINGS } from '@textprobe/domain/gateway-settings';
import { ID_READINGS } from '@textprobe/domain/message-id-spelling';
import { alphabets, concatenationMethods } from '@textprobe/smpp/split-message';
import { z } from 'zod';
import { checkFields, flag, type SettingsCheck, text, throughput, whole } from '../setting-fields.ts';
import { checkTls, tlsFields } from './tls-settings.ts';

const DEFAULTS = defaultSettings(SMPP_SETTINGS);

const octet = whole({ min: 0, max: 255 });

/** The standard limits the strings of a bind to 15, 8 and 12 characters (section 4.1), but carriers issue longer ones. */
const fields = z.strictObject({
  host: text({ min: 1, max: 255 }),
  port: whole({ min: 1, max: 65_535 }).default(DEFAULTS.port),
  ...tlsFields,
  systemId: text({ min: 1, max: 64 }),
  password: text({ min: 0, max: 64 }),
  systemType: text({ min: 0, max: 64 }).default(DEFAULTS.systemType),
  /** `pair`: a transmitter and a receiver; `transmitter`: for a carrier that sends receipts another way, or none. */
  bind: z
    .enum(
      ['transceiver', 'pair', 'transmitter'],
      '"transceiver" (the default), "pair" (a transmitter and a receiver) or "transmitter"',
    )
    .default(DEFAULTS.bind),
  /** How many binds to keep open; if one is lost the others continue. Receipts may arrive on any of them. */
  binds: whole({ min: 1, max: 16 }).default(DEFAULTS.binds),
  /** The most submit_sm in flight, per bind. */
  window: whole({ min: 1, max: 1_000 }).default(DEFAULTS.window),
  /** The response timeout of submit_sm, in milliseconds. */
  responseTimeoutMs: whole({ min: 100, max: 120_000 }).default(DEFAULTS.responseTimeoutMs),
  /** How long the link may be silent before enquire_link is sent, in milliseconds. */
  enquireLinkMs: whole({ min: 1_000, max: 3_600_000 }).default(DEFAULTS.enquireLinkMs),
  /** Type of number and numbering plan of our address and of the phone's (SMPP 3.4 sections 5.2.5 and 5.2.6). */
  sourceTon: octet.default(DEFAULTS.sourceTon),
  sourceNpi: octet.default(DEFAULTS.sourceNpi),
  destTon: octet.default(DEFAULTS.destTon),
  destNpi: octet.default(DEFAULTS.destNpi),
  /** registered_delivery (section 5.2.17); 1 requests a receipt for every outcome. */
  registeredDelivery: octet.default(DEFAULTS.registeredDelivery),
  /** How the parts of a long message are marked. */
  concatenation: z
    .enum(concatenationMethods, '"udh8" (the default), "udh16", "sar" or "payload"')
    .default(DEFAULTS.concatenation),
  /** The preferred alphabet; texts with other characters use UCS-2. */
  alphabet: z
    .enum(alphabets, '"gsm" (GSM 03.38, the default) or "latin1" (data_coding 3)')
    .default(DEFAULTS.alphabet),
  /** How receipts spell the ids of submit_sm_resp; `learn`: inferred from what the carrier sends. */
  messageIds: z
    .enum(
      ['learn', ...ID_READINGS],
      '"learn" (the default), "same" (receipts write ids as answers do), "hex" (answers in decimal, receipts in hex) or "decimal" (the reverse)',
    )
    .default(DEFAULTS.messageIds),
  /** Whether a text that looks like a receipt counts as one without esm_class or a parameter that says so. */
  unmarkedReceipts: flag.default(DEFAULTS.unmarkedReceipts),
  /** Whether each part of a long text gets its own receipt; `learn`: inferred from what the carrier sends. */
  longReceipts: z
    .enum(
      ['learn', 'each', 'one'],
      '"learn" (the default), "each" (a receipt for each part) or "one" (one receipt for a long message)',
    )
    .default(DEFAULTS.longReceipts),
  /** The most submit_sm per second over all binds; null: limited only by the windows. */
  throughput,
});

export type SmppGatewaySettings = Readonly<z.infer<typeof fields>>;

/** Validates the settings of one SMPP link from parsed JSON; omitted ones get the default in `fields`. */
export function checkSmppSettings(raw: unknown): SettingsCheck<SmppGatewaySettings> {
  const check = checkFields<SmppGatewaySettings>(fields, raw, {
    name: 'an SMPP gateway',
    shape: 'host, port, systemId, password',
  });
  if (!check.ok) return check;
  const faults = checkTls(check.settings);
  return faults.length > 0 ? { ok: false, faults } : check;
}

/**
 * The longest duration of one submission, in milliseconds: waiting for a slot, the responses of two parts, and the retries
 * between them (see `submission.ts`). The lease of a message must be longer.
 */
export function longestSubmissionMs(settings: Pick<SmppGatewaySettings, 'responseTimeoutMs'>): number {
  return 2.5 * settings.responseTimeoutMs;
}
