import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { encode } from './codec.ts';
import { createOutbox } from './outbox.ts';
import { PduError } from './pdu-error.ts';
import { createPduReader } from './pdu-reader.ts';

/**
 * The part of a socket that an outbox uses. `writableLength`: octets not yet handed to the system. Written buffers are kept
 * uncopied until the test reads them.
 */
function fakeSocket() {
  const writes: Buffer[] = [];
  let paused = false;
  const socket = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write: (octets: Buffer) => writes.push(octets),
    cork: () => {},
    uncork: () => {},
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
    },
    isPaused: () => paused,
  });
  const outbox = createOutbox(socket as unknown as Socket, { now: () => 1_000 });
  /** Queues an enquire_link with this sequence number. */
  const push = (sequence: number, request?: { writtenAt: number | null }) =>
    outbox.push('enquire_link', sequence, 0, {}, request);
  return { socket, writes, outbox, push };
}

/** The sequence numbers of the PDUs in these octets. */
function sequencesIn(octets: Buffer | undefined): number[] {
  const reader = createPduReader();
  reader.push(octets ?? Buffer.alloc(0));
  const found: number[] = [];
  for (let read = reader.next(); read !== null; read = reader.next()) found.push(read.sequence);
  return found;
}

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the outbox', () => {
  it('writes everything queued in one turn at once, in order', async () => {
    const { push, writes } = fakeSocket();
    push(1);
    await Promise.resolve();
    push(2);
    expect(writes).toEqual([]);
    await endOfTurn();
    expect(writes.map(sequencesIn)).toEqual([[1, 2]]);
    push(3);
    await endOfTurn();
    expect(sequencesIn(writes[1])).toEqual([3]);
  });

  it('includes what the promises of a turn queue, however long their chain', async () => {
    const { push, writes } = fakeSocket();
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        void (async () => {
          for (let step = 0; step < 20; step += 1) await Promise.resolve();
          push(2);
          resolve();
        })();
        push(1);
      });
    });
    await endOfTurn();
    expect(writes.map(sequencesIn)).toEqual([[1, 2]]);
  });

  it('never overwrites what the system has not taken yet', async () => {
    const { push, socket, writes } = fakeSocket();
    push(1);
    socket.writableLength = 16;
    await endOfTurn();
    push(2);
    await endOfTurn();
    expect(writes.map(sequencesIn)).toEqual([[1], [2]]);
    socket.writableLength = 0;
    push(3);
    await endOfTurn();
    expect(writes.map(sequencesIn)).toEqual([[1], [2], [3]]);
  });

  it('keeps the order across several buffers, and with a PDU longer than a buffer', async () => {
    const { outbox, writes, push } = fakeSocket();
    const shortMessage = Buffer.alloc(250, 7);
    const payload = { tlvs: new Map([[0x0424, Buffer.alloc(0xffff, 8)]]) };
    for (let sequence = 1; sequence <= 300; sequence += 1)
      outbox.push('submit_sm', sequence, 0, { shortMessage });
    outbox.push('data_sm', 301, 0, payload);
    push(302);
    await endOfTurn();
    const expected = Array.from({ length: 300 }, (_, index) =>
      encode('submit_sm', index + 1, 0, { shortMessage }),
    );
    const end = [encode('data_sm', 301, 0, payload), encode('enquire_link', 302, 0, {})];
    expect(Buffer.concat(writes).equals(Buffer.concat([...expected, ...end]))).toBe(true);
  });

  it('queues nothing of a PDU that cannot be encoded', async () => {
    const { outbox, push, writes } = fakeSocket();
    push(1);
    for (const fields of [{ sourceAddr: 'a\0b' }, { shortMessage: Buffer.alloc(255) }])
      expect(() => outbox.push('submit_sm', 2, 0, fields)).toThrow(PduError);
    push(3);
    await endOfTurn();
    expect(writes.map(sequencesIn)).toEqual([[1, 3]]);
  });

  it('never writes what was dropped', async () => {
    const { outbox, push, writes } = fakeSocket();
    const request = { writtenAt: null };
    push(1, request);
    outbox.drop();
    await endOfTurn();
    expect(writes).toEqual([]);
    expect(request.writtenAt).toBeNull();
  });

  it('stops reading from a peer that does not read, until the socket drains', async () => {
    const { outbox, push, socket } = fakeSocket();
    socket.writableLength = 300 * 1024;
    for (const sequence of [1, 2]) {
      push(sequence);
      outbox.flush();
    }
    expect(socket.isPaused()).toBe(true);
    expect(socket.listenerCount('drain')).toBe(1);
    socket.emit('drain');
    expect(socket.isPaused()).toBe(false);
  });
});
