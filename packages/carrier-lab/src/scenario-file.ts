/**
 * The file form of a scenario, checked by hand: JSON in, a whole scenario out, or every fault at once. What a
 * carrier leaves out is taken from `everyCarrier`, what that leaves out from a carrier without flaw or delay.
 */
import { ESME_RSUBMITFAIL, statusName } from '@textprobe/smpp/command-status';
import { type ObjectReader, readObject, ScenarioError } from './scenario-fault.ts';
import {
  type Absence,
  ALTERATIONS,
  type CarrierScenario,
  FATE_MARKS,
  ID_STYLES,
  type Latency,
  MEDIA_FATES,
  type MediaRates,
  RATE_MARKS,
  RECEIPT_COMMANDS,
  type RateName,
  type Rates,
  type Scenario,
  type ScriptLine,
} from './scenario-model.ts';

const RATE_NAMES = Object.keys(RATE_MARKS) as RateName[];

/** Rates of one group exclude each other in one message, so that their sum is a share too. */
const EXCLUSIVE_RATES: readonly (readonly RateName[])[] = [
  ['rejection', 'throttling', 'lostAnswers', 'linkCuts'],
  ['loss', 'partLoss', 'lies', 'failedReceipts', 'misrouting'],
];

const DAY_MS = 86_400_000;
const AT_ONCE: Latency = { min: 0, max: 0, tail: null };

const FLAWLESS: CarrierScenario = {
  answer: AT_ONCE,
  delivery: AT_ONCE,
  receipt: AT_ONCE,
  rates: Object.fromEntries(RATE_NAMES.map((name) => [name, 0])) as Record<RateName, number>,
  rejectionStatus: ESME_RSUBMITFAIL,
  maxPerSecond: null,
  media: { transcoding: 0, stripping: 0, corruption: 0 },
  alterations: ALTERATIONS,
  ids: 'decimal',
  receiptTlvs: true,
  receiptsBy: 'deliver_sm',
  receiptsOnly: false,
};

/** The scenario that `json` describes. Throws ScenarioError with a sentence for every fault. */
export function parseScenario(json: string): Scenario {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new ScenarioError([`The scenario is no JSON: ${(error as Error).message}.`]);
  }
  return readScenario(value);
}

/** The scenario that a value of the file form describes. Throws ScenarioError with a sentence for every fault. */
export function readScenario(value: unknown): Scenario {
  const faults: string[] = [];
  const file = readObject(value, '', faults);
  const everyCarrier = readCarrier(file.object('everyCarrier'), FLAWLESS);
  const named = file.object('carriers');
  const carriers = named
    .keys()
    .map((name) => [name.toLowerCase(), readCarrier(named.object(name), everyCarrier)] as const);
  const scenario: Scenario = {
    name: file.text('name', 'unnamed'),
    description: file.text('description', ''),
    everyCarrier,
    carriers: new Map(carriers),
    script: file.list('script').map(readScriptLine),
    pingEvery: file.number('pingEvery', 0, { min: 0, max: DAY_MS }) || null,
    absences: file.list('absences').map(readAbsence),
  };
  file.finish();
  if (faults.length > 0) throw new ScenarioError(faults);
  return scenario;
}

function readCarrier(carrier: ObjectReader, base: CarrierScenario): CarrierScenario {
  const read: CarrierScenario = {
    answer: readLatency(carrier, 'answer', base.answer),
    delivery: readLatency(carrier, 'delivery', base.delivery),
    receipt: readLatency(carrier, 'receipt', base.receipt),
    rates: readRates(carrier.object('rates'), base.rates),
    rejectionStatus: readStatus(carrier, base.rejectionStatus),
    maxPerSecond: readLimit(carrier, base.maxPerSecond),
    media: readMediaRates(carrier.object('media'), base.media),
    alterations: carrier.choices('alterationKinds', base.alterations, ALTERATIONS),
    ids: carrier.choice('ids', base.ids, ID_STYLES),
    receiptTlvs: carrier.boolean('receiptTlvs', base.receiptTlvs),
    receiptsBy: carrier.choice('receiptsBy', base.receiptsBy, RECEIPT_COMMANDS),
    receiptsOnly: carrier.boolean('receiptsOnly', base.receiptsOnly),
  };
  carrier.finish();
  return read;
}

