/** Below the field of a new password: what the rule still asks for, or how strong the password is (ACCT-5). */
import { passwordFault } from '@textprobe/domain/password-rule';
import { useDeferredValue, useEffect, useState } from 'react';
import type { Strength } from './estimate-strength.ts';
import classes from './password-strength.module.css';

type Estimate = typeof import('./estimate-strength.ts').estimateStrength;

const STEPS: Readonly<Record<Strength, number>> = { weak: 1, fair: 2, good: 3, strong: 4 };
const WORDS: Readonly<Record<Strength, string>> = {
  weak: 'Weak: easy to guess. Add words that do not belong together.',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
};

interface PasswordStrengthProps {
  readonly password: string;
  readonly username: string;
}

export function PasswordStrength({ password, username }: PasswordStrengthProps) {
  const estimate = useEstimate(password !== '');
  const typed = useDeferredValue(password);
  const fault = typed === '' ? null : passwordFault(typed, username);
  const strength = typed === '' || fault !== null ? null : (estimate?.(typed, [username]) ?? null);
  return (
    <div className={classes.strength} data-strength={strength ?? undefined}>
      <div className={classes.steps} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} data-on={strength !== null && STEPS[strength] >= step ? '' : undefined} />
        ))}
      </div>
      {/* Always rendered, so that screen readers announce each change. */}
      <p role="status">{strength === null ? fault?.message : <>Strength: {WORDS[strength]}</>}</p>
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
