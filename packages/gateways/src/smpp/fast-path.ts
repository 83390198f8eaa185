/**
 * The fast path for ordinary submissions: one part, a free slot, and no throughput limit. Unlike the slow path (`submission.ts`)
 * it creates one function and no promise per message. Both paths interpret the response with the same functions.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { SubmitFields } from '@textprobe/smpp/client';
import type { OnOutcome, OutboundMessage, SubmissionOutcome } from '../gateway-port.ts';
import type { InFlight } from '../pacing/in-flight.ts';
import type { Pace } from '../pacing/pace.ts';
import type { Slots } from '../pacing/slots.ts';
import type { Lanes } from './lanes.ts';
import { stateOfEnd, stateOfLateAnswer } from './part-ends.ts';
import { foldParts, type PartState } from './part-states.ts';

export interface FastPath {
  /**
   * Submits a message of one part.
   * @param onOutcome called once; if nothing can be written, before this returns. Must not throw
   * @returns false: nothing has happened, and the message must take the slow path
   */
  trySubmit<M extends OutboundMessage>(message: M, pdu: SubmitFields, onOutcome: OnOutcome<M>): boolean;
}

export function createFastPath(context: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly lanes: Pick<Lanes, 'best'>;
  readonly pace: Pick<Pace, 'isLimited'>;
  readonly slots: Pick<Slots, 'takeFree' | 'give'>;
  readonly submissions: Pick<InFlight, 'begin' | 'end'>;
  onLateOutcome(reference: string, outcome: SubmissionOutcome): void;
  /** Called when a submission has ended and its slot is free. */
  onEnded(): void;
}): FastPath {
  const { clock, random, lanes, pace, slots, submissions } = context;

  return {
    trySubmit(message, pdu, onOutcome) {
      const lane = lanes.best();
      if (pace.isLimited || lane === null || !slots.takeFree()) return false;
      submissions.begin();
      lane.session.client.submit(
        pdu,
        (end, writtenAt) => {
          const outcome = outcomeOf(stateOfEnd(end, writtenAt ?? clock.now(), lane, random));
          slots.give(1);
          submissions.end();
          context.onEnded();
          onOutcome(message, outcome);
        },
        (answer, writtenAt) =>
          context.onLateOutcome(
            message.reference,
            outcomeOf(stateOfLateAnswer(answer, writtenAt ?? clock.now())),
          ),
      );
      return true;
    },
  };
}

const outcomeOf = (state: PartState): SubmissionOutcome => foldParts([state], 1);
