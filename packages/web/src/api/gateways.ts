/** The calls for gateways and their links: setup, connection tests, and assignment to offices. */
import type { Gateway, GatewayHours, OfficeGateway } from '@textprobe/contract/gateways';
import { type CallOptions, request, requestJson } from './http.ts';

const GATEWAYS = '/api/gateways';

/**
 * @param options.background automatic: does not keep an idle session alive
 * @param options.final401 optional data: does not ask for a login once the session has ended
 */
export function getGateways(options: CallOptions): Promise<Gateway[]> {
  return requestJson<Gateway[]>(GATEWAYS, options);
}

/** What each sent in the last 24 hours. */
export function getGatewayHours(options: CallOptions): Promise<GatewayHours[]> {
  return requestJson<GatewayHours[]>(`${GATEWAYS}/hours`, options);
}

/** The result of a connection test, with its description. */
export interface ConnectionTest {
  readonly ok: boolean;
  readonly words: string;
}

/** Connects as the gateway would, which takes up to ten seconds. Only gateways stored in the database can be tested. */
export function testGateway(id: number): Promise<ConnectionTest> {
  return requestJson<ConnectionTest>(`${GATEWAYS}/${id}/test`, { method: 'POST', body: {} });
}

/** Deletes its settings and secrets; its name stays with the messages it sent. */
export async function deleteGateway(id: number): Promise<void> {
  await request(`${GATEWAYS}/${id}`, { method: 'DELETE' });
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

/** Omitted secrets are kept. */
export function updateGateway(id: number, body: GatewayWrite, idempotencyKey: string): Promise<Gateway> {
  return requestJson<Gateway>(`${GATEWAYS}/${id}`, { method: 'PUT', body, idempotencyKey });
}

/**
 * Connects with these settings and sends nothing. @param which the id of a gateway whose stored secrets are used, or the kind of a new one
 */
export function testSettings(
  which: { readonly id: number } | { readonly kind: string },
  settings: GatewayWrite['settings'],
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const [path, body] =
    'id' in which
      ? [`${GATEWAYS}/${which.id}/test`, { settings }]
      : [`${GATEWAYS}/test`, { ...which, settings }];
  return requestJson<ConnectionTest>(path, { method: 'POST', body, signal });
}

const OFFICE_GATEWAYS = '/api/office-gateways';

/** Limit of offices per call. */
const MAX_OFFICES_PER_CALL = 10_000;

/** Offices not listed use the default gateway. */
export function getOfficeGateways(options: CallOptions): Promise<OfficeGateway[]> {
  return requestJson<OfficeGateway[]>(OFFICE_GATEWAYS, options);
}

/** Idempotent. @param gatewayId null assigns the default gateway */
export async function assignGateway(officeIds: readonly number[], gatewayId: number | null): Promise<void> {
  for (let from = 0; from < officeIds.length; from += MAX_OFFICES_PER_CALL) {
    const body = { officeIds: officeIds.slice(from, from + MAX_OFFICES_PER_CALL), gatewayId };
    await request(OFFICE_GATEWAYS, { method: 'PUT', body });
  }
}
