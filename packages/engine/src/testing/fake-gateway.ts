/** A gateway that a test controls: it answers as configured, or withholds answers until the test gives them. */
import type {
  CarrierReceipt,
  Gateway,
  GatewayHandlers,
  LinkState,
  OutboundMessage,
  SubmissionOutcome,
} from '@textprobe/gateways/gateway-port';

export interface FakeGateway extends Gateway {
  /** Everything submitted so far, in order. */
  readonly submissions: readonly OutboundMessage[];
  /** Resolves once this many messages have been submitted in total. */
  submitted(count: number): Promise<void>;
  /** The highest number of messages in flight at once. */
  readonly maxInFlight: number;
  /** The provider id of a message it accepted (of its first part). */
  providerIdOf(message: OutboundMessage): string;
  /** Delivers a receipt from the carrier. Resolves once the engine has committed it. */
  sendReceipt(receipt: Partial<CarrierReceipt> & Pick<CarrierReceipt, 'providerId' | 'state'>): Promise<void>;
  /** For late answers and capacity changes. */
  readonly handlers: GatewayHandlers;
  /** Withheld answers, by reference. */
  readonly withheld: ReadonlyMap<string, (outcome: SubmissionOutcome) => void>;
}

/** `withhold`: no answer until the test gives one. */
export type FakeAnswer = SubmissionOutcome | 'withhold';

export function createFakeGateway(
  options: {
    name?: string;
    window?: number;
    sendsMms?: boolean;
    answer?: (message: OutboundMessage, nth: number) => FakeAnswer;
    /** Outcome of answers still withheld when the gateway stops; unknown by default. */
    atStop?: () => SubmissionOutcome;
  } = {},
): FakeGateway {
  const { name = 'fake', window = 50, sendsMms = false, answer, atStop = lostAnswer } = options;
  const submissions: OutboundMessage[] = [];
  const withheld = new Map<string, (outcome: SubmissionOutcome) => void>();
  const ids = new Map<string, string>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let handlers: GatewayHandlers | undefined;
  let inFlight = 0;
  let maxInFlight = 0;
  let link: LinkState['link'] = 'down';

  function startedHandlers(): GatewayHandlers {
    if (handlers === undefined) throw new Error('the gateway has not been started');
    return handlers;
  }

  function accepted(message: OutboundMessage): SubmissionOutcome {
    const providerId = `${name}-${submissions.length}`;
    ids.set(message.reference, providerId);
    return acceptance(providerId);
  }

  /** Throws if `answer` throws, like a gateway that breaks its contract. */
  function take(message: OutboundMessage, onOutcome: (outcome: SubmissionOutcome) => void): void {
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    submissions.push(message);
    for (const { count, resolve } of waiting) if (submissions.length >= count) resolve();
    const outcome = answer?.(message, submissions.length) ?? accepted(message);
    const answered = new Promise<SubmissionOutcome>((resolve) => {
      if (outcome === 'withhold') withheld.set(message.reference, resolve);
      else resolve(outcome);
    });
    void answered.then((final) => {
      inFlight -= 1;
      onOutcome(final);
    });
  }

  return {
    name,
    sendsMms,
    submissions,
    withheld,
    get maxInFlight() {
      return maxInFlight;
    },
    get handlers() {
      return startedHandlers();
    },
    capacity: () => (link === 'up' ? window - inFlight : 0),
    submitBatch(messages, onOutcome) {
      for (const message of messages) take(message, (outcome) => onOutcome(message, outcome));
    },
    submitted(count) {
      if (submissions.length >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
    providerIdOf: (message) => ids.get(message.reference) ?? 'never accepted',
    sendReceipt: ({ providerId, ...rest }) =>
      new Promise((resolve, reject) =>
        startedHandlers().onReceipt(
          {
            providerId,
            idVariants: [providerId.toLowerCase()],
            recipient: null,
            error: null,
            at: Date.now(),
            raw: `id:${providerId}`,
            ...rest,
          },
          (error) => (error === null ? resolve() : reject(error)),
        ),
      ),
    start(newHandlers) {
      handlers = newHandlers;
      link = 'up';
    },
    async stop() {
      link = 'stopped';
      for (const resolve of withheld.values()) resolve(atStop());
    },
    state: () => ({ link, since: 0, reason: null }),
  };
}

function lostAnswer(): SubmissionOutcome {
  return { kind: 'unknown', at: Date.now(), error: 'no answer before the stop' };
}

/** The outcome of a one-part message that its carrier has just accepted. */
export function acceptance(providerId: string): SubmissionOutcome {
  return { kind: 'accepted', at: Date.now(), parts: [{ part: 1, parts: 1, providerId }] };
}
