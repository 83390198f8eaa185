/**
 * Mounts the paths under which carriers post their receipts. Each proves itself by its own signature over the very bytes,
 * and hears that a receipt was taken once it is committed (promise 1).
 */
import type { EngineDoor } from '@textprobe/engine/door';
import type { ReceiptInbox } from '@textprobe/gateways/gateway-port';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { singleHeaders } from './inboxes.ts';

/** The way in for the receipts of one gateway. */
export interface GatewayReceipts {
  readonly gateway: { readonly id: number; readonly name: string };
  readonly inbox: ReceiptInbox;
}

export async function receiptInboxRoutes(
  app: FastifyInstance,
  { inboxes, door }: { inboxes: readonly GatewayReceipts[]; door: EngineDoor },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    for (const { gateway, inbox } of inboxes) {
      scope.post(inbox.path, { config: { access: 'public' } }, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
        const status = await inbox.receive({ headers: singleHeaders(request), body }, (receipt) =>
          door.takeReceipt(gateway, receipt),
        );
        return reply.status(status).send();
      });
    }
  });
}
