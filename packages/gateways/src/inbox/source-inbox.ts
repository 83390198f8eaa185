/**
 * What the inboxes of apps and providers have in common: each source has an address and a secret of its own. Its proof is
 * checked before anything else, and what it reports is committed before it is answered, and worked on after that: it
 * never waits for us, and nothing it was answered for is lost with a process.
 */
import type { Clock } from '@textprobe/domain/clock';
import type {
  Admittance,
  HandsetReport,
  HandsetSign,
  Inbox,
  InboxRequest,
  InboxResponse,
} from '../inbox-port.ts';
import type { Log } from '../log.ts';
import type { HandsetPing } from './handset-report.ts';
import { type HandsetSource, type HandsetSourceKind, phonesOfPing } from './handset-source.ts';
import type { Refusal } from './reported-json.ts';

/** What was read of a body, or why it is none of the dialect. */
export type DialectReading =
  | {
      readonly ok: true;
      readonly reports: readonly HandsetReport[];
      readonly pings: readonly HandsetPing[];
    }
  | Refusal;

/** How one kind of source proves itself, and what it writes. */
export interface Dialect {
  readonly kind: HandsetSourceKind;
  readonly bodyLimit?: number;
  /**
   * Null where the headers have the form of a proof; else what they lack, as the log is to say it. Asked before the source
   * is looked up.
   */
  headerFault(request: InboxRequest, now: number): string | null;
  /** Its headers prove all: who posts is known before the body is read. */
  readonly provenByHeaders: boolean;
  /**
   * Null where the request is the source's own, made just now; else what is wrong with its proof, as the log is to say it.
   * Takes as long for a wrong proof as for a right one.
   */
  faultOf(source: HandsetSource, request: InboxRequest, now: number): string | null | Promise<string | null>;
  /** Never throws, whatever the bytes are. */
  read(request: InboxRequest): DialectReading;
  /** Told once all is committed. */
  readonly answer: InboxResponse;
}

export interface SourceInboxDeps {
  /** Null for a source that does not exist, is of another kind, or was revoked. */
  findSource(kind: HandsetSourceKind, id: string): Promise<HandsetSource | null>;
  /** Resolves once they are committed; those that have come before are left as they are. */
  keep(source: HandsetSource, reports: readonly HandsetReport[], now: number): Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Bytes, where its reports are text: what is read of whoever knows the address of a source, but has not proven to be it. */
export const TEXT_LIMIT = 65_536;

/** Said of a proof that covers the address where ours is not known. */
export const NO_ADDRESS = 'PUBLIC_URL is not set, and it is signed over our address';

export function createSourceInbox(dialect: Dialect, deps: SourceInboxDeps): Inbox {
  const { kind } = dialect;
  const { findSource, keep, clock, log } = deps;

  async function sourceOf({ params }: InboxRequest): Promise<HandsetSource | null> {
    const id = params.source ?? '';
    return /^[0-9a-f]{32}$/.test(id) ? findSource(kind, id) : null;
  }

  /** The far side is told one answer for all; which fault it was stands in the log, for whoever set the app up. */
  function refuse(fields: object, fault: string): Extract<Admittance, { kind: 'refused' }> {
    log.warn({ kind, ...fields }, `A handset report was refused: ${fault}.`);
    return { kind: 'refused', response: unproven };
  }

  return {
    name: kind,
    paths: [`/api/inboxes/${kind}/:source`],
    takesSessions: false,
    ...(dialect.bodyLimit === undefined ? {} : { bodyLimit: dialect.bodyLimit }),
    async admit(asked) {
      const now = clock.now();
      const lack = dialect.headerFault(asked, now);
      if (lack !== null) return refuse(addressIn(asked), lack);
      const source = await sourceOf(asked);
      if (source === null) return refuse(addressIn(asked), NO_SOURCE);
      const fault = dialect.provenByHeaders ? await dialect.faultOf(source, asked, now) : null;
      if (fault !== null) return refuse({ source: source.name }, fault);
      return {
        kind: dialect.provenByHeaders ? 'proven' : 'claimed',
        async receive(request, _deliver, report) {
          const at = clock.now();
          const wrong = dialect.provenByHeaders ? null : await dialect.faultOf(source, request, at);
          if (wrong !== null) return refuse({ source: source.name }, wrong).response;
          const reading = dialect.read(request);
          if (!reading.ok) return reading.refusal;
          await keep(source, reading.reports, at);
          const signs = reading.pings.flatMap((ping) => signsOf(kind, source, ping, at));
          if (signs.length > 0) await report(signs);
          return dialect.answer;
        },
      };
    },
  };
}

function signsOf(
  kind: HandsetSourceKind,
  { phones }: HandsetSource,
  ping: HandsetPing,
  at: number,
): HandsetSign[] {
  const { battery, charging, network } = ping;
  return phonesOfPing(kind, phones, ping).map((phoneId) => ({ phoneId, at, battery, charging, network }));
}

const NO_SOURCE = 'there is no such source, or it was revoked';

/** What the request takes for the id of a source; whoever wrote it, so no longer than one. */
function addressIn({ params }: InboxRequest): { id: string } {
  return { id: (params.source ?? '').slice(0, 32) };
}

/** One answer for all that is wrong with a proof: which it was is nobody's business. */
const unproven: InboxResponse = {
  status: 401,
  problem: {
    code: 'handset-source.invalid',
    detail: 'This address takes reports of its own source only, signed with its secret.',
  },
};
