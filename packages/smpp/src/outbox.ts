/**
 * What a session is about to write. PDUs of one turn of the event loop are written one behind the other into one buffer and
 * go out in a single write: under load that is a hundred PDUs a system call instead of one, and no buffer for each.
 */
import type { Socket } from 'node:net';
import type { Clock } from './clock.ts';
import { pduLength, writePdu } from './codec.ts';
import type { Command } from './pdu.ts';

/** What learns when its PDU was handed to the socket. */
export interface Written {
  /** Epoch milliseconds; null before. */
  writtenAt: number | null;
}

export interface Outbox {
  /**
   * Queues a PDU; `request` learns when it is written.
   * @throws PduError for a field that does not fit: nothing is queued then
   */
  push(command: Command, sequence: number, status: number, fields: object, request?: Written): void;
  /** Writes now what is queued. */
  flush(): void;
  /** Forgets what is queued: it is never written. */
  drop(): void;
}

/**
 * Unsent octets at which we stop reading, so that a peer which sends but never reads cannot fill our memory with
 * answers. Reading goes on as soon as the socket has drained.
 */
const PAUSE_READING_AT = 256 * 1024;
/** A window of 100 texts fits in. A longer PDU, or a turn that queues more, takes another buffer. */
const BUFFER_LENGTH = 32 * 1024;

const NO_BUFFER = Buffer.alloc(0);
const endOfMicrotasks = Promise.resolve();

export function createOutbox(socket: Socket, { now }: Pick<Clock, 'now'>): Outbox {
  /** Octets from `start` to `end` of it are queued, behind those in `full`; the ones before `start` may still be on their way. */
  let buffer = NO_BUFFER;
  let start = 0;
  let end = 0;
  let full: Buffer[] = [];
  let requests: Written[] = [];
  let scheduled = false;

  function push(command: Command, sequence: number, status: number, fields: object, request?: Written): void {
    const length = pduLength(command, status, fields);
    if (end + length > buffer.length) takeAnother(length);
    writePdu(buffer, end, length, command, sequence, status, fields);
    end += length;
    if (request) requests.push(request);
    if (!scheduled) schedule();
  }

  function takeAnother(length: number): void {
    if (end > start) full.push(buffer.subarray(start, end));
    buffer = Buffer.allocUnsafeSlow(Math.max(BUFFER_LENGTH, length));
    start = 0;
    end = 0;
  }

  // Once all promises of this turn have run their course: what they lead to goes out in the same write.
  function schedule(): void {
    scheduled = true;
    void endOfMicrotasks.then(() => process.nextTick(flush));
  }

  function flush(): void {
    scheduled = false;
    if (end === start && full.length === 0) return;
    write();
    if (requests.length > 0) markWritten();
    if (socket.writableLength > PAUSE_READING_AT && !socket.isPaused()) {
      socket.pause();
      socket.once('drain', () => socket.resume());
    }
  }

  function markWritten(): void {
    const at = now();
    for (const request of requests) request.writtenAt = at;
    requests = [];
  }

  function write(): void {
    const last = buffer.subarray(start, end);
    if (full.length === 0) socket.write(last);
    else {
      socket.cork();
      for (const each of full) socket.write(each);
      socket.write(last);
      socket.uncork();
      full = [];
    }
    // Where the system has taken all of it at once, which is the rule, the buffer is free again.
    if (socket.writableLength === 0) end = 0;
    start = end;
  }

  function drop(): void {
    full = [];
    requests = [];
    end = start;
  }

  return { push, flush, drop };
}
