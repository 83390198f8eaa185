/** `textprobe lab` alone, as another SMPP client meets it. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { connectSmppClient } from '@textprobe/smpp/client';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import { parseDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DeliverSm } from '@textprobe/smpp/pdu';
import { expect, it } from 'vitest';
import { demoDirectory } from '../demo-directory.ts';
import { systemClock } from '../system-clock.ts';
import { runProgram, startProgram } from '../testing/program.ts';

const LOGIN = /SMPP; system id '(?<systemId>[^']+)', password '(?<password>[^']+)'/u;

it('takes a message for a phone of the demo directory, answers it, and sends its receipt', async () => {
  const lab = await startProgram(['lab', '--port', '0'], { settings: { LAB_SCENARIO: 'perfect' } });
  const [host = '', port] = lab.place.split(':');
  const { systemId = '', password = '' } = LOGIN.exec(lab.output.stdout)?.groups ?? {};
  const receipt = Promise.withResolvers<DeliverSm>();
  const client = await connectSmppClient({
    host,
    port: Number(port),
    systemId,
    password,
    clock: systemClock,
    onDeliverSm: async (pdu) => {
      receipt.resolve(pdu);
      return ESME_ROK;
    },
  });
  const answer = await client.submitSm({
    sourceAddr: '15105550101',
    destinationAddr: demoDirectory.phones[0]?.phoneNumber.slice(1) ?? '',
    shortMessage: Buffer.from('Hello'),
    registeredDelivery: 1,
  });
  expect(answer).toMatchObject({ status: ESME_ROK, messageId: expect.stringMatching(/^\w+$/u) });
  expect(parseDeliveryReceipt(await receipt.promise)).toMatchObject({ state: 'delivered' });
  const ended = client.closed;
  expect(await lab.end('SIGINT')).toMatchObject({ code: 0 });
  await ended;
});

it('says which port is taken, and which argument chooses another', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runProgram(['lab', '--port', String(port)]);
  other.close();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `textprobe: Port ${port} on 127.0.0.1 is taken by another program. Set --port to another one, or to 0 for any free one.\n`,
  );
});
