/** Above the gateways: what was just saved, and what comes next. */
import { CloseButton } from '@mantine/core';
import type { Gateway } from '@textprobe/contract/gateways';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { counted } from '../../ui/counted.ts';
import classes from './gateways-screen.module.css';

/** As the forms hand it over with the address. */
interface Saved {
  readonly id: number;
  readonly isNew?: boolean;
  /** How many offices were given another gateway. */
  readonly offices?: number;
}

export function SavedNotice({ gateways }: { gateways: readonly Gateway[] }) {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [saved, setSaved] = useState((state as { saved?: Saved } | null)?.saved ?? null);
  // Told once: whoever comes back to this address later has saved nothing.
  useEffect(() => {
    if (state !== null) void navigate(pathname, { replace: true, state: null });
  }, [state, pathname, navigate]);
  const gateway = gateways.find(({ id }) => id === saved?.id);
  return (
    // Always there, so that what it says is read out.
    <div role="status">
      {saved !== null && gateway !== undefined && (
        <div className={classes.saved}>
          <span>{savedWords(saved, gateway)}</span>
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => setSaved(null)} />
        </div>
      )}
    </div>
  );
}

function savedWords({ id, isNew, offices }: Saved, { name, isDefault }: Gateway) {
  if (offices !== undefined) return `Saved: ${counted(offices, 'office')} moved to or from ${name}.`;
  if (isNew !== true) return `${name} is saved. Workers open it anew within a few seconds.`;
  return (
    <>
      {name} is set up, and workers open it within a few seconds.{' '}
      {isDefault ? (
        <>
          It serves the offices that were given no other: <Link to="/create-tests">create a test</Link>.
        </>
      ) : (
        <>
          Nothing goes over it before <Link to={`/gateways/${id}/offices`}>you give it to offices</Link>.
        </>
      )}
    </>
  );
}
