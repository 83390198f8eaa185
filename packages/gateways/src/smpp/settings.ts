/** What an SMPP link needs to know, and the check of what an administrator wrote. */
import { USUAL_SMPP_SETTINGS as USUAL } from '@textprobe/domain/gateway-settings';
import { ID_READINGS } from '@textprobe/domain/message-id-spelling';
import { alphabets, concatenationMethods } from '@textprobe/smpp/split-message';
import { z } from 'zod';
import { checkFields, type SettingsCheck, text, throughput, whole } from '../setting-fields.ts';
import { checkTls, tlsFields } from './tls-settings.ts';

const octet = whole({ min: 0, max: 255 });

/** The standard allows the strings of a bind 15, 8 and 12 characters (section 4.1); carriers hand out longer ones. */
const fields = z.strictObject({
  host: text({ min: 1, max: 255 }),
  port: whole({ min: 1, max: 65_535 }).default(USUAL.port),
  ...tlsFields,
  systemId: text({ min: 1, max: 64 }),
  password: text({ min: 0, max: 64 }),
  systemType: text({ min: 0, max: 64 }).default(USUAL.systemType),
  /** `pair`: a transmitter and a receiver; `transmitter` for a carrier that hands receipts over some other way, or none. */
  bind: z
    .enum(
      ['transceiver', 'pair', 'transmitter'],
      '"transceiver" (the default), "pair" (a transmitter and a receiver) or "transmitter"',
    )
    .default(USUAL.bind),
  /** How many of them to keep at a time: one of them gone, the others go on. Receipts may come over any. */
  binds: whole({ min: 1, max: 16 }).default(USUAL.binds),
  /** Most submit_sm without an answer at a time, for each bind. */
  window: whole({ min: 1, max: 1_000 }).default(USUAL.window),
  /** How long to wait for an answer to a submit_sm, in milliseconds. */
  responseTimeoutMs: whole({ min: 100, max: 120_000 }).default(USUAL.responseTimeoutMs),
  /** Silence after which the link is tried with enquire_link, in milliseconds. */
  enquireLinkMs: whole({ min: 1_000, max: 3_600_000 }).default(USUAL.enquireLinkMs),
  /** Type of number and numbering plan of our address and of the phone's (SMPP 3.4 sections 5.2.5 and 5.2.6). */
  sourceTon: octet.default(USUAL.sourceTon),
  sourceNpi: octet.default(USUAL.sourceNpi),
  destTon: octet.default(USUAL.destTon),
  destNpi: octet.default(USUAL.destNpi),
  /** registered_delivery (section 5.2.17); 1 asks for a receipt whatever the ending. */
  registeredDelivery: octet.default(USUAL.registeredDelivery),
  /** How the parts of a long message are told apart. */
  concatenation: z
    .enum(concatenationMethods, '"udh8" (the default), "udh16", "sar" or "payload"')
    .default(USUAL.concatenation),
  /** What texts go in that it has every character of; the others go in UCS-2. */
  alphabet: z
    .enum(alphabets, '"gsm" (GSM 03.38, the default) or "latin1" (data_coding 3)')
    .default(USUAL.alphabet),
  /** How receipts write the ids of answers; `learn`: as the carrier shows by what it writes. */
  messageIds: z
    .enum(
      ['learn', ...ID_READINGS],
      '"learn" (the default), "same" (receipts write ids as answers do), "hex" (answers in decimal, receipts in hex) or "decimal" (the reverse)',
    )
    .default(USUAL.messageIds),
  /** Most submit_sm in a second over all binds together; null: as fast as the windows let. */
  throughput,
});

export type SmppGatewaySettings = Readonly<z.infer<typeof fields>>;

/** Reads the settings of one SMPP link from parsed JSON; what is left out has the value of `fields` above. */
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
 * The longest that one submission can take, in milliseconds: waiting for room, the answers of two parts, and the tries
 * between them (see `submission.ts`). A claim on a message must be held for longer.
 */
export function longestSubmissionMs(settings: Pick<SmppGatewaySettings, 'responseTimeoutMs'>): number {
  return 2.5 * settings.responseTimeoutMs;
}
