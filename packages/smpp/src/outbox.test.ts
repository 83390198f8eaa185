import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';

/** The part of a socket that an outbox uses. `backlog`: octets that the peer has not taken yet. */
function fakeSocket() {
  const writes: string[] = [];
  let paused = false;
  const socket = Object.assign(new EventEmitter(), {
    writableLength: 0,
    write: (octets: Buffer) => writes.push(octets.toString()),
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
    },
    isPaused: () => paused,
  });
  return { socket, writes, outbox: createOutbox(socket as unknown as Socket) };
}

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the outbox', () => {
  it('writes what one turn has queued at once, in order', async () => {
    const { outbox, writes } = fakeSocket();
    outbox.push(Buffer.from('a'));
    await Promise.resolve();
    outbox.push(Buffer.from('b'));
    expect(writes).toEqual([]);
    await endOfTurn();
    expect(writes).toEqual(['ab']);
    outbox.push(Buffer.from('c'));
    await endOfTurn();
    expect(writes).toEqual(['ab', 'c']);
  });

  it('marks all that a write holds as written before it tells anybody', async () => {
    const { outbox } = fakeSocket();
    const seen: boolean[][] = [];
    const requests = [1, 2].map(() => ({
      written: false,
      onWritten: () => void seen.push(requests.map(({ written }) => written)),
    }));
    for (const request of requests) outbox.push(Buffer.from('x'), request);
    await endOfTurn();
    expect(seen).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it('never writes what it has dropped', async () => {
    const { outbox, writes } = fakeSocket();
    const request = { written: false, onWritten: undefined };
    outbox.push(Buffer.from('a'), request);
    outbox.drop();
    await endOfTurn();
    expect(writes).toEqual([]);
    expect(request.written).toBe(false);
  });

  it('stops reading from a peer that does not read, until it does', async () => {
    const { outbox, socket } = fakeSocket();
    socket.writableLength = 300 * 1024;
    for (const octet of 'ab') {
      outbox.push(Buffer.from(octet));
      outbox.flush();
    }
    expect(socket.isPaused()).toBe(true);
    expect(socket.listenerCount('drain')).toBe(1);
    socket.emit('drain');
    expect(socket.isPaused()).toBe(false);
  });
});
