/**
 * An ESME: binds, sends one text, in parts where it must be, waits for its receipts, and asks for the state of each.
 *
 *     node examples/client.ts [PORT] [PHONE] [TEXT]
 */
import { connectSmppClient } from '@textprobe/smpp/client';
import { describeStatus, ESME_ROK } from '@textprobe/smpp/command-status';
import { parseDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { SmppError } from '@textprobe/smpp/session';
import { splitMessage } from '@textprobe/smpp/split-message';
import { machineClock as clock } from './machine-clock.ts';

const [port = '2775', phone = '12025550123', text = 'A text of more than one part. '.repeat(8).trim()] =
  process.argv.slice(2);
/** The ids that still wait for their receipts; one may come before its answer, since nothing orders them. */
const waiting = new Set<string>();
const received = new Set<string>();
const all = Promise.withResolvers<void>();

function checkAll(): void {
  if ([...waiting].every((id) => received.has(id))) all.resolve();
}

const client = await connectSmppClient({
  host: '127.0.0.1',
  port: Number(port),
  systemId: 'office',
  password: 'secret',
  clock,
  window: 10,
  async onDeliverSm(pdu) {
    const receipt = parseDeliveryReceipt(pdu);
    if (receipt) {
      console.log(`receipt for ${receipt.messageId}: ${receipt.state}`);
      received.add(receipt.messageId);
      setImmediate(checkAll);
    }
    return ESME_ROK;
  },
});

const parts = splitMessage(text, 1);
const answers = await Promise.all(
  parts.map(async (part) => {
    // The window refuses, it does not queue: wait for a free slot, and look again.
    while (client.freeSlots === 0) await client.whenFree();
    const fields = { sourceAddr: '12025550100', destinationAddr: phone, registeredDelivery: 1, ...part };
    try {
      return await client.submitSm(fields);
    } catch (error) {
      // Only what was not written may be sent again: of the rest nobody knows.
      if (error instanceof SmppError) console.error(`${error.message}; written: ${error.written}`);
      throw error;
    }
  }),
);
for (const { status, messageId } of answers) {
  console.log(status === ESME_ROK ? `accepted as ${messageId}` : `refused: ${describeStatus(status)}`);
  if (status === ESME_ROK) waiting.add(messageId);
}
checkAll();
// A session's timers keep no program alive, but its socket does.
await all.promise;
for (const messageId of waiting) {
  const { messageState } = await client.querySm({ messageId, sourceAddr: '12025550100' });
  console.log(`the state of ${messageId} is ${messageState}`);
}
await client.unbind();
