/** Setting gateways up and changing them, and trying what is written before it is kept. */
import type { Gateway } from '@textprobe/contract/gateways';
import { GATEWAYS, type TriedGateway } from './gateways.ts';
import { requestJson } from './http.ts';

export interface GatewayWrite {
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
