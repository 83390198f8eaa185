/** Identifies the carrier account that a gateway uses; several gateways may share one. */

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
