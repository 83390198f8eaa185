/** The SMPP server of the lab: accepts binds, passes submissions on, and registers receivers for receipts. */
import type { Clock } from '@textprobe/smpp/clock';
import { ESME_RINVPASWD, ESME_RINVSYSID, ESME_ROK } from '@textprobe/smpp/command-status';
import type { BindPdu } from '@textprobe/smpp/pdu';
import { createSmppServer, type SmppServer } from '@textprobe/smpp/server';
import type { Intake } from './intake.ts';
import type { Logger } from './log.ts';
import type { ReceiptSender } from './receipt-sender.ts';

interface SmscOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  readonly take: Intake;
  readonly receipts: ReceiptSender;
}

/** Resolves once it listens. Rejects with the system's error if it cannot, e.g. EADDRINUSE. */
export function createSmsc(options: SmscOptions): Promise<SmppServer> {
  const { clock, log, host, port, take, receipts } = options;
  return createSmppServer({
    clock,
    host,
    port,
    systemId: 'carrier-lab',
    authenticate: (bind) => judgeBind(bind, options.systemId, options.password),
    onSession(session) {
      const { mode, remoteAddress } = session;
      log.info({ mode, remoteAddress }, 'bound to the carrier lab');
      session.onSubmitSm((pdu) =>
        take(pdu, (answer) => {
          const isOpen = session.isOpen;
          if (answer === null) session.destroy();
          else session.respond(pdu, answer);
          return isOpen;
        }),
      );
      receipts.attach(session);
      void session.closed.then(({ reason }) => log.info({ mode, reason }, 'unbound from the carrier lab'));
    },
  });
}

function judgeBind(bind: BindPdu, systemId: string, password: string): number {
  if (bind.systemId !== systemId) return ESME_RINVSYSID;
  return bind.password === password ? ESME_ROK : ESME_RINVPASWD;
}
