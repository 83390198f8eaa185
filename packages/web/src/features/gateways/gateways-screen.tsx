/** Gateways (/gateways): each link's state, since when and why, and the offices that use it. Links that are down come first. */
import { Alert, Button, DataList, Flex, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Gateway, GatewayHours } from '@textprobe/contract/gateways';
import { formatDateTime } from '@textprobe/domain/display';
import { ADMINISTRATORS, AUDITORS } from '@textprobe/domain/roles';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { getGatewayHours } from '../../api/gateways.ts';
import { kindWords, LINK_WORDS, stateOf } from '../../directory/gateway-state.ts';
import { useGateways } from '../../directory/use-gateways.ts';
import { counted } from '../../ui/counted.ts';
import { OutcomeStrip } from '../../ui/outcome-strip.tsx';
import { Freshness, LoadFailure, RefreshButton } from '../../ui/refresh-button.tsx';
import { useNow } from '../../ui/relative-time.ts';
import { Only } from '../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { GatewayActions } from './gateway-actions.tsx';
import { ignoredWords, meaningOf, servesWords, troubledFirst } from './gateway-words.ts';
import { hourWords, lastDay, lastDayWords } from './last-day-words.ts';

const HOURS_POLL_MS = 60_000;

export function GatewaysScreen() {
  const { query, isFailed, refresh } = useGateways({ watching: true });
  const gateways = query.data;
  const hours = useQuery({
    queryKey: ['gateway-hours'],
    queryFn: ({ signal }) => getGatewayHours({ signal, background: true }),
    refetchInterval: HOURS_POLL_MS,
  });
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
      {gateways === undefined && query.isPending && <Skeleton height={180} radius="md" aria-busy="true" />}
      {gateways?.length === 0 && (
        <Paper withBorder px="md" py="xl" ta="center" c="dimmed">
          <Text mb="md">No gateway is set up, so nothing can be sent.</Text>
          {NEW_GATEWAY}
        </Paper>
      )}
      {gateways !== undefined && gateways.length > 0 && (
        <>
          <Flex component="ul" direction="column" gap="sm" m={0} p={0} aria-label="Gateways">
            {troubledFirst(gateways).map((gateway) => (
              <GatewayCard
                key={gateway.id}
                gateway={gateway}
                hours={hours.data?.find(({ gatewayId }) => gatewayId === gateway.id)?.hours}
              />
            ))}
          </Flex>
          <Text size="sm" c="dimmed" mt="md">
            At most 5 seconds old, as reported by the workers. Passwords are never shown. Worker logs show
            every connection attempt.
          </Text>
        </>
      )}
    </Screen>
  );
}

const NEW_GATEWAY = (
  <Only roles={ADMINISTRATORS}>
    <Button component={Link} to="/gateways/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New gateway
    </Button>
  </Only>
);

interface Saved {
  readonly id: number;
  readonly isNew?: boolean;
  /** How many offices were reassigned. */
  readonly offices?: number;
}

/** Shown above the gateways: what was just saved, and the next step. */
function SavedNotice({ gateways }: { gateways: readonly Gateway[] }) {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [saved, setSaved] = useState((state as { saved?: Saved } | null)?.saved ?? null);
  // Shown once: clear the state so that returning to this URL does not repeat it.
  useEffect(() => {
    if (state !== null) void navigate(pathname, { replace: true, state: null });
  }, [state, pathname, navigate]);
  const gateway = gateways.find(({ id }) => id === saved?.id);
  return (
    // Always rendered, so that screen readers announce it.
    <div role="status">
      {saved && gateway && (
        <Alert role="none" mb="md" withCloseButton closeButtonLabel="Dismiss" onClose={() => setSaved(null)}>
          {savedWords(saved, gateway)}
        </Alert>
      )}
    </div>
  );
}

