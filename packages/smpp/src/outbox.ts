/**
 * The write queue of a session. All PDUs of one turn of the event loop go into one buffer and out in a single write: under
 * load that is a hundred PDUs per system call, without a buffer for each.
 */
import type { Socket } from 'node:net';
import type { Clock } from './clock.ts';
import { pduLength, writePdu } from './codec.ts';
import type { Command } from './pdu.ts';

/** Receives the time when its PDU was handed to the socket. */
export interface Written {
  /** Epoch milliseconds; null before. */
  writtenAt: number | null;
}

export interface Outbox {
  /**
   * Queues a PDU; sets `writtenAt` of `request` when it is written.
   * @throws PduError for a field that does not fit; nothing is queued then
   */
  push(command: Command, sequence: number, status: number, fields: object, request?: Written): void;
  /** Writes the queue now. */
  flush(): void;
  /** Clears the queue without writing it. */
  drop(): void;
}

/**
 * Unsent octets at which we stop reading, so that a peer that sends but never reads cannot fill our memory with responses.
 * Reading resumes once the socket has drained.
 */
const PAUSE_READING_AT = 256 * 1024;
/** Holds a window of 100 texts. A longer PDU, or a turn that queues more, gets another buffer. */
const BUFFER_LENGTH = 32 * 1024;

const NO_BUFFER = Buffer.alloc(0);
const settledPromise = Promise.resolve();

export function createOutbox(socket: Socket, { now }: Pick<Clock, 'now'>): Outbox {
  /** Octets `start` to `end` are queued, after those in `full`; earlier ones may still be in use by the socket. */
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

  // After all promises of this turn have settled, so that what they queue goes out in the same write.
  function schedule(): void {
    scheduled = true;
    void settledPromise.then(() => process.nextTick(flush));
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
    // The socket usually takes everything at once; then the buffer can be reused.
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
