/** Claims and arrivals by carrier and over time, with the number of messages behind each (EVIDENCE-4). */
import type { ReceiptTruthFigure } from '@textprobe/contract/analytics';
import { figure } from '@textprobe/domain/figures';
import { percentWords } from '../../../ui/counted.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { sampleWords, truthWords } from '../figures/figure-words.ts';
import { ChartCard, type TrendProps } from './chart-card.tsx';
import { dayName, FigureTable } from './figure-table.tsx';
import { daysOfCarrier, floorOf, gapWords, type TruthDay, trailOf } from './truth-days.ts';

export function ReceiptTruthCard({ state: { figures, isLoading }, onFilter }: TrendProps) {
  const { receiptTruth: truth, dailyReceiptTruth: days = {} } = figures;
  return (
    <ChartCard
      title={isLoading ? 'Carriers’ claims and handsets' : truthWords(truth)}
      note={`${sampleWords(truth)}. Claimed: the carrier’s receipt says delivered. Saw: the handset received the message.`}
    >
      <FigureTable<[string, ReceiptTruthFigure]>
        label="Claims and arrivals by carrier"
        columns={[
          [
            'Carrier',
            ([carrier]) => (
              <TextButton c="inherit" data-tip="Show this carrier only" onClick={() => onFilter({ carrier })}>
                {carrier || 'N/A'}
              </TextButton>
            ),
          ],
          ['Claimed', ([, { claimedRate }]) => percentWords(claimedRate)],
          ['Saw', ([, { seenRate }]) => percentWords(seenRate)],
          ['Gap', ([, own]) => gapWords(own)],
          ['Messages', ([, { judged }]) => figure(judged)],
          [
            'Saw by day, dashed: claimed',
            ([carrier]) => <Trail carrier={carrier} days={daysOfCarrier(days, carrier)} />,
          ],
        ]}
        rows={Object.entries(truth?.carriers ?? {})}
        keyOf={([carrier]) => carrier}
        isLoading={isLoading}
        scrolls={{ miw: 620 }}
      />
    </ChartCard>
  );
}

const WIDTH = 200;
const HEIGHT = 32;
const LINES = [
  ['claimedRate', { stroke: 'var(--tp-status-partially-delivered)', strokeDasharray: '4 4' }],
  ['seenRate', { stroke: 'var(--tp-status-delivered)' }],
] as const;

/** Both rates by day: claims dashed, arrivals solid. With fewer than two days there is no line to draw. */
function Trail({ carrier, days }: { readonly carrier: string; readonly days: readonly TruthDay[] }) {
  const last = days.at(-1);
  if (last === undefined) return '–';
  if (days.length === 1) return `${dayName(last.day)} only`;
  const dayWords = ({ day, claimedRate, seenRate, judged }: TruthDay) =>
    `${dayName(day)} claimed ${percentWords(claimedRate)}, saw ${percentWords(seenRate)}, of ${figure(judged)}`;
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`${carrier}, ${days.length} days: ${days.map(dayWords).join('; ')}`}
      data-tip={`From ${floorOf(days)}% to 100%, ${dayName(days[0]?.day ?? '')} to ${dayName(last.day)}`}
    >
      {LINES.map(([rate, style]) => (
        <polyline
          key={rate}
          fill="none"
          strokeWidth={2}
          style={style}
          points={trailOf(days, rate, WIDTH, HEIGHT)}
        />
      ))}
    </svg>
  );
}
