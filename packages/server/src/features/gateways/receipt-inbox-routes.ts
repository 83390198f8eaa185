/**
 * Mounts the path where carriers post receipts. Each is authenticated by its signature over the raw bytes, and gets its 2xx
 * once the receipt is committed (promise 1).
 */
import { calls } from '@textprobe/contract/calls';
import type { EngineApi } from '@textprobe/engine/api';
import type { ReceiptInbox } from '@textprobe/gateways/gateway-port';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bytesOf, takeBytes, UNAUTHENTICATED_BODY_LIMIT } from '../../http/bodies.ts';
import { ProblemError } from '../../http/problem.ts';
import { singleHeaders } from '../../http/single-headers.ts';

/** One path for all gateways, so that the contract lists it. */
const STORED_PATH = calls.gatewayStatus.path.replace(':id', ':id(^[1-9]\\d{0,8}$)');

/** The receipt inbox of one gateway. */
export interface GatewayReceipts {
  readonly gateway: { readonly id: number; readonly name: string };
  readonly inbox: ReceiptInbox;
}

export async function receiptInboxRoutes(
  app: FastifyInstance,
  {
    inboxes,
    find,
    engineApi,
  }: {
    inboxes: readonly GatewayReceipts[];
    /** Finds gateways that are added and removed while the server runs. */
    find: (gatewayId: number) => Promise<GatewayReceipts | null>;
    engineApi: EngineApi;
  },
): Promise<void> {
  const permanent = new Map(inboxes.map((one) => [one.gateway.id, one]));
  await app.register(async (scope) => {
    takeBytes(scope);
    /** Gateways of requests that passed the check before their body is read. */
    const admitted = new WeakMap<FastifyRequest, GatewayReceipts>();
    scope.post<{ Params: { id: string } }>(STORED_PATH, {
      config: { access: 'public', report: true },
      bodyLimit: UNAUTHENTICATED_BODY_LIMIT,
      async onRequest(request, reply) {
        const id = Number(request.params.id);
        const found = permanent.get(id) ?? (await request.identity.lookUp(() => find(id)));
        if (found === null) throw new ProblemError('route.unknown', 'There is no gateway at this path.');
        if (!found.inbox.hasSignature(singleHeaders(request))) return reply.status(403).send();
        admitted.set(request, found);
      },
      async handler(request, reply) {
        const found = admitted.get(request);
        if (found === undefined) throw new Error('onRequest did not admit this request');
        const received = { headers: singleHeaders(request), body: bytesOf(request) };
        const status = await found.inbox.receive(received, (receipt) =>
          engineApi.takeReceipt(found.gateway, receipt),
        );
        if (status < 300) request.identity.authenticate();
        return reply.status(status).send();
      },
    });
  });
}
