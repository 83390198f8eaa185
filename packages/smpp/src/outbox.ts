/**
 * What a session is about to write. PDUs of one turn of the event loop go out in a single write: under load that is a
 * hundred PDUs a system call instead of one.
 */
import type { Socket } from 'node:net';

/** Told when its PDU has been handed to the socket. */
export interface Written {
  written: boolean;
  readonly onWritten: (() => void) | undefined;
}

export interface Outbox {
  /** Queues a whole PDU; `request` learns when it is written. */
  push(frame: Buffer, request?: Written): void;
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

export function createOutbox(socket: Socket): Outbox {
  let frames: Buffer[] = [];
  let requests: Written[] = [];
  let length = 0;
  let scheduled = false;

  function flush(): void {
    scheduled = false;
    const [first] = frames;
    if (first === undefined) return;
    const octets = frames.length === 1 ? first : Buffer.concat(frames, length);
    const written = requests;
    forget();
    socket.write(octets);
    for (const request of written) request.written = true;
    for (const request of written) request.onWritten?.();
    if (socket.writableLength > PAUSE_READING_AT && !socket.isPaused()) {
      socket.pause();
      socket.once('drain', () => socket.resume());
    }
  }

  function forget(): void {
    frames = [];
    requests = [];
    length = 0;
  }

  return {
    push(frame, request) {
      frames.push(frame);
      length += frame.length;
      if (request) requests.push(request);
      if (scheduled) return;
      scheduled = true;
      process.nextTick(flush);
    },
    flush,
    drop: forget,
  };
}
