/**
 * Mounts the paths under which carriers post their receipts. Each proves itself by its own signature over the very bytes,
 * and hears that a receipt was taken once it is committed (promise 1).
 */
import type { EngineDoor } from '@textprobe/engine/door';
import type { ReceiptInbox } from '@textprobe/gateways/gateway-port';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
      return reply.status(status).send();
    }
    for (const one of inboxes) {
      scope.post(one.inbox.path, { config: { access: 'public', report: true } }, (request, reply) =>
        take(one, request, reply),
      );
    }
    if (find === undefined) return;
    scope.post<{ Params: { id: string } }>(
      STORED_PATH,
      { config: { access: 'public', report: true } },
      async (request, reply) => {
        const found = await find(Number(request.params.id));
        if (found === null) throw new ProblemError('route.unknown', 'There is no gateway that posts here.');
        return take(found, request, reply);
      },
    );
  });
}
