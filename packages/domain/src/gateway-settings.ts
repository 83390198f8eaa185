/**
 * The settings of each kind of gateway: names, required and secret ones, and defaults. The gateways validate with it,
 * and the console's form shows it. docs/gateways.md explains each setting.
 */

/** Null: nothing, or no limit. Milliseconds if the name ends in Ms. */
export const USUAL_SMPP_SETTINGS = {
  port: 2775,
  tls: false,
  tlsCa: null,
  tlsServerName: null,
  tlsCert: null,
  tlsKey: null,
  systemType: '',
  bind: 'transceiver',
  binds: 1,
  window: 10,
  responseTimeoutMs: 10_000,
  enquireLinkMs: 30_000,
  sourceTon: 1,
  sourceNpi: 1,
  destTon: 1,
  destNpi: 1,
  registeredDelivery: 1,
  concatenation: 'udh8',
  alphabet: 'gsm',
  messageIds: 'learn',
  throughput: null,
} as const;

export const USUAL_TWILIO_SETTINGS = {
  baseUrl: 'https://api.twilio.com',
  from: null,
  messagingServiceSid: null,
  window: 10,
  responseTimeoutMs: 15_000,
  throughput: null,
} as const;

export const GATEWAY_SETTINGS = {
  smpp: {
    needed: ['host', 'systemId', 'password'],
    secrets: ['password', 'tlsKey'],
    usual: USUAL_SMPP_SETTINGS,
  },
  twilio: {
    needed: ['accountSid', 'authToken'],
    secrets: ['authToken'],
    usual: USUAL_TWILIO_SETTINGS,
  },
} as const;

/**
 * Identifies the account of SMPP settings: gateways with the same account get each other's receipts, because a carrier
 * delivers a receipt to any bind of the account.
 */
export function smppAccount(of: {
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
}): string {
  return `${of.host.trim().toLowerCase()}:${of.port} ${of.systemId}`;
}

/** Identifies the account of a Messages API, likewise. */
export function messagesApiAccount(of: { readonly baseUrl: string; readonly accountSid: string }): string {
  return `${of.baseUrl.trim().toLowerCase().replace(/\/+$/u, '')} ${of.accountSid}`;
}
