/** Faulty responses that a peer may send, for tests of how a session copes. */
import fc from 'fast-check';
import { encode } from '../codec.ts';
import type { Pdu, RequestCommand, ResponsePdu } from '../pdu.ts';
import { arbitraryPdu } from './arbitrary-pdu.ts';
import type { RawPeer } from './raw-peer.ts';

export type FaultyResponse =
  | { readonly kind: 'answer' | 'twice' | 'late' | 'nack' | 'silence' | 'unreadable' }
  | { readonly kind: 'wrong sequence'; readonly by: number }
  /** Any PDU with the sequence number of the request. */
  | { readonly kind: 'wrong PDU'; readonly pdu: Pdu }
  /** The first `at` octets of the response, then a closed or reset connection, or nothing more. */
  | { readonly kind: 'cut'; readonly at: number; readonly after: 'end' | 'destroy' | 'nothing' }
  | { readonly kind: 'garbage'; readonly octets: Uint8Array };

export const faultyResponse: fc.Arbitrary<FaultyResponse> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'answer' } as const) },
  ...(['twice', 'late', 'nack', 'silence', 'unreadable'] as const).map((kind) => fc.constant({ kind })),
  fc.record({ kind: fc.constant('wrong sequence' as const), by: fc.integer({ min: -2, max: 2 }) }),
  fc.record({ kind: fc.constant('wrong PDU' as const), pdu: arbitraryPdu }),
  fc.record({
    kind: fc.constant('cut' as const),
    at: fc.nat({ max: 30 }),
    after: fc.constantFrom('end' as const, 'destroy' as const, 'nothing' as const),
  }),
  fc.record({
    kind: fc.constant('garbage' as const),
    octets: fc.uint8Array({ minLength: 1, maxLength: 60 }),
  }),
);

/** Whether the stream stays readable after this response. */
export function keepsStreamReadable(answer: FaultyResponse): boolean {
  if (answer.kind === 'wrong PDU') return answer.pdu.command !== 'unbind';
  return answer.kind !== 'cut' && answer.kind !== 'garbage';
}

const MESSAGE_ID = 'x1';

/** Sends the response. A late one is added to `late`, for the test to call. */
export function sendFaultyResponse(
  peer: RawPeer,
  request: Pdu,
  answer: FaultyResponse,
  late: (() => void)[],
): void {
  const { sequence } = request;
  const command = `${request.command as RequestCommand}_resp` as ResponsePdu['command'];
  const right = encode(command, sequence, 0, { messageId: MESSAGE_ID });
  switch (answer.kind) {
    case 'answer':
      return peer.write(right);
    case 'twice':
      return peer.write(Buffer.concat([right, right]));
    case 'late':
      return void late.push(() => peer.write(right));
    case 'nack':
      return peer.send('generic_nack', sequence, 3);
    case 'silence':
      return;
    case 'unreadable':
      return peer.write(unreadable(right));
    case 'wrong sequence':
      return peer.send(command, Math.max(0, sequence + answer.by), 0, { messageId: MESSAGE_ID });
    case 'wrong PDU':
      return peer.send(answer.pdu.command, sequence, answer.pdu.status, answer.pdu);
    case 'cut':
      peer.write(right.subarray(0, answer.at % right.length));
      if (answer.after === 'end') peer.socket.end();
      if (answer.after === 'destroy') peer.socket.destroy();
      return;
    case 'garbage':
      return peer.write(Buffer.from(answer.octets));
  }
}

/** The response with a trailing parameter that runs past its end. A response without a body takes none, and stays valid. */
function unreadable(right: Buffer): Buffer {
  const torn = Buffer.concat([right, Buffer.of(0x04, 0x27, 0, 9, 1)]);
  torn.writeUInt32BE(torn.length, 0);
  return torn;
}
