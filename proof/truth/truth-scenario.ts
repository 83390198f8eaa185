/** The scenario of the truth test: every kind of lie, loss, alteration, reordering and duplication, frequently. */

/** The alterations of each carrier; the first one that changes a text is applied. */
export const CARRIERS: Readonly<Record<string, readonly string[]>> = {
  'AT&T': ['parts-separate', 'straight-quotes', 'html-escapes', 'page-mark'],
  Verizon: ['no-emoji', 'link-rewritten', 'label-added'],
  'T-Mobile': ['truncated', 'shortened'],
  Cricket: ['question-marks', 'masked-digits', 'page-mark'],
  Boost: ['no-accents', 'curly-quotes', 'footer-added'],
  Visible: ['mojibake', 'label-and-mask', 'page-mark'],
  Mint: ['parts-swapped', 'straight-quotes', 'line-joined', 'wide-spaces'],
  Metro: ['part-missing', 'no-emoji', 'middle-missing'],
  Xfinity: ['part-twice', 'no-accents', 'direction-mark'],
  Ting: ['headers-as-text', 'question-marks', 'curly-quotes', 'direction-mark'],
};

/** How long a message may go without a report after its submission; the slowest deliveries and receipts take longer. */
export const DEADLINE_MS = 2_000;

/** How long it may wait for submission: far longer than throttling or a broken link lasts. */
export const EXPIRY_MS = 1_800_000;

/** The gateway's response timeout; a few responses are later. */
export const RESPONSE_TIMEOUT_MS = 800;

const LINK_CUTS = 0.0001;

/**
 * @param linkCuts the share of messages for which a link is cut instead of a response. The gateway backs off from a carrier
 *   whose links last less than ten seconds, up to a minute between attempts in which nothing is sent: many messages in a
 *   short time need a smaller share.
 */
export const truthScenario = (linkCuts = LINK_CUTS): string =>
  JSON.stringify({
    name: 'truth',
    everyCarrier: {
      answer: { min: 1, max: 60, tail: { share: 0.002, max: 1_500 } },
      delivery: { min: 1, max: 900, tail: { share: 0.03, max: 3_000 } },
      receipt: { min: 5, max: 400, tail: { share: 0.03, max: 3_000 } },
      rates: {
        rejection: 0.02,
        throttling: 0.0001,
        lostAnswers: 0.01,
        linkCuts,
        loss: 0.03,
        partLoss: 0.03,
        lies: 0.03,
        failedReceipts: 0.03,
        misrouting: 0.02,
        missingReceipts: 0.05,
        duplicateReceipts: 0.1,
        earlyReceipts: 0.05,
        reorderedReceipts: 0.05,
        duplicateDeliveries: 0.1,
        alterations: 0.2,
        failedLies: 0.03,
        senderChanges: 0.03,
        contradictingReceipts: 0.03,
        earlyDeliveries: 0.03,
      },
      media: {
        transcoding: 0.15,
        stripping: 0.12,
        corruption: 0.12,
        replacement: 0.1,
        addition: 0.1,
        unreportedFiles: 0.1,
      },
      lastFileOnly: 0.5,
    },
    carriers: Object.fromEntries(
      Object.entries(CARRIERS).map(([name, alterationKinds], index) => [
        name,
        {
          alterationKinds,
          ids: ['decimal', 'hex', 'decimal-then-hex'][index % 3],
          receiptTlvs: index % 4 !== 3,
        },
      ]),
    ),
  });

/** Phones are switched off this long after the start: by then each has pinged regularly, on a slow machine too. */
export const ABSENT_FROM_MS = 1_500;

/**
 * The same with pings, and with phones that are offline: two for good, two for a while, and one without an agent, whose
 * absence the product cannot know. The lab counts in milliseconds.
 */
export function absentScenario(): string {
  const from = ABSENT_FROM_MS;
  return JSON.stringify({
    ...JSON.parse(truthScenario()),
    pingEvery: 200,
    absences: [
      { phone: '+12125550001', from },
      { phone: '+12125550002', from: from + 100 },
      { phone: '+12125550003', from, until: from + 4_000 },
      { phone: '+12125550004', from, until: from + 4_000 },
      { phone: '+12125550005', from: from + 100, until: from + 3_500 },
    ],
  });
}

const SHORT = 'Hi {first_name}, your visit at {company_name} is at 9:30. Reply C to confirm.';
const LINKED = `{first_name}, it's "urgent" & ready:\nsee https://Acme.example/visit?a=b&c=d by 9:30, code 482913.`;
const SHORT_UCS2 = 'Grüße, {first_name}: “naïve café” – señor… 👍 你好';

/** Texts of one, two and three parts in GSM 03.38 and in UCS-2, with everything that carriers like to change. */
export const BODIES: readonly string[] = [
  SHORT,
  'Élan, façade, jalapeño, crème brûlée: a letter of three parts in UCS-2, as not all of its accents are in the other ' +
    'alphabet. It tells {first_name} that all stays as it is.',
  SHORT_UCS2,
  LINKED,
  'A long one from {company_name} without anything that is special, so that it takes two parts of one hundred and ' +
    'fifty-three characters each, as every part gives seven of them away for its header.',
  SHORT_UCS2,
  SHORT,
  'Hi {first_name} 👋🏽 “{company_name}” has moved. Zoë’s rooms are upstairs now, past the café… 😀',
  SHORT_UCS2,
  LINKED,
];
