import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { TestHistory } from './test-history.tsx';

it('AUDIT-4 the report says who created and stopped the test, and with which token', () => {
  const at = '2026-11-21T10:00:00.000-08:00';
  const stopped = {
    what: 'stopped',
    at: '2026-11-21T11:00:00.000-08:00',
    by: 'ci',
    token: 'nightly',
  } as const;
  renderPart(<TestHistory history={[{ what: 'created', at, by: 'vera', token: null }, stopped]} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Created by vera, 11/21/2026 10:00:00',
    'Stopped by ci with the token nightly, 11/21/2026 11:00:00',
  ]);
});
