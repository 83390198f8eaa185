/**
 * The inbox of an app or a provider, for any dialect: each source has a URL and a secret of its own. Its signature is
 * checked first; its reports are committed before the answer and processed afterwards, so the source never waits for
 * processing and an acknowledged report survives a crash.
 */
import type { Clock } from '@textprobe/domain/clock';
import type {
  Admittance,
  HandsetReport,
  Inbox,
  InboxRequest,
  InboxResponse,
  PhonePing,
} from '../inbox-port.ts';
import type { Log } from '../log.ts';
import type { HandsetPing } from './handset-report.ts';
import { type HandsetSource, type HandsetSourceKind, phonesOfPing } from './handset-source.ts';
import type { Refusal } from './reported-json.ts';

/** The contents of a body, or the refusal if it is not in the dialect. */
export type DialectReading =
  | {
      readonly ok: true;
      readonly reports: readonly HandsetReport[];
      readonly pings: readonly HandsetPing[];
    }
  | Refusal;

/** How one kind of source authenticates, and how its bodies are read. */
export interface Dialect {
  readonly kind: HandsetSourceKind;
  readonly bodyLimit?: number;
  /**
   * Null if the headers contain well-formed credentials, else the fault for the log. Called before the source is looked up.
   */
  headerFault(request: InboxRequest, now: number): string | null;
  /** The headers suffice for authentication, before the body is read. */
  readonly provenByHeaders: boolean;
  /**
   * Null if the credentials are those of the source and recent, else their fault for the log. Compares in constant time.
   */
  credentialsFault(
    source: HandsetSource,
    request: InboxRequest,
    now: number,
  ): string | null | Promise<string | null>;
  /** Never throws, even for arbitrary bytes. */
  read(request: InboxRequest): DialectReading;
  /** Sent once everything is committed. */
  readonly answer: InboxResponse;
}

export interface SourceInboxDeps {
  /** Null if the source does not exist, is of another kind or was revoked. */
  findSource(kind: HandsetSourceKind, id: string): Promise<HandsetSource | null>;
  /** Resolves once the reports are committed; duplicates are ignored. */
  keep(source: HandsetSource, reports: readonly HandsetReport[], now: number): Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Body limit in bytes where reports are text only: the body is read before its signature is checked. */
export const TEXT_LIMIT = 65_536;

/** For signatures that cover the target URL. */
export const NO_PUBLIC_URL = 'PUBLIC_URL is not set, but the source signs the target URL';

export function createSourceInbox(dialect: Dialect, deps: SourceInboxDeps): Inbox {
  const { kind } = dialect;
  const { findSource, keep, clock, log } = deps;

  async function sourceOf({ params }: InboxRequest): Promise<HandsetSource | null> {
    const id = params.source ?? '';
    return /^[0-9a-f]{32}$/.test(id) ? findSource(kind, id) : null;
  }

  /** The fault of the request under the current secret; null if the old secret still works and proves it. */
  async function faultOf(source: HandsetSource, request: InboxRequest, now: number): Promise<string | null> {
    const fault = await dialect.credentialsFault(source, request, now);
    if (fault === null || source.oldSecret === null) return fault;
    const before = { ...source, secret: source.oldSecret };
    return (await dialect.credentialsFault(before, request, now)) === null ? null : fault;
  }

  /** Every fault gets the same answer; the log names it, for the administrator who set up the source. */
  function refuse(fields: object, fault: string): Extract<Admittance, { kind: 'refused' }> {
    log.warn({ kind, ...fields }, `A handset report was refused: ${fault}.`);
    return { kind: 'refused', response: unauthenticated };
  }

  return {
    name: kind,
    paths: [`/api/inboxes/${kind}/:source`],
    takesSessions: false,
    ...(dialect.bodyLimit === undefined ? {} : { bodyLimit: dialect.bodyLimit }),
    async admit(asked) {
      const now = clock.now();
      const malformed = dialect.headerFault(asked, now);
      if (malformed !== null) return refuse(sourceIdIn(asked), malformed);
      const source = await sourceOf(asked);
      if (source === null) return refuse(sourceIdIn(asked), NO_SOURCE);
      const fault = dialect.provenByHeaders ? await faultOf(source, asked, now) : null;
      if (fault !== null) return refuse({ source: source.name }, fault);
      return {
        kind: dialect.provenByHeaders ? 'proven' : 'claimed',
        async receive(request, _deliver, recordPings) {
          const at = clock.now();
          const fault = dialect.provenByHeaders ? null : await faultOf(source, request, at);
          if (fault !== null) return refuse({ source: source.name }, fault).response;
          const reading = dialect.read(request);
          if (!reading.ok) return reading.refusal;
          await keep(source, reading.reports, at);
          const pings = reading.pings.flatMap((ping) => pingsOf(kind, source, ping, at));
          if (pings.length > 0) await recordPings(pings);
          return dialect.answer;
        },
      };
    },
  };
}

function pingsOf(
  kind: HandsetSourceKind,
  { phones }: HandsetSource,
  ping: HandsetPing,
  at: number,
): PhonePing[] {
  const { battery, charging, network } = ping;
  return phonesOfPing(kind, phones, ping).map((phoneId) => ({ phoneId, at, battery, charging, network }));
}

const NO_SOURCE = 'the source does not exist or was revoked';

/** The source id in the request, cut to the length of an id because it is untrusted. */
function sourceIdIn({ params }: InboxRequest): { id: string } {
  return { id: (params.source ?? '').slice(0, 32) };
}

/** One answer for all faults, so that it reveals nothing about the secret or the source. */
const unauthenticated: InboxResponse = {
  status: 401,
  problem: {
    code: 'handset-source.invalid',
    detail: 'This URL accepts only reports of its own source, signed with its secret.',
  },
};
