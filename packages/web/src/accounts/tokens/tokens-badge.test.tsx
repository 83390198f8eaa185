import { screen } from '@testing-library/react';
import { apiTokenCalls } from '@textprobe/contract/api-tokens';
import { expect, it } from 'vitest';
import { answer, renderPart } from '../../testing/render-part.tsx';
import { sampleToken } from '../../testing/sample-tokens.ts';
import { stubFetch } from '../../testing/stub-fetch.ts';
import { TokensBadge } from './tokens-badge.tsx';

it('TOKEN-3 the navigation counts and names one’s own tokens that end within seven days, with one call', async () => {
  const requests = stubFetch(
    answer(apiTokenCalls.apiTokens, [
      sampleToken(1, 6, { name: 'dashboard' }),
      sampleToken(2, 1, { name: 'export' }),
      sampleToken(3, 8),
      sampleToken(4, -1),
    ]),
  );
  renderPart(
    <a href="/settings">
      Settings
      <TokensBadge />
      <TokensBadge />
    </a>,
  );
  const words = '2 tokens end soon: dashboard, export';
  expect(await screen.findByRole('link', { name: `Settings ${words} ${words}` })).toBeDefined();
  expect(requests.map(({ url }) => url)).toEqual(['/api/tokens?pageSize=500']);
});
