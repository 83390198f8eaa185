import { screen } from '@testing-library/react';
import { directoryCalls } from '@textprobe/contract/directory';
import { handsetSourceCalls } from '@textprobe/contract/handset-sources';
import { expect, it } from 'vitest';
import { answer, failure, renderPart } from '../../testing/render-part.tsx';
import { stubFetch } from '../../testing/stub-fetch.ts';
import { SourcesSection } from './sources-section.tsx';

const open = (answers: Parameters<typeof stubFetch>[0]) => {
  stubFetch({ ...answer(directoryCalls.testPhones, []), ...answers });
  renderPart(<SourcesSection now={0} actionsOf={() => []} />);
};

it('PAIR-4 says that there are no sources only when they were loaded', async () => {
  open(failure(handsetSourceCalls.handsetSources, 404));
  expect(await screen.findByText(/The sources could not be loaded/)).toBeDefined();
  expect(screen.getByText('No data')).toBeDefined();
  expect(screen.queryByText(/No sources yet/)).toBeNull();
});

it('PAIR-4 says how to connect the first source', async () => {
  open(answer(handsetSourceCalls.handsetSources, []));
  expect(await screen.findByText(/No sources yet. Pair a phone/)).toBeDefined();
});
