/** As much of npm `smpp` as the bench uses; the package brings no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:net';

  export interface SmppPdu {
    command_status: number;
    registered_delivery: number;
    source_addr: string;
    destination_addr: string;
    response(fields?: object): SmppPdu;
  }
  type Send = (fields: object, onResponse?: (response: SmppPdu) => void) => boolean;
  export interface SmppSession extends EventEmitter {
    send(pdu: SmppPdu): boolean;
    bind_transceiver: Send;
    submit_sm: Send;
    deliver_sm: Send;
  }
  const smpp: {
    connect(options: { host: string; port: number; noDelay: boolean }): SmppSession;
    createServer(options: { noDelay: boolean }, onSession: (session: SmppSession) => void): Server;
  };
  export default smpp;
}
