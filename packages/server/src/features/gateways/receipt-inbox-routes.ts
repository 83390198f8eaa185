/**
 * Mounts the path under which carriers post their receipts. Each proves itself by its own signature over the very bytes,
 * and hears that a receipt was taken once it is committed (promise 1).
 */
import { calls } from '@textprobe/contract/calls';
import type { EngineApi } from '@textprobe/engine/api';
import type { ReceiptInbox } from '@textprobe/gateways/gateway-port';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bytesOf, STRANGER_BODY_LIMIT, takeBytes } from '../../http/bodies.ts';
import { ProblemError } from '../../http/problem.ts';
import { singleHeaders } from '../handsets/inbox-routes.ts';

/** One path for all of them, so that it stands in the table of calls. */
const STORED_PATH = calls.gatewayStatus.path.replace(':id', ':id(^[1-9]\\d{0,8}$)');

/** The way in for the receipts of one gateway. */
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
    /** Asked for gateways that come and go while the server runs. */
    find: (gatewayId: number) => Promise<GatewayReceipts | null>;
    engineApi: EngineApi;
  },
): Promise<void> {
  const settled = new Map(inboxes.map((one) => [one.gateway.id, one]));
  await app.register(async (scope) => {
    takeBytes(scope);
    /** What of a request is checked before its body is read, which is a form of a few lines. */
    const admitted = new WeakMap<FastifyRequest, GatewayReceipts>();
    scope.post<{ Params: { id: string } }>(STORED_PATH, {
      config: { access: 'public', report: true },
      bodyLimit: STRANGER_BODY_LIMIT,
      async onRequest(request, reply) {
        const id = Number(request.params.id);
        const found = settled.get(id) ?? (await request.standing.lookUp(() => find(id)));
        if (found === null) throw new ProblemError('route.unknown', 'There is no gateway that posts here.');
        if (!found.inbox.bearsProof(singleHeaders(request))) return reply.status(403).send();
        admitted.set(request, found);
      },
      async handler(request, reply) {
        const found = admitted.get(request);
        if (found === undefined) throw new Error('nobody is let in here unasked');
        const received = { headers: singleHeaders(request), body: bytesOf(request) };
        const status = await found.inbox.receive(received, (receipt) =>
          engineApi.takeReceipt(found.gateway, receipt),
        );
        if (status < 300) request.standing.prove();
        return reply.status(status).send();
      },
    });
  });
}
