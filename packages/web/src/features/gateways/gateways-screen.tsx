/** Gateways (/gateways): each way out to a carrier, how its link stands, since when and why, and whom that concerns. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useGateways } from '../../directory/use-gateways.ts';
import { Freshness, LoadFailure, RefreshButton } from '../../ui/refresh-button.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { GatewayCard } from './gateway-card.tsx';
import classes from './gateways-screen.module.css';
import { SavedNotice } from './saved-notice.tsx';

export function GatewaysScreen() {
  const { query, isFailed, refresh } = useGateways({ watching: true });
  const gateways = query.data;
  return (
    <Screen title="Gateways">
      <ScreenHeader title="Gateways" note={<Freshness updatedAt={query.dataUpdatedAt} />} hasTimes>
        <RefreshButton isFetching={query.isFetching} onClick={refresh} />
        {gateways?.length !== 0 && NEW_GATEWAY}
      </ScreenHeader>
      <SavedNotice gateways={gateways ?? []} />
      {isFailed && (
        <LoadFailure>
          The gateways could not be loaded{gateways ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      {gateways === undefined && query.isPending && (
        <ul className={classes.list} aria-busy="true" aria-label="Gateways">
          <li className={`surface ${classes.card}`}>
            <div className="bone" />
          </li>
        </ul>
      )}
      {gateways?.length === 0 && (
        <div className={classes.empty}>
          <p>No gateway is set up, so nothing can be sent.</p>
          {NEW_GATEWAY}
        </div>
      )}
      {gateways !== undefined && gateways.length > 0 && (
        <>
          <ul className={classes.list} aria-label="Gateways">
            {gateways.map((gateway) => (
              <GatewayCard key={gateway.id} gateway={gateway} />
            ))}
          </ul>
          <p className={classes.about}>
            As the workers tell it, up to 5 seconds ago. Passwords are never shown. The log of a worker has
            every try.
          </p>
        </>
      )}
    </Screen>
  );
}

const NEW_GATEWAY = (
  <Button component={Link} to="/gateways/new" leftSection={<IconPlus size={16} aria-hidden />}>
    New gateway
  </Button>
);
