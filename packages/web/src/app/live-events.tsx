/** Follows live events for as long as the console is open. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { collectRefetches } from './live-refetches.ts';
import { followLiveEvents } from './live-stream.ts';

export function LiveEvents() {
  const queries = useQueryClient();
  useEffect(() => {
    const refetches = collectRefetches(queries);
    const stop = followLiveEvents(refetches.note);
    return () => {
      stop();
      refetches.stop();
    };
  }, [queries]);
  return null;
}
