/** The part of the table of calls that is about gateways. */
import { z } from 'zod';
import {
  assignGatewayBodySchema,
  createGatewayBodySchema,
  gatewayParamsSchema,
  gatewayQuerySchema,
  gatewaySchema,
  officeGatewaySchema,
  testGatewayAnswerSchema,
  testGatewayBodySchema,
  updateGatewayBodySchema,
} from './gateways.ts';

const GATEWAYS = '/api/tests/sm/v1/gateways';
const OFFICE_GATEWAYS = '/api/tests/sm/v1/offices/gateway';

export const gatewayCalls = {
  gateways: {
    method: 'GET',
    path: GATEWAYS,
    access: 'session',
    status: 200,
    answer: z.array(gatewaySchema),
  },
  createGateway: {
    method: 'POST',
    path: GATEWAYS,
    access: 'session',
    body: createGatewayBodySchema,
    status: 201,
    answer: gatewaySchema,
  },
  updateGateway: {
    method: 'PUT',
    path: GATEWAYS,
    access: 'session',
    query: gatewayQuerySchema,
    body: updateGatewayBodySchema,
    status: 200,
    answer: gatewaySchema,
  },
  deleteGateway: {
    method: 'DELETE',
    path: GATEWAYS,
    access: 'session',
    query: gatewayQuerySchema,
    status: 204,
  },
  testGateway: {
    method: 'POST',
    path: `${GATEWAYS}/test`,
    access: 'session',
    body: testGatewayBodySchema,
    status: 200,
    answer: testGatewayAnswerSchema,
  },
  officeGateways: {
    method: 'GET',
    path: OFFICE_GATEWAYS,
    access: 'session',
    status: 200,
    answer: z.array(officeGatewaySchema),
  },
  assignGateway: {
    method: 'PUT',
    path: OFFICE_GATEWAYS,
    access: 'session',
    body: assignGatewayBodySchema,
    status: 204,
  },
  gatewayStatus: {
    method: 'POST',
    path: '/api/gateways/:id/status',
    access: 'public',
    params: gatewayParamsSchema,
    status: 204,
  },
} as const;
