/** Copies everything a carrier needs to look up one message, as plain text for a ticket (EVIDENCE-3). */
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getCarrierText } from '../../api/carrier-report.ts';
import { copyText } from '../../ui/copy-text.ts';
import { dialogs } from '../../ui/dialogs.tsx';

/** How long the button shows Copied. */
const COPIED_MS = 3_000;

export function CopyForCarrier({ logId }: { logId: number }) {
  const { mutate, reset, isSuccess } = useMutation({
    mutationFn: async () => copyText(await getCarrierText(logId)),
    onSuccess: () => setTimeout(() => reset(), COPIED_MS),
    onError: (error) => dialogs.alert('Failed to copy the message. Please try again.', error),
    meta: { purpose: 'copy the message' },
  });
  const Sign = isSuccess ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      size="compact-xs"
      flex="none"
      ml="auto"
      leftSection={<Sign size={14} aria-hidden />}
      onClick={() => mutate()}
    >
      <span aria-live="polite">{isSuccess ? 'Copied' : 'Copy for the carrier'}</span>
    </Button>
  );
}
