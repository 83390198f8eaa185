/**
 * How the messages of each carrier ended, as a table whose figures filter the executions by carrier and verdict (EVIDENCE-4). Roles are
 * explicit because narrow screens lay it out as cards.
 */
import type { TestLog } from '@textprobe/contract/messages';
import { figure } from '@textprobe/domain/figures';
import { countVerdicts, toneOf } from '@textprobe/domain/verdict-tones';
import { useMemo } from 'react';
import { percentWords } from '../../ui/counted.ts';
import { ToneSign } from '../../ui/tone-sign.tsx';
import classes from './carrier-matrix.module.css';
import { type CarrierOutcome, outcomesByCarrier } from './carrier-outcomes.ts';
import type { ReportAddress } from './report-address.ts';

const RATE = 'Received ÷ known';

interface CarrierMatrixProps {
  readonly logs: readonly TestLog[];
  readonly address: ReportAddress;
  readonly onAddress: (address: Partial<ReportAddress>) => void;
}

/** Hidden while all messages have one carrier and one verdict. */
export function CarrierMatrix({ logs, address, onAddress }: CarrierMatrixProps) {
  const outcomes = useMemo(() => outcomesByCarrier(logs), [logs]);
  const columns = useMemo(() => countVerdicts(logs).map(({ verdict }) => verdict), [logs]);
  if (outcomes.length <= 1 && columns.length <= 1) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes.scroll} aria-label="Verdicts by carrier, scrolls" tabIndex={0}>
      <table role="table" className={classes.table} aria-label="Verdicts by carrier">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Carrier
            </th>
            {columns.map((verdict) => (
              <th key={verdict} role="columnheader" scope="col">
                <span className={classes.verdict}>
                  <ToneSign tone={toneOf(verdict)} />
                  {verdict}
                </span>
              </th>
            ))}
            <th role="columnheader" scope="col">
              all
            </th>
            <th role="columnheader" scope="col">
              {RATE}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {outcomes.map((outcome) => (
            <CarrierRow
              key={outcome.carrier}
              outcome={outcome}
              columns={columns}
              address={address}
              onAddress={onAddress}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CarrierRowProps extends Omit<CarrierMatrixProps, 'logs'> {
  readonly outcome: CarrierOutcome;
  readonly columns: readonly TestLog['verdict'][];
}

function CarrierRow({ outcome, columns, address, onAddress }: CarrierRowProps) {
  const { carrier, messages, verdicts, changes, rate } = outcome;
  const name = carrier || 'N/A';
  const cell = (verdict: TestLog['verdict'] | null, count: number) => {
    const chosen = address.carrier === carrier && address.verdict === verdict;
    return (
      <Cell
        carrier={name}
        verdict={verdict}
        count={count}
        changes={verdict === null ? undefined : changes.get(verdict)}
        chosen={chosen}
        onPress={() => onAddress(chosen ? { verdict: null, carrier: null } : { verdict, carrier })}
      />
    );
  };
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {name}
      </th>
      {columns.map((column) => (
        <td key={column} role="cell">
          {cell(column, verdicts.find(({ verdict }) => verdict === column)?.count ?? 0)}
        </td>
      ))}
      <td role="cell">{cell(null, messages)}</td>
      <td role="cell" className={classes.rate} data-label={RATE}>
        <strong>{percentWords(rate.deliveryRate)}</strong>
        {rate.known > 0 && `${figure(rate.received)} ÷ ${figure(rate.known)}`}
      </td>
    </tr>
  );
}

interface CellProps {
  readonly carrier: string;
  /** Null counts all. */
  readonly verdict: TestLog['verdict'] | null;
  readonly count: number;
  /** How its texts changed, for the tip. */
  readonly changes: string | undefined;
  readonly chosen: boolean;
  readonly onPress: () => void;
}

/** A chosen cell stays a button at zero messages, so that the filter can be removed. */
function Cell({ carrier, verdict, count, changes, chosen, onPress }: CellProps) {
  if (count === 0 && !chosen) return <span className={classes.none}>–</span>;
  const word = verdict ?? 'all';
  return (
    <button
      type="button"
      className={classes.cell}
      aria-pressed={chosen}
      aria-label={`${carrier}, ${word} ${figure(count)}`}
      data-tip={changes}
      onClick={onPress}
    >
      <span className={classes.word}>
        {verdict !== null && <ToneSign tone={toneOf(verdict)} />}
        {word}
      </span>{' '}
      {figure(count)}
    </button>
  );
}
