/** Asks for the password when a dangerous call needs it again (ACCT-9); several calls share one dialog, and are then repeated. */
import { type ComponentType, useEffect, useState } from 'react';
import { keepProof } from '../api/http.ts';
import type { ProofDialogProps } from '../features/accounts/proof-dialog.tsx';
import { createPendingCalls } from './pending-calls.ts';

export function ProofWatch({ username }: { username: string }) {
  const [pendingCalls] = useState(createPendingCalls);
  const [Dialog, setDialog] = useState<ComponentType<ProofDialogProps> | null>(null);

  useEffect(() => {
    const stopKeeping = keepProof(async () => {
      // Not `lazy`: if the script cannot be loaded, the call fails and the screen stays.
      const { ProofDialog } = await import('../features/accounts/proof-dialog.tsx');
      setDialog(() => ProofDialog);
      return pendingCalls.wait();
    });
    return () => {
      stopKeeping();
      pendingCalls.release(false);
    };
  }, [pendingCalls]);

  const finish = (isProven: boolean) => {
    setDialog(null);
    pendingCalls.release(isProven);
  };
  return (
    Dialog !== null && (
      <Dialog username={username} onProven={() => finish(true)} onCancel={() => finish(false)} />
    )
  );
}
