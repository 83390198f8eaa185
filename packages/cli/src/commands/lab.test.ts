/** `textprobe lab` alone, with our own gateway as the SMPP client. */

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { silentLog } from '@textprobe/database/core/log';
import { PROGRAM_TEST_MS, runProgram, startProgram } from '@textprobe/domain/testing/child-program';
import type { CarrierReceipt } from '@textprobe/gateways/gateway-port';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { createMemoryParts } from '@textprobe/gateways/testing/memory-parts';
import { submit } from '@textprobe/gateways/testing/running-gateway';
import { createSoleShare } from '@textprobe/gateways/testing/sole-share';
import { expect, it, vi } from 'vitest';
import { demoDirectory } from '../directory/demo-directory.ts';
import { systemClock } from '../process/system-clock.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const LOGIN = /SMPP; system id '(?<systemId>[^']+)', password '(?<password>[^']+)'/u;

it('accepts a message to a phone of the demo directory, answers it, and sends its receipt', async () => {
  const lab = await startProgram(['lab', '--port', '0'], { settings: { LAB_SCENARIO: 'perfect' } });
  const [host, port] = lab.place.split(':');
  const login = LOGIN.exec(lab.output.stdout)?.groups;
  const check = checkSmppSettings({ host, port: Number(port), ...login });
  if (!check.ok) throw new Error(check.faults.join('\n'));
  const gateway = createSmppGateway({
    name: 'tried',
    settings: check.settings,
    clock: systemClock,
    log: silentLog,
    share: createSoleShare(systemClock),
  });
  const linkUp = Promise.withResolvers<void>();
  const receipt = Promise.withResolvers<CarrierReceipt>();
  gateway.start({
    onCapacity: linkUp.resolve,
    receiptParts: createMemoryParts(),
    onIgnored: () => {},
    onReceipt: async (received) => receipt.resolve(received),
    onLateOutcome: async () => undefined,
  });
  await linkUp.promise;
  const to = demoDirectory.phones[0]?.phoneNumber ?? '';
  const outcome = await submit(gateway, {
    reference: '1',
    from: '+15105550101',
    to,
    media: [],
    text: 'Hello',
  });
  expect(outcome).toMatchObject({ kind: 'accepted', parts: [{ part: 1, parts: 1 }] });
  expect(await receipt.promise).toMatchObject({ state: 'delivered', recipient: to.slice(1) });
  await gateway.stop(1_000);
  expect(await lab.end('SIGINT')).toMatchObject({ code: 0 });
});

it('says which port is in use, and which option chooses another', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runProgram(['lab', '--port', String(port)]);
  other.close();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `textprobe: Port ${port} on 127.0.0.1 is in use by another program. Set --port to another port, or to 0 for any free one.\n`,
  );
});
