/** Types for the part of npm `smpp` that the interop tests use; the package has none. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:net';

  export interface SmppPdu {
    command: string;
    command_status: number;
    sequence_number: number;
    [field: string]: unknown;
    response(fields?: object): SmppPdu;
  }
  type Send = (fields: object, onResponse?: (response: SmppPdu) => void) => boolean;
  export type SmppRequest =
    | 'bind_transceiver'
    | 'bind_receiver'
    | 'submit_sm'
    | 'submit_multi'
    | 'deliver_sm'
    | 'data_sm'
    | 'query_sm'
    | 'enquire_link'
    | 'unbind';
  export interface SmppSession extends EventEmitter, Record<SmppRequest, Send> {
    send(pdu: SmppPdu): boolean;
    close(): void;
    destroy(): void;
  }
  const smpp: {
    connect(options: { host: string; port: number; noDelay?: boolean }, onConnect?: () => void): SmppSession;
    createServer(onSession: (session: SmppSession) => void): Server;
    createServer(options: { noDelay: boolean }, onSession: (session: SmppSession) => void): Server;
  };
  export default smpp;
}
