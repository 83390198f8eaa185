/** The gateways and how their links stand; setting them up, trying them without sending anything, and giving them to offices. */
import type { Gateway, OfficeGateway } from '@textprobe/contract/gateways';
import { type CallOptions, request, requestJson } from './http.ts';

const GATEWAYS = '/api/tests/sm/v1/gateways';

/**
 * @param options.background nobody asked for it: it keeps no idle session alive
 * @param options.final401 nobody looks at it either: it asks for no login once the session has ended
 */
export function getGateways(options: CallOptions): Promise<Gateway[]> {
  return requestJson<Gateway[]>(GATEWAYS, options);
}

/** What came of a connection that was tried, in words. */
export interface TriedGateway {
  readonly ok: boolean;
  readonly words: string;
}

/** Connects as the gateway would, which takes up to ten seconds. Only those of the database can be tried. */
export function tryGateway(id: number): Promise<TriedGateway> {
  return requestJson<TriedGateway>(`${GATEWAYS}/test`, { method: 'POST', body: { id } });
}

/** Its settings and secrets are gone then; its name stays with the messages it sent. */
export async function deleteGateway(id: number): Promise<void> {
  await request(GATEWAYS, { method: 'DELETE', query: { id } });
}

interface GatewayWrite {
  readonly name: string;
  readonly isDefault?: boolean;
  readonly isDefaultMms?: boolean;
  readonly settings: Readonly<Record<string, string | number | boolean | null>>;
}

export function createGateway(
  body: GatewayWrite & { readonly kind: string },
  idempotencyKey: string,
): Promise<Gateway> {
  return requestJson<Gateway>(GATEWAYS, { method: 'POST', body, idempotencyKey });
}

/** Secrets that are left out stay. */
export function updateGateway(id: number, body: GatewayWrite, idempotencyKey: string): Promise<Gateway> {
  return requestJson<Gateway>(GATEWAYS, { method: 'PUT', query: { id }, body, idempotencyKey });
}

/** Connects as a gateway with these settings would, and sends nothing. @param which its id, with the secrets it has, or the kind of a new one */
export function trySettings(
  which: { readonly id: number } | { readonly kind: string },
  settings: GatewayWrite['settings'],
  signal: AbortSignal,
): Promise<TriedGateway> {
  return requestJson<TriedGateway>(`${GATEWAYS}/test`, {
    method: 'POST',
    body: { ...which, settings },
    signal,
  });
}

const OFFICE_GATEWAYS = '/api/tests/sm/v1/offices/gateway';

/** As many as one call takes. */
const AT_ONCE = 10_000;

/** The default gateway serves those that are not among them. */
export function getOfficeGateways(options: CallOptions): Promise<OfficeGateway[]> {
  return requestJson<OfficeGateway[]>(OFFICE_GATEWAYS, options);
}

/** Harmless when it is repeated. @param gatewayID null: back to the default one */
export async function giveGateway(officeIDs: readonly number[], gatewayID: number | null): Promise<void> {
  for (let from = 0; from < officeIDs.length; from += AT_ONCE) {
    const body = { officeIDs: officeIDs.slice(from, from + AT_ONCE), gatewayID };
    await request(OFFICE_GATEWAYS, { method: 'PUT', body });
  }
}
