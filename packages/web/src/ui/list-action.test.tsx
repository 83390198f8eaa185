/** Actions: the question, what was done, and failures. */
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { expectLogged, renderPart } from '../testing/render-part.tsx';
import { useListAction } from './list-action.tsx';

const act = vi.fn<() => Promise<unknown>>();
const refresh = vi.fn(async () => undefined);

function Deletion() {
  const run = useListAction(refresh);
  const question = { text: 'Delete Oak?', confirmLabel: 'Delete', details: 'It is lost.' };
  return (
    <button
      type="button"
      onClick={() => void run({ what: 'delete Oak', question, act, done: 'Deleted Oak.' })}
    >
      Delete Oak
    </button>
  );
}

async function press(...names: readonly string[]): Promise<void> {
  for (const name of names) await userEvent.click(await screen.findByRole('button', { name }));
}

test('an action asks first, says what it did, and refetches', async () => {
  act.mockResolvedValue(undefined);
  renderPart(<Deletion />);
  await press('Delete Oak', 'Cancel');
  expect(act).not.toHaveBeenCalled();
  await press('Delete Oak', 'Delete');
  await screen.findByText('Deleted Oak.');
  expect(refresh).toHaveBeenCalledOnce();
});

test('an action that fails, such as without a network, is logged and says so at once', async () => {
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  act.mockRejectedValue(new Error('no network'));
  refresh.mockClear();
  renderPart(<Deletion />);
  await press('Delete Oak', 'Delete');
  await screen.findByRole('alertdialog', { name: 'Failed to delete Oak.' });
  await press('OK');
  await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
  expectLogged(/Failed to delete Oak/);
});