function savedWords({ id, isNew, offices }: Saved, { name, isDefault }: Gateway) {
  if (offices !== undefined) return `Saved. ${counted(offices, 'office')} reassigned.`;
  if (isNew !== true) return `Saved ${name}. Workers reconnect within a few seconds.`;
  return (
    <>
      {name} is set up. Workers connect within a few seconds.{' '}
      {isDefault ? (
        <>
          It serves the offices without their own gateway: <Link to="/create-tests">create a test</Link>.
        </>
      ) : (
        <>
          It sends nothing until <Link to={`/gateways/${id}/offices`}>you assign offices</Link>.
        </>
      )}
    </>
  );
}

interface GatewayCardProps {
  readonly gateway: Gateway;
  readonly hours: GatewayHours['hours'] | undefined;
}

function GatewayCard({ gateway, hours }: GatewayCardProps) {
  const { name: title, kind, link, source, updatedAt } = gateway;
  const state = stateOf(gateway);
  const { label, tone } = LINK_WORDS[state];
  const facts = [
    ['Used by', servesWords(gateway)],
    ...(source === 'settings'
      ? [['Managed in', 'the gateways file or the lab']]
      : [
          ['Connects to', accountWords(gateway)],
          ['Changed', formatDateTime(updatedAt)],
        ]),
  ];
  return (
    <Paper
      component="li"
      display="block"
      withBorder
      p="md"
      style={{
        overflowWrap: 'anywhere',
        ...(tone === 'failed' && { borderColor: 'color-mix(in srgb, var(--tp-danger) 40%, var(--tp-line))' }),
      }}
    >
      <Group gap={6} mb={4} fz="sm" c="dimmed">
        <ToneSign tone={tone} size={16} />
        <span>
          <Text span inherit fw={650} c="var(--tp-text)">
            {label}
          </Text>
          {link !== null && ` since ${formatDateTime(link.since)}`}
        </span>
      </Group>
      <Group gap="4px 10px">
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {kindWords(kind)}
        </Text>
      </Group>
      {link?.reason && <Text mt="xs">{link.reason}</Text>}
      {[meaningOf(gateway), ...ignoredWords(gateway)].filter(Boolean).map((words) => (
        <Text key={words} c="dimmed" mt={2}>
          {words}
        </Text>
      ))}
      <DataList orientation="vertical" mt="sm" style={{ flexFlow: 'row wrap', gap: '8px 16px' }}>
        {facts.map(([name, value]) => (
          <DataList.Item key={name} flex="1 1 260px">
            <DataList.ItemLabel fz="xs">{name}</DataList.ItemLabel>
            <DataList.ItemValue fz="sm">{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      {hours !== undefined && <LastDay hours={hours} />}
      <Only roles={AUDITORS}>
        <GatewayActions gateway={gateway} />
      </Only>
    </Paper>
  );
}

/** A strip with the last 24 hours of a gateway: how much it sent in each, and how much of that arrived (EVIDENCE-2). */
function LastDay({ hours }: { readonly hours: GatewayHours['hours'] }) {
  const day = lastDay(hours, useNow(60_000));
  return (
    <Group align="end" gap="4px 12px" mt="sm">
      <OutcomeStrip
        label="Messages by hour"
        size="small"
        columns={day.map((hour) => ({ ...hour, key: hour.at, words: hourWords(hour) }))}
      />
      <Text size="sm" c="dimmed">
        {lastDayWords(day)}
      </Text>
    </Group>
  );
}

/** Where it connects and as whom, as configured: `smpp.example.com:2775 (TLS) as textprobe`. The default port and address are omitted. */
export function accountWords({ kind, settings }: Pick<Gateway, 'kind' | 'settings'>): string {
  if (settings === null) return '';
  if (kind === 'twilio') return `${settings.baseUrl ?? 'Twilio'} as ${settings.accountSid}`;
  const { host, port, tls, systemId } = settings;
  return `${host}${port === undefined ? '' : `:${port}`}${tls === true ? ' (TLS)' : ''} as ${systemId}`;
}