/** `rejectWith: "ESME_RINVDSTADR"`: a command_status by the name that SMPP 3.4 section 5.1.3 gives it. */
function readStatus(carrier: ObjectReader, fallback: number): number {
  if (!carrier.has('rejectWith')) return fallback;
  const name = carrier.text('rejectWith', '');
  // From 1: 0 is ESME_ROK, no rejection. The standard's own codes end at 0xFF.
  for (let status = 1; status <= 0xff; status += 1) if (statusName(status) === name) return status;
  carrier.fault('rejectWith', `names "${name}"; write the name of an SMPP error, like ESME_RSUBMITFAIL.`);
  return fallback;
}

/** `maxPerSecond: 0` in the file lifts a limit of `everyCarrier`. */
function readLimit(carrier: ObjectReader, fallback: number | null): number | null {
  const limit = carrier.number('maxPerSecond', fallback ?? 0, { min: 0, max: 1_000_000 });
  return limit === 0 ? null : limit;
}

function readRates(rates: ObjectReader, base: Rates): Rates {
  const entries = RATE_NAMES.map(
    (name) => [name, rates.number(name, base[name], { min: 0, max: 1 })] as const,
  );
  const read = Object.fromEntries(entries) as Record<RateName, number>;
  for (const group of EXCLUSIVE_RATES) {
    const sum = group.reduce((total, name) => total + read[name], 0);
    // Rounded, because 0.7 + 0.2 + 0.1 is a hair over 1.
    if (sum > 1 + 1e-9) {
      rates.fault(
        group[0] as string,
        `and ${group.slice(1).join(', ')} add up to ${sum}; write shares of at most 1.`,
      );
    }
  }
  rates.finish();
  return read;
}

function readMediaRates(rates: ObjectReader, base: MediaRates): MediaRates {
  const share = (name: keyof MediaRates) => rates.number(name, base[name], { min: 0, max: 1 });
  const read = {
    transcoding: share('transcoding'),
    stripping: share('stripping'),
    corruption: share('corruption'),
  };
  const sum = read.transcoding + read.stripping + read.corruption;
  if (sum > 1 + 1e-9)
    rates.fault('transcoding', `and stripping, corruption add up to ${sum}; write shares of at most 1.`);
  rates.finish();
  return read;
}

function readLatency(carrier: ObjectReader, key: string, fallback: Latency): Latency {
  if (!carrier.has(key)) return fallback;
  const latency = carrier.object(key);
  const min = latency.number('min', 0, { min: 0, max: DAY_MS });
  const max = latency.number('max', min, { min: 0, max: DAY_MS });
  if (max < min) latency.fault('max', `is ${max}, below min; write at least ${min}.`);
  const tail = latency.has('tail') ? readTail(latency.object('tail'), max) : null;
  latency.finish();
  return { min, max, tail };
}

function readTail(tail: ObjectReader, above: number): Latency['tail'] {
  const share = tail.number('share', 0, { min: 0, max: 1 });
  const max = tail.number('max', above, { min: 0, max: DAY_MS });
  if (max < above) tail.fault('max', `is ${max}, below the latency's own max; write at least ${above}.`);
  tail.finish();
  return share > 0 ? { share, max } : null;
}

const E164 = /^\+[1-9]\d{4,14}$/;

function readNumber(line: ObjectReader, key: string): string {
  const given = line.text(key, '');
  if (!E164.test(given)) line.fault(key, 'is no number in E.164; write one like "+12025550143".');
  return given;
}

function readAbsence(line: ObjectReader): Absence {
  const from = line.number('from', 0, { min: 0, max: DAY_MS });
  const until = line.has('until') ? line.number('until', 0, { min: 0, max: DAY_MS }) : null;
  if (until !== null && until <= from)
    line.fault('until', `is ${until}, not after from; leave it out for a phone that does not come back.`);
  const read = { phone: readNumber(line, 'phone'), from, until };
  line.finish();
  return read;
}

function readScriptLine(line: ObjectReader): ScriptLine {
  const number = (key: string) => readNumber(line, key);
  const fates = line.choices('fate', [], ['delivered', ...FATE_MARKS]);
  const read: ScriptLine = {
    destination: number('destination'),
    source: line.has('source') ? number('source') : null,
    nth: line.has('nth') ? line.number('nth', 1, { min: 1, max: 1_000_000, whole: true }) : null,
    marks: fates.filter((fate) => fate !== 'delivered'),
    media: line.has('media') ? line.choice('media', 'intact', MEDIA_FATES) : null,
    answerAfter: line.has('answerAfter') ? line.number('answerAfter', 0, { min: 0, max: DAY_MS }) : null,
    deliverAfter: line.has('deliverAfter') ? line.number('deliverAfter', 0, { min: 0, max: DAY_MS }) : null,
  };
  line.finish();
  return read;
}
