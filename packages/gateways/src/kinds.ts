/** The kinds of gateways: how to check their settings, which settings are secret, and how to open and probe each kind. */
import { createHash } from 'node:crypto';
import type { Clock } from '@textprobe/domain/clock';
import { messagesApiAccount, smppAccount } from '@textprobe/domain/gateway-account';
import { SMPP_SETTINGS, secretSettings, TWILIO_SETTINGS } from '@textprobe/domain/gateway-settings';
import type { Gateway, GatewayShare, LinkState, SubmissionOutcome } from './gateway-port.ts';
import type { Log } from './log.ts';
import type { Probe, ProbeOptions } from './probe.ts';
import type { SettingsCheck } from './setting-fields.ts';
import { probeSmpp } from './smpp/probe.ts';
import { checkSmppSettings, longestSubmissionMs, type SmppGatewaySettings } from './smpp/settings.ts';
import { createSmppGateway } from './smpp/smpp-gateway.ts';
import { probeTwilio } from './twilio/probe.ts';
import {
  checkTwilioSettings,
  longestTwilioSubmissionMs,
  type TwilioGatewaySettings,
} from './twilio/settings.ts';
import { createTwilioGateway } from './twilio/twilio-gateway.ts';

/** A gateway's kind and its validated settings. */
export type GatewaySettings =
  | { readonly kind: 'smpp'; readonly sendsMms: false; readonly settings: SmppGatewaySettings }
  | { readonly kind: 'twilio'; readonly sendsMms: true; readonly settings: TwilioGatewaySettings };

export type GatewayKind = GatewaySettings['kind'];

interface KindTraits {
  /** The secret settings. */
  readonly secrets: readonly string[];
  /** Settings that decide where the secrets are sent. Changing one would send them to another party. */
  readonly destination: readonly string[];
}

export const GATEWAY_KINDS: Readonly<Record<GatewayKind, KindTraits>> = {
  smpp: {
    secrets: secretSettings(SMPP_SETTINGS),
    destination: ['host', 'port', 'tls', 'tlsCa', 'tlsServerName', 'systemId'],
  },
  twilio: { secrets: secretSettings(TWILIO_SETTINGS), destination: ['baseUrl', 'accountSid'] },
};

export function isGatewayKind(kind: unknown): kind is GatewayKind {
  return typeof kind === 'string' && Object.hasOwn(GATEWAY_KINDS, kind);
}

/** Validates settings of a kind, secrets included, from parsed JSON. */
export function checkGatewaySettings(kind: GatewayKind, raw: unknown): SettingsCheck<GatewaySettings> {
  if (kind === 'smpp') {
    const check = checkSmppSettings(raw);
    return check.ok ? { ok: true, settings: { kind, sendsMms: false, settings: check.settings } } : check;
  }
  const check = checkTwilioSettings(raw);
  return check.ok ? { ok: true, settings: { kind, sendsMms: true, settings: check.settings } } : check;
}

/** The carrier's account, which several gateways may share. */
export function accountOf({ kind, settings }: GatewaySettings): string {
  return kind === 'smpp' ? smppAccount(settings) : messagesApiAccount(settings);
}

/** The longest possible duration of one submission, in milliseconds. */
export function longestMs({ kind, settings }: GatewaySettings): number {
  return kind === 'smpp' ? longestSubmissionMs(settings) : longestTwilioSubmissionMs(settings);
}

/**
 * A digest of the settings that reveals no secret: processes with the same mark use the same account.
 * @param version increases when only the secrets change
 */
export function markSettings({ kind, settings }: GatewaySettings, version = 0): string {
  const { secrets } = GATEWAY_KINDS[kind];
  const shown = Object.entries(settings).filter(([name]) => !secrets.includes(name));
  const text = JSON.stringify([kind, version, shown]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** What it connects to; the host is a name, or an address without brackets. */
export function targetOf({ kind, settings }: GatewaySettings): {
  readonly host: string;
  readonly port: number;
} {
  if (kind === 'smpp') return { host: settings.host, port: settings.port };
  const { hostname, port, protocol } = new URL(settings.baseUrl);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

/** Creates a gateway that is ready to start. */
export function openGateway(
  { kind, settings }: GatewaySettings,
  deps: {
    /** Its name in the directory and in log lines. */
    readonly name: string;
    readonly clock: Clock;
    readonly log: Log;
    readonly share: GatewayShare;
    /** The URL for a provider's status callbacks; null if there is none. */
    readonly statusCallback: () => string | null;
  },
): Gateway {
  return kind === 'smpp'
    ? createSmppGateway({ ...deps, settings })
    : createTwilioGateway({ ...deps, settings });
}

/** Tests the connection without sending a message. Never rejects. */
export function probeGateway({ kind, settings }: GatewaySettings, options: ProbeOptions): Promise<Probe> {
  return kind === 'smpp' ? probeSmpp(settings, options) : probeTwilio(settings, options);
}

/**
 * A placeholder for a gateway that cannot be opened: it is listed with the reason and sends nothing. Its messages wait.
 * @param options.since epoch milliseconds
 */
export function createClosedGateway(options: {
  readonly name: string;
  readonly sendsMms: boolean;
  readonly reason: string;
  readonly since: number;
}): Gateway {
  const { name, sendsMms, reason, since } = options;
  const state: LinkState = { link: 'stopped', since, reason };
  const deferred: SubmissionOutcome = { kind: 'deferred', retryAfterMs: 60_000, reason };
  return {
    name,
    sendsMms,
    capacity: () => 0,
    submitBatch(messages, onOutcome) {
      for (const message of messages) onOutcome(message, deferred);
    },
    start() {},
    async stop() {},
    state: () => state,
  };
}
