/** The charts, each fetched when it is first drawn: whoever never opens analytics never loads Chart.js. */
import { lazy } from 'react';

export const StatusPie = lazy(async () => ({ default: (await import('./status-pie.tsx')).StatusPie }));
export const RateLine = lazy(async () => ({ default: (await import('./rate-line.tsx')).RateLine }));
export const HourBars = lazy(async () => ({ default: (await import('./hour-bars.tsx')).HourBars }));
