/** Implements the engine's metrics with Prometheus. Series with known labels start at zero. */
import type { EngineMetrics } from '@textprobe/engine/metrics';
import { Counter, Histogram, type Registry } from 'prom-client';

// A message of an immediate test is sent within 20 ms; one that waits for its carrier, within minutes.
const LAGS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900];

export function createEngineCounters(registry: Registry): EngineMetrics {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `textprobe_${name}`, help, labelNames, registers });
  const claims = counter('claims_total', 'Messages claimed by this process for sending.', ['gateway']);
  const submissions = counter(
    'submissions_total',
    "Submissions by the carrier's answer; unknown: the answer was lost.",
    ['gateway', 'outcome'],
  );
  const lateAnswers = counter('late_answers_total', 'Answers to submissions already recorded as unknown.', [
    'gateway',
    'outcome',
  ]);
  const receipts = counter('receipts_total', 'Delivery receipts committed.', ['gateway', 'state']);
  const ignored = counter(
    'receipts_ignored_total',
    'Receipts that counted for nothing, or only in part, by reason.',
    ['gateway', 'reason'],
  );
  const receptions = counter(
    'receptions_total',
    'Handset reports committed, by whether they matched a message.',
    ['result'],
  );
  const deadlines = counter('deadlines_passed_total', 'Messages not confirmed by their deadline.', []);
  const lost = counter(
    'claims_lost_total',
    'Messages in flight when their worker died; they stay UNKNOWN.',
    [],
  );
  const setAside = counter('set_aside_total', 'Items set aside after three failures, by kind.', ['kind']);
  const lag = new Histogram({
    name: 'textprobe_due_to_sent_seconds',
    help: 'Time from the due instant of a run to the submission of each of its messages.',
    buckets: LAGS_S,
    registers,
  });
  receptions.inc({ result: 'matched' }, 0);
  receptions.inc({ result: 'unmatched' }, 0);

  return {
    claimed: (gateway, messages) => claims.inc({ gateway }, messages),
    submitted: (gateway, outcome) => submissions.inc({ gateway, outcome }),
    lateAnswer: (gateway, outcome) => lateAnswers.inc({ gateway, outcome }),
    sent: (lagMs) => lag.observe(lagMs / 1_000),
    receipt: (gateway, state) => receipts.inc({ gateway, state }),
    receiptIgnored: (gateway, reason) => ignored.inc({ gateway, reason }),
    receptions(matched, unmatched) {
      receptions.inc({ result: 'matched' }, matched);
      receptions.inc({ result: 'unmatched' }, unmatched);
    },
    deadlinesPassed: (messages) => deadlines.inc(messages),
    claimsLost: (messages) => lost.inc(messages),
    setAside: (kind) => setAside.inc({ kind }),
  };
}
