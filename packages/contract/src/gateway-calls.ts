/** The part of the table of calls that is about gateways. */
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
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
  gateways: get(GATEWAYS, { answer: z.array(gatewaySchema) }),
  createGateway: post(GATEWAYS, { body: createGatewayBodySchema, status: 201, answer: gatewaySchema }),
  updateGateway: put(GATEWAYS, {
    query: gatewayQuerySchema,
    body: updateGatewayBodySchema,
    answer: gatewaySchema,
  }),
  deleteGateway: remove(GATEWAYS, { query: gatewayQuerySchema, status: 204 }),
  testGateway: post(`${GATEWAYS}/test`, { body: testGatewayBodySchema, answer: testGatewayAnswerSchema }),
  officeGateways: get(OFFICE_GATEWAYS, { answer: z.array(officeGatewaySchema) }),
  assignGateway: put(OFFICE_GATEWAYS, { body: assignGatewayBodySchema, status: 204 }),
  gatewayStatus: post('/api/gateways/:id/status', {
    access: 'public',
    params: gatewayParamsSchema,
    status: 204,
  }),
};
