/** As much of npm `smpp` as the interop tests use; the package brings no types. */
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
  export interface SmppSession extends EventEmitter {
    send(pdu: SmppPdu): boolean;
    close(): void;
    destroy(): void;
    bind_transceiver: Send;
    submit_sm: Send;
    deliver_sm: Send;
    enquire_link: Send;
    query_sm: Send;
    unbind: Send;
  }
  const smpp: {
    connect(options: { host: string; port: number }, onConnect?: () => void): SmppSession;
    createServer(onSession: (session: SmppSession) => void): Server;
  };
  export default smpp;
}
