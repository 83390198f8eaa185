/** A gateway under a test's hand: it answers as it is told, or keeps its answer until it is told. */
import type {
  CarrierReceipt,
  Gateway,
  GatewayHandlers,
  LinkState,
  OutboundMessage,
  SubmissionOutcome,
} from '@textprobe/gateways/gateway-port';

export interface FakeGateway extends Gateway {
  /** Everything that was ever handed over, in order. */
  readonly submissions: readonly OutboundMessage[];
  /** Resolves once so many messages have been handed over in all. */
  submitted(count: number): Promise<void>;
  /** The most messages that were ever in hand at once. */
  readonly mostInHand: number;
  /** The provider id of a message it accepted (of its first part). */
  providerIdOf(message: OutboundMessage): string;
  /** Has the carrier say something. Resolves once the engine has committed it. */
  sendReceipt(receipt: Partial<CarrierReceipt> & Pick<CarrierReceipt, 'providerId' | 'state'>): Promise<void>;
  /** Late answers and changes of capacity. */
  readonly handlers: GatewayHandlers;
  /** Answers that were kept back, by reference. */
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
    /** What becomes of answers withheld until the gateway is stopped: unknown unless told. */
    atStop?: () => SubmissionOutcome;
  } = {},
): FakeGateway {
  const { name = 'fake', window = 50, sendsMms = false, answer, atStop = lostAnswer } = options;
  const submissions: OutboundMessage[] = [];
  const withheld = new Map<string, (outcome: SubmissionOutcome) => void>();
  const ids = new Map<string, string>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let handlers: GatewayHandlers | undefined;
  let inHand = 0;
  let mostInHand = 0;
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

  /** Throws where `answer` throws: a gateway that breaks its contract. */
  function take(message: OutboundMessage, onOutcome: (outcome: SubmissionOutcome) => void): void {
    inHand += 1;
    mostInHand = Math.max(mostInHand, inHand);
    submissions.push(message);
    for (const { count, resolve } of waiting) if (submissions.length >= count) resolve();
    const given = answer?.(message, submissions.length) ?? accepted(message);
    const answered = new Promise<SubmissionOutcome>((resolve) => {
      if (given === 'withhold') withheld.set(message.reference, resolve);
      else resolve(given);
    });
    void answered.then((outcome) => {
      inHand -= 1;
      onOutcome(outcome);
    });
  }

  return {
    name,
    sendsMms,
    submissions,
    withheld,
    get mostInHand() {
      return mostInHand;
    },
    get handlers() {
      return startedHandlers();
    },
    capacity: () => (link === 'up' ? window - inHand : 0),
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
    start(given) {
      handlers = given;
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

/** The outcome of a message of one part that its carrier accepted just now. */
export function acceptance(providerId: string): SubmissionOutcome {
  return { kind: 'accepted', at: Date.now(), parts: [{ part: 1, parts: 1, providerId }] };
}
