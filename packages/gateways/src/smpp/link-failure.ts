/** Describes why connecting failed, for the administrator, and whether an early retry makes sense. */
import { SmppBindError } from '@textprobe/smpp/client';
import {
  describeStatus,
  ESME_RALYBND,
  ESME_RBINDFAIL,
  ESME_RINVPASWD,
  ESME_RINVSYSID,
  ESME_RINVSYSTYP,
} from '@textprobe/smpp/command-status';
import type { SmppGatewaySettings } from './settings.ts';

export interface LinkFailure {
  /** A sentence. */
  readonly reason: string;
  /** The carrier rejected the credentials: further attempts may lock the account. */
  readonly isCredentials: boolean;
  /** For a refusal that may also mean too many binds of the account: the reason without the advice. */
  readonly mayBeFull?: string;
}

/** Not ESME_RBINDFAIL: carriers also send it while they restart or are full, so it is retried as such. */
const credentialStatuses = new Set([ESME_RINVPASWD, ESME_RINVSYSID]);
const fullStatuses = new Set([ESME_RALYBND, ESME_RBINDFAIL]);

const advices: { readonly [status: number]: string } = {
  [ESME_RINVPASWD]: 'Check systemId and password.',
  [ESME_RINVSYSID]: 'Check systemId and password.',
  [ESME_RBINDFAIL]: 'If it stays, check systemId, password and systemType.',
  [ESME_RINVSYSTYP]: 'Check systemType.',
  [ESME_RALYBND]: 'The carrier still holds a previous session of this systemId, or another program uses it.',
};

/** What the system's error codes mean for an administrator. */
const causes: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED): check host and port, and whether the carrier is up',
  ENOTFOUND: 'there is no such host name (ENOTFOUND): check host',
  EAI_AGAIN: 'the host name could not be resolved (EAI_AGAIN): check this machine’s DNS',
  ETIMEDOUT: 'the host did not answer (ETIMEDOUT): a firewall or VPN may be in the way',
  EHOSTUNREACH: 'there is no route to that host (EHOSTUNREACH): check the network or VPN',
  ENETUNREACH: 'there is no route to that network (ENETUNREACH): check the network or VPN',
  ECONNRESET:
    'the other side closed the connection (ECONNRESET): it may reject this machine’s address or require TLS',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'the other side does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER): check tls and port',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'it requires a client certificate (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED): set tlsCert and tlsKey',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID); check host, or set tlsServerName',
  EPROTO: 'the other side does not speak TLS (EPROTO): check tls and port',
};

export function describeLinkFailure(
  error: unknown,
  { host, port, systemId, tls }: SmppGatewaySettings,
): LinkFailure {
  const address = `${host}:${port}${tls ? ' (TLS)' : ''}`;
  if (error instanceof SmppBindError) {
    const isCredentials = credentialStatuses.has(error.status);
    const refusal = `${address} refused to bind "${systemId}": ${describeStatus(error.status)}.`;
    return {
      reason: `${refusal} ${advices[error.status] ?? ''}`.trim(),
      isCredentials,
      ...(fullStatuses.has(error.status) && { mayBeFull: refusal }),
    };
  }
  return { reason: `No connection to ${address}: ${causeOf(error)}.`, isCredentials: false };
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const code = cause ? codeOf(cause) : undefined;
  if (code !== undefined && code in causes) return causes[code] as string;
  if (code !== undefined && /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(code))
    return `its certificate is not trusted (${code}); set tlsCa to the certificates to trust`;
  return error instanceof Error ? error.message : String(error);
}

/** A host name with several addresses fails with an AggregateError; its errors are usually alike. */
function codeOf(error: Error): string | undefined {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first ? first.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
