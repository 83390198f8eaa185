/** The lab's writes to the socket: a receipt never shares a write with an answer, which would stall Nagle's algorithm. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { decodePdu, encode } from '@textprobe/smpp/codec';
import { realClock } from '@textprobe/smpp/testing/real-clock';
import { expect, it } from 'vitest';
import { createCarrierLab } from './lab.ts';
import { loadScenario } from './scenario.ts';
import { createRecordingLog } from './testing/recording-log.ts';

const WINDOW = 10;
const ROUNDS = 20;

/** The commands in one chunk; the lab's writes here are too small to be split. */
function commandsIn(chunk: Buffer): string[] {
  const commands: string[] = [];
  for (let at = 0; at < chunk.length; at += chunk.readUInt32BE(at)) {
    commands.push(decodePdu(chunk.subarray(at, at + chunk.readUInt32BE(at))).command);
  }
  return commands;
}

it('sends receipts in separate writes after the answers', async () => {
  const lab = await createCarrierLab({
    clock: realClock,
    log: createRecordingLog(),
    scenario: loadScenario('zero'),
    seed: 1,
    systemId: 'lab',
    password: 'secret',
    target: null,
    handsets: [{ phoneNumber: '+12125550101', carrier: 'AT&T', key: null }],
  });
  const socket = connect(lab.port, '127.0.0.1');
  const writes: string[][] = [];
  const count = (command: string) => writes.flat().filter((seen) => seen === command).length;
  const until = async (command: string, times: number) => {
    while (count(command) < times) writes.push(commandsIn((await once(socket, 'data'))[0] as Buffer));
  };

  socket.write(encode('bind_transceiver', 1, 0, { systemId: 'lab', password: 'secret' }));
  await until('bind_transceiver_resp', 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const submits = Array.from({ length: WINDOW }, (_, index) => {
      const fields = {
        destinationAddr: '12125550101',
        registeredDelivery: 1,
        shortMessage: Buffer.from('Hi'),
      };
      return encode('submit_sm', 2 + round * WINDOW + index, 0, fields);
    });
    socket.write(Buffer.concat(submits));
    await until('deliver_sm', (round + 1) * WINDOW);
  }
  socket.destroy();
  await lab.stop();

  const mixed = writes.filter((write) => write.includes('deliver_sm') && write.includes('submit_sm_resp'));
  expect(mixed).toEqual([]);
  expect(count('submit_sm_resp')).toBe(ROUNDS * WINDOW);
});
