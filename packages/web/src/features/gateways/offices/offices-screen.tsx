/** The offices of a gateway (/gateways/{id}/offices), however it is configured: selected one by one or by client. */
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { getOfficeGateways } from '../../../api/gateways.ts';
import { directoryQuery } from '../../../directory/use-directory.ts';
import { useGateways } from '../../../directory/use-gateways.ts';
import { NotFound, Screen, ScreenHeader } from '../../../ui/screen.tsx';
import { officeChoices } from './office-choice.ts';
import { OfficesForm } from './offices-form.tsx';

export function OfficesScreen() {
  const id = Number(useParams().id);
  const { query, isFailed } = useGateways();
  const directory = useQuery(directoryQuery());
  // Refetched, so that changes by someone else are seen before they are overwritten.
  const assignments = useQuery({
    queryKey: ['office-gateways'],
    queryFn: ({ signal }) => getOfficeGateways({ signal }),
    staleTime: 0,
  });
  const all = query.data;
  const gateway = all?.find((one) => one.id === id);
  const choices = useMemo(
    () =>
      assignments.data === undefined || directory.data === undefined
        ? null
        : officeChoices(directory.data, assignments.data, id, all ?? []),
    [directory.data, assignments.data, id, all],
  );
  const title = gateway === undefined ? 'Offices of a gateway' : `Offices of ${gateway.name}`;
  const isMissing = all !== undefined && gateway === undefined;
  return (
    <Screen title={title}>
      <ScreenHeader title={title} />
      {isMissing ? (
        <NotFound what="Gateway" list="Gateways" />
      ) : gateway !== undefined && choices !== null ? (
        <OfficesForm key={id} gateway={gateway} all={all ?? []} choices={choices} />
      ) : assignments.isError || directory.isError || isFailed ? (
        <Text role="alert">The offices could not be loaded. Load the page again to try once more.</Text>
      ) : (
        <Skeleton height={300} maw={860} radius="lg" aria-busy="true" />
      )}
    </Screen>
  );
}
