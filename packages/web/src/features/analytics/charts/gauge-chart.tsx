/**
 * The gauge: 260 × 260 px, an 80 % cutout, green for received and grey for the remainder (ANALYTICS-9). Two arcs, drawn by
 * hand: it stands on the first screen of analytics, and Chart.js for it alone would be a quarter of what that loads.
 */
import { type MouseEvent, useEffect, useRef } from 'react';
import { useChartColors } from './chart-colors.ts';

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

export function GaugeChart({ rate, label, onReceived }: GaugeChartProps) {
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
