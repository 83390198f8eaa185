/** The form with which an administrator approves a request: the role and partners of the new account (ACCT-8). */
import { useQueryClient } from '@tanstack/react-query';
import type { SignupRequest } from '@textprobe/contract/signup-requests';
import { approveSignup } from '../../../api/signup-requests.ts';
import { signupRequestsQuery } from '../open-requests.tsx';
import { AccountForm } from './account-form.tsx';
import { ACCOUNTS_KEY } from './use-account-actions.tsx';

interface ApprovalFormProps {
  readonly requested: SignupRequest;
  /** What was done, as a sentence. */
  readonly onDone: (words: string) => void;
  readonly onClose: () => void;
}

export function ApprovalForm({ requested: { id, username, email }, onDone, onClose }: ApprovalFormProps) {
  const queries = useQueryClient();
  return (
    <AccountForm
      // No partner is chosen: anyone could have sent the request.
      account={{ username, name: '', email, role: 'viewer', partnerIDs: [], limitPerDay: null }}
      submitLabel="Create account"
      onSubmit={async ({ username: _fixed, ...draft }) => {
        try {
          await approveSignup({ ...draft, id });
        } finally {
          // Also after a refusal: another administrator may have decided.
          void queries.invalidateQueries(signupRequestsQuery);
        }
        onDone(`${username} has an account and can log in.`);
        onClose();
        void queries.invalidateQueries({ queryKey: ACCOUNTS_KEY });
      }}
      onCancel={onClose}
    />
  );
}
