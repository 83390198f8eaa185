/** What the screen asks for first: the figures of each tab, all in one call, and so many logs. */
import type { FigureName } from '../../api/analytics-bundle.ts';

export const LOGS_FIGURES = [
  'messageCount',
  'receivedMessageCount',
  'deliveryRate',
  'deliveryDelay',
  'executionSuccessRate',
  'fullyDeliveredRate',
  'unexecutedTestCount',
  'executingTestCount',
  'executionStatusCounts',
  'executionStatusDistribution',
] as const satisfies readonly FigureName[];

export const TREND_FIGURES = [
  'executionStatusDistribution',
  'dailyDeliveryRates',
  'hourlyDeliveryRates',
  'carrierDeliveryRates',
  'biAnnualDeliveryRates',
  'messageTypeDistribution',
  'testTypeDistribution',
  'findingCounts',
] as const satisfies readonly FigureName[];

export const LOGS_PAGE_SIZE = 25;
