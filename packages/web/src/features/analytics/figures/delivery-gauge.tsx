/** The gauge of the delivery rate, its formula, and the same figures as a table (ANALYTICS-3, 9). */
import { Text, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, useEffect, useRef } from 'react';
import { percentWords, unalteredWords } from '../../../ui/counted.ts';
import { useChartColors } from '../charts/chart-colors.ts';
import type { MessageFigures, MessageFiguresState } from './compared-figures.ts';
import classes from './delivery-gauge.module.css';
import { compareRates, RATE_FORMULA } from './figure-words.ts';
import { ComparedLine, type Measure } from './metric-card.tsx';
import cards from './metric-cards.module.css';
import type { Compared } from './use-bundle.ts';

const RATES: Measure = { compare: compareRates, words: percentWords, none: 'No known outcomes' };

interface DeliveryGaugeProps {
  readonly state: MessageFiguresState;
  readonly compared: Compared<MessageFigures> | null;
  /** Called when the green part or its row is pressed. */
  readonly onReceived: () => void;
}

export function DeliveryGauge({ state, compared, onReceived }: DeliveryGaugeProps) {
  const { figures, isLoading, isOutdated, isFailed } = state;
  const { rate } = figures;
  const hasRate = typeof rate === 'number';
  const noRate = isLoading ? 'loading' : 'no outcome known';
  const rest = hasRate && !isFailed ? Math.round((100 - rate) * 10) / 10 : null;
  return (
    <section className={`surface ${classes.frame}`} aria-labelledby="delivery-rate">
      <h2 id="delivery-rate" className={`${cards.title} ${classes.title}`}>
        Delivery Rate
      </h2>
      <div className={classes.gauge} data-outdated={isOutdated || undefined}>
        <GaugeChart
          rate={rate ?? 0}
          label={`Delivery rate: ${hasRate ? percentWords(rate) : noRate}`}
          onReceived={onReceived}
        />
        <div className={classes.center} aria-hidden>
          <span className={classes.rate}>{isLoading ? '' : percentWords(rate)}</span>
          <Text span fz="sm" c="dimmed">
            received
          </Text>
        </div>
      </div>
      <div className={classes.words}>
        <table className={classes.table} aria-label="Delivery rate">
          <tbody>
            <tr>
              <th scope="row">
                <button type="button" className={classes.part} onClick={onReceived}>
                  <span className={`${classes.key} ${classes.received}`} aria-hidden />
                  Received
                </button>
              </th>
              <td>{percentWords(rate)}</td>
            </tr>
            <tr>
              <th scope="row">
                <span className={classes.part}>
                  <span className={`${classes.key} ${classes.rest}`} aria-hidden />
                  Not received
                </span>
              </th>
              <td>{percentWords(rest)}</td>
            </tr>
            <tr>
              <th scope="row">
                <span className={classes.part}>Unaltered rate</span>
              </th>
              <td>{percentWords(figures.unaltered?.unalteredRate)}</td>
            </tr>
          </tbody>
        </table>
        <Text size="xs" c="dimmed" mt={8}>
          {RATE_FORMULA}
        </Text>
        <Text size="xs" c="dimmed" mt={4}>
          {unalteredWords(figures.unaltered)}
        </Text>
        {compared && (
          <dl className={classes.compared}>
            <VisuallyHidden component="dt">Delivery rate</VisuallyHidden>
            <ComparedLine
              compared={compared}
              measure={RATES}
              now={compared.now.rate}
              before={compared.before.rate}
            />
          </dl>
        )}
      </div>
    </section>
  );
}

const GAUGE_PX = 260;
const RADIUS_PX = GAUGE_PX / 2;
const CUTOUT = 0.8;
const FULL_TURN = 2 * Math.PI;

interface GaugeChartProps {
  /** Percent. */
  readonly rate: number;
  readonly label: string;
  readonly onReceived: () => void;
}

/**
 * 260 × 260 px, an 80% cutout, green for received and gray for the remainder (ANALYTICS-9). Two arcs drawn by hand: it is on the first
 * screen of analytics, where Chart.js alone would be a quarter of the download.
 */
function GaugeChart({ rate, label, onReceived }: GaugeChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { received, rest } = useChartColors();
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, rate, received, rest);
  }, [rate, received, rest]);

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      onClick={(event) => isReceived(event, rate) && onReceived()}
      onMouseMove={(event) => {
        event.currentTarget.style.cursor = isReceived(event, rate) ? 'pointer' : '';
      }}
    />
  );
}

/** @param rate percent, clockwise from the top */
function draw(canvas: HTMLCanvasElement, rate: number, received: string, rest: string): void {
  const scale = window.devicePixelRatio;
  canvas.width = GAUGE_PX * scale;
  canvas.height = GAUGE_PX * scale;
  canvas.style.width = `${GAUGE_PX}px`;
  canvas.style.height = `${GAUGE_PX}px`;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(scale, scale);
  context.lineWidth = RADIUS_PX * (1 - CUTOUT);
  const arc = (fromPercent: number, toPercent: number, color: string) => {
    const angle = (percent: number) => (percent / 100 - 0.25) * FULL_TURN;
    context.beginPath();
    context.strokeStyle = color;
    context.arc(RADIUS_PX, RADIUS_PX, (RADIUS_PX * (1 + CUTOUT)) / 2, angle(fromPercent), angle(toPercent));
    context.stroke();
  };
  if (rate < 100) arc(rate, 100, rest);
  if (rate > 0) arc(0, rate, received);
}

/** Whether the pointer is on the green part. */
function isReceived({ nativeEvent }: MouseEvent, rate: number): boolean {
  const [x, y] = [nativeEvent.offsetX - RADIUS_PX, nativeEvent.offsetY - RADIUS_PX];
  const distance = Math.hypot(x, y) / RADIUS_PX;
  const turn = (Math.atan2(x, -y) / FULL_TURN + 1) % 1;
  return distance >= CUTOUT && distance <= 1 && turn * 100 < rate;
}
