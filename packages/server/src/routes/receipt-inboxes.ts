/**
 * Mounts the paths under which carriers post their receipts. Each proves itself by its own signature over the very bytes,
 * and hears that a receipt was taken once it is committed (promise 1).
 */
import type { EngineDoor } from '@textprobe/engine/door';
import type { ReceiptInbox } from '@textprobe/gateways/gateway-port';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STRANGER_BODY_LIMIT } from '../body-parsers.ts';
import { ProblemError } from '../problem.ts';
import { singleHeaders } from './inboxes.ts';

/** Of gateways that come and go while the server runs. */
const STORED_PATH = '/api/gateways/:id(^[1-9]\\d{0,8}$)/status';

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
    door,
  }: {
    inboxes: readonly GatewayReceipts[];
    /** Asked for gateways that come and go while the server runs. */
    find?: ((gatewayId: number) => Promise<GatewayReceipts | null>) | undefined;
    door: EngineDoor;
  },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    async function take({ gateway, inbox }: GatewayReceipts, request: FastifyRequest, reply: FastifyReply) {
      const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
      const status = await inbox.receive({ headers: singleHeaders(request), body }, (receipt) =>
        door.takeReceipt(gateway, receipt),
      );
      if (status < 300) request.standing.prove();
      return reply.status(status).send();
    }
    /** What of a request is checked before its body is read, which is a form of a few lines. */
    const mount = (path: string, gatewayOf: (request: FastifyRequest) => Promise<GatewayReceipts | null>) => {
      const admitted = new WeakMap<FastifyRequest, GatewayReceipts>();
      scope.post(path, {
        config: { access: 'public', report: true },
        bodyLimit: STRANGER_BODY_LIMIT,
        async onRequest(request, reply) {
          const found = await gatewayOf(request);
          if (found === null) throw new ProblemError('route.unknown', 'There is no gateway that posts here.');
          if (!found.inbox.bearsProof(singleHeaders(request))) return reply.status(403).send();
          admitted.set(request, found);
        },
        handler(request, reply) {
          const found = admitted.get(request);
          if (found === undefined) throw new Error('nobody is let in here unasked');
          return take(found, request, reply);
        },
      });
    };
    for (const one of inboxes) mount(one.inbox.path, async () => one);
    if (find === undefined) return;
    mount(STORED_PATH, ({ params, standing }) =>
      standing.lookUp(() => find(Number((params as { id: string }).id))),
    );
  });
}
