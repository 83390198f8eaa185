/** What the screen requests first: the figures of each tab, in one call, and the first page of logs. */
import type { FigureName } from '../../api/analytics-bundle.ts';

export const LOGS_FIGURES = [
  'messageCount',
  'receivedMessageCount',
  'deliveryRate',
  'unalteredRate',
  'receiptTruth',
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
  'receiptTruth',
  'dailyReceiptTruth',
] as const satisfies readonly FigureName[];

export const LOGS_PAGE_SIZE = 25;
