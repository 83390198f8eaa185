/**
 * An ESME that only listens: binds as a receiver, prints receipts and messages from phones, and connects again by itself,
 * ever more seldom and never at the same moment as all others.
 *
 *     node examples/receipt-listener.ts [PORT]
 *
 * It ends with Ctrl-C.
 */
import { connectSmppClient, SmppBindError, type SmppClient } from '@textprobe/smpp/client';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import { parseConcatenation } from '@textprobe/smpp/concatenation';
import { parseDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { createPartJoiner } from '@textprobe/smpp/part-joiner';
import type { DeliveredPdu } from '@textprobe/smpp/pdu';
import { messageBody } from '@textprobe/smpp/udh';
import { machineClock as clock } from './machine-clock.ts';

const port = Number(process.argv[2] ?? 2775);
const joiner = createPartJoiner();
const stopping = new AbortController();
let current: SmppClient | undefined;

/** By deliver_sm or by data_sm: SMSCs differ, and both say the same. The status is sent once this resolves: commit first. */
async function take(pdu: DeliveredPdu): Promise<number> {
  const receipt = parseDeliveryReceipt(pdu);
  if (receipt) {
    const error = receipt.error === null ? '' : `, error ${receipt.error}`;
    console.log(`receipt for ${receipt.messageId}: ${receipt.state}${error}`);
    return ESME_ROK;
  }
  const concatenation = parseConcatenation(pdu);
  // A copy, for it is kept until the other parts are there.
  const payload = Buffer.from(concatenation?.payload ?? messageBody(pdu).payload);
  const whole = joiner.add({ source: pdu.sourceAddr, concatenation, payload, dataCoding: pdu.dataCoding });
  if (whole) console.log(`${pdu.sourceAddr}: ${whole.text}`);
  return ESME_ROK;
}

process.once('SIGINT', () => {
  stopping.abort();
  void current?.unbind();
});

for (let tries = 0; !stopping.signal.aborted; ) {
  try {
    current = await connectSmppClient({
      host: '127.0.0.1',
      port,
      systemId: 'listener',
      password: 'secret',
      bind: 'receiver',
      clock,
      signal: stopping.signal,
      onDeliverSm: take,
      onDataSm: take,
    });
    tries = 0;
    console.log('bound');
    console.log(`gone: ${(await current.closed).reason}`);
  } catch (error) {
    if (!stopping.signal.aborted) console.error(String(error));
    // A wrong password does not become right by being sent again, and gets accounts locked.
    if (error instanceof SmppBindError) break;
  }
  const most = Math.min(60_000, 500 * 2 ** tries);
  tries += 1;
  if (stopping.signal.aborted) break;
  // Half of it at least, the rest by chance.
  await clock.sleep(most * (0.5 + Math.random() / 2), stopping.signal).catch(() => {});
}
