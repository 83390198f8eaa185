/** The gauge: 260 × 260 px, an 80 % cutout, green for received and grey for the remainder (ANALYTICS-9). */
import { Doughnut } from 'react-chartjs-2';
import { useChartColors } from './chart-colors.ts';
import { chartAnimation, pressable } from './chart-setup.ts';

const GAUGE_PX = 260;

interface GaugeChartProps {
  /** Percent. */
  readonly rate: number;
  readonly label: string;
  readonly onReceived: () => void;
}

export function GaugeChart({ rate, label, onReceived }: GaugeChartProps) {
  const colors = useChartColors();
  return (
    <Doughnut
      width={GAUGE_PX}
      height={GAUGE_PX}
      aria-label={label}
      data={{
        labels: ['Received', 'Not received'],
        datasets: [
          {
            data: [rate, 100 - rate],
            backgroundColor: [colors.received, colors.rest],
            hoverBackgroundColor: [colors.received, colors.rest],
            borderWidth: 0,
          },
        ],
      }}
      options={{
        responsive: false,
        cutout: '80%',
        animation: chartAnimation(),
        plugins: { tooltip: { enabled: false } },
        ...pressable((index) => index === 0 && onReceived()),
      }}
    />
  );
}
