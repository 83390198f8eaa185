/** Inboxes of handset sources without any source, for tests of the mounted paths and of unauthenticated requests. */
import { realClock } from '@textprobe/database/testing/real-clock';
import { httpsmsDialect } from '@textprobe/gateways/inbox/httpsms/httpsms-dialect';
import { smsGatewayDialect } from '@textprobe/gateways/inbox/sms-gateway/sms-gateway-dialect';
import { createSourceInbox } from '@textprobe/gateways/inbox/source-inbox';
import { twilioInboundDialect } from '@textprobe/gateways/inbox/twilio-inbound/twilio-inbound-dialect';
import type { Inbox } from '@textprobe/gateways/inbox-port';
import { silentLog } from '@textprobe/gateways/log';

export function createStrangersInboxes(): Inbox[] {
  return [smsGatewayDialect, httpsmsDialect, twilioInboundDialect].map((dialect) =>
    createSourceInbox(dialect, {
      findSource: async () => null,
      keep: () => Promise.reject(new Error('nothing from strangers is stored')),
      clock: realClock,
      log: silentLog,
    }),
  );
}
