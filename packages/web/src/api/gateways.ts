/** The gateways and how their links stand; trying one without sending anything, and taking one away. */
import type { Gateway } from '@textprobe/contract/gateways';
import { type CallOptions, request, requestJson } from './http.ts';

export const GATEWAYS = '/api/tests/sm/v1/gateways';

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
