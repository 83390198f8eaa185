/** Below the field of a new password: what the rule still asks for, or how strong the password is (ACCT-5). */
import { Progress, Text } from '@mantine/core';
import { passwordFault } from '@textprobe/domain/password-rule';
import { useEffect, useState } from 'react';

type Estimate = typeof import('./estimate-strength.ts').estimateStrength;

const LEVELS = {
  weak: {
    percent: 25,
    color: 'var(--tp-fill-failed)',
    words: 'Weak: easy to guess. Add words that do not belong together.',
  },
  fair: { percent: 50, color: 'var(--tp-fill-partially-delivered)', words: 'Fair' },
  good: { percent: 75, color: 'var(--tp-fill-delivered)', words: 'Good' },
  strong: { percent: 100, color: 'var(--tp-fill-delivered)', words: 'Strong' },
} as const;

interface PasswordStrengthProps {
  readonly password: string;
  readonly username: string;
}

export function PasswordStrength({ password, username }: PasswordStrengthProps) {
  const estimate = useEstimate(password !== '');
  const fault = password === '' ? null : passwordFault(password, username);
  const isEstimated = password !== '' && fault === null && estimate !== null;
  const level = isEstimated ? LEVELS[estimate(password, [username])] : null;
  return (
    <div>
      <Progress aria-hidden size={4} color={level?.color ?? 'gray'} value={level?.percent ?? 0} />
      {/* Always rendered, so that screen readers announce each change. */}
      <Text role="status" size="sm" c="dimmed" mt={4} mih={18}>
        {level === null ? fault?.message : `Strength: ${level.words}`}
      </Text>
    </div>
  );
}

/** Loads the estimator at the first character; null until then, and where it cannot be loaded: the server checks the rule. */
function useEstimate(isNeeded: boolean): Estimate | null {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    import('./estimate-strength.ts').then(
      ({ estimateStrength }) => setEstimate(() => estimateStrength),
      (error: unknown) => console.warn('Failed to load the password estimator', error),
    );
  }, [isNeeded]);
  return estimate;
}
