/** Claims and arrivals by carrier and over time, with the number of messages behind each (EVIDENCE-4). */
import type { ReceiptTruthFigure } from '@textprobe/contract/analytics';
import { figure } from '@textprobe/domain/figures';
import { percentWords } from '../../../ui/counted.ts';
import { sampleWords, truthWords } from '../figures/receipt-truth.tsx';
import { figureOf } from '../figures/use-bundle.ts';
import { ChartCard, type TrendProps } from './chart-card.tsx';
import { dayName } from './figure-table.tsx';
import classes from './receipt-truth-card.module.css';
import trend from './trend.module.css';
import { daysOfCarrier, floorOf, gapWords, type TruthDay, trailOf } from './truth-days.ts';

export function ReceiptTruthCard({ state, onFilter }: TrendProps) {
  const { figure: truth, isLoading, isOutdated } = figureOf(state, 'receiptTruth');
  const { figure: days = {} } = figureOf(state, 'dailyReceiptTruth');
  const carriers = Object.entries(truth?.carriers ?? {});
  return (
    <ChartCard
      id="receipt-truth"
      title={isLoading ? 'Carriers’ claims and handsets' : truthWords(truth)}
      note={`${sampleWords(truth)}. Claimed: the carrier’s receipt says delivered. Saw: the handset received the message.`}
      className={trend.full}
      isOutdated={isOutdated}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.scroll} aria-label="Claims and arrivals by carrier, scrolls" tabIndex={0}>
        <table
          className={classes.table}
          aria-label="Claims and arrivals by carrier"
          aria-busy={isLoading || undefined}
        >
          <thead>
            <tr>
              <th scope="col">Carrier</th>
              <th scope="col">Claimed</th>
              <th scope="col">Saw</th>
              <th scope="col">Gap</th>
              <th scope="col">Messages</th>
              <th scope="col">
                <span className={classes.key} aria-hidden /> saw by day, dashed: claimed
              </th>
            </tr>
          </thead>
          <tbody>
            {carriers.map(([carrier, own]) => (
              <tr key={carrier}>
                <th scope="row">
                  <button
                    type="button"
                    className={trend.name}
                    data-tip="Show this carrier only"
                    onClick={() => onFilter({ carrier })}
                  >
                    {carrier || 'N/A'}
                  </button>
                </th>
                <td>{percentWords(own.claimedRate)}</td>
                <td>{percentWords(own.seenRate)}</td>
                <td>{gapWords(own)}</td>
                <td>{figure(own.judged)}</td>
                <td>
                  <Trail carrier={carrier} days={daysOfCarrier(days, carrier)} />
                </td>
              </tr>
            ))}
            {!isLoading && carriers.length === 0 && (
              <tr>
                <td colSpan={6} className={classes.none}>
                  No data
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </ChartCard>
  );
}

const WIDTH = 200;
const HEIGHT = 32;

/** Both rates by day: claims dashed, arrivals solid. With fewer than two days there is no line to draw. */
function Trail({ carrier, days }: { readonly carrier: string; readonly days: readonly TruthDay[] }) {
  const last = days.at(-1);
  if (last === undefined) return <>–</>;
  if (days.length === 1) return <>{dayName(last.day)} only</>;
  return (
    <svg
      className={classes.trail}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${carrier}, ${days.length} days: ${days.map(dayWords).join('; ')}`}
      data-tip={`From ${floorOf(days)}% to 100%, ${dayName(days[0]?.day ?? '')} to ${dayName(last.day)}`}
    >
      <polyline className={classes.claimed} points={trailOf(days, 'claimedRate', WIDTH, HEIGHT)} />
      <polyline className={classes.seen} points={trailOf(days, 'seenRate', WIDTH, HEIGHT)} />
    </svg>
  );
}

function dayWords({ day, ...own }: TruthDay): string {
  const rates: Pick<ReceiptTruthFigure, 'claimedRate' | 'seenRate'> = own;
  return `${dayName(day)} claimed ${percentWords(rates.claimedRate)}, saw ${percentWords(rates.seenRate)}, of ${figure(own.judged)}`;
}
