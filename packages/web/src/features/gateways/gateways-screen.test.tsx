import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { gatewayCalls } from '@textprobe/contract/gateways';
import { expect, it } from 'vitest';
import { answer, expectLogged, failure, renderPart } from '../../testing/render-part.tsx';
import { sampleGateway } from '../../testing/sample-gateway.ts';
import { stubFetch } from '../../testing/stub-fetch.ts';
import { GatewaysScreen } from './gateways-screen.tsx';

const HOURS = answer(gatewayCalls.gatewayHours, []);

it('a failure to load gateways says so, with a retry', async () => {
  const answers = { ...HOURS, ...failure(gatewayCalls.gateways) };
  stubFetch(answers);
  renderPart(<GatewaysScreen />);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The gateways could not be loaded. Press Refresh to try again.',
  );
  Object.assign(answers, answer(gatewayCalls.gateways, [sampleGateway({})]));
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('heading', { name: 'Acme' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a connection that cannot be tested says so', async () => {
  stubFetch({
    'GET /api/csrf': () => new Response('token'),
    ...HOURS,
    ...answer(gatewayCalls.gateways, [
      sampleGateway({}),
      sampleGateway({ id: 2, name: 'lab', source: 'lab' }),
    ]),
    ...failure(gatewayCalls.testGateway),
  });
  renderPart(<GatewaysScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Test connection of Acme' }));
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())).toContain(
      'The server could not test the connection. Please try again.',
    ),
  );
  expectLogged(/Failed to test the gateway/);
  // Those that are managed outside the console cannot be tested here.
  expect(screen.getAllByRole('button', { name: /^Test connection/ })).toHaveLength(1);
});
