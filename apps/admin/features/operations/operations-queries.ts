import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

const pollIntervalMs = 10_000;
const fastPollIntervalMs = 1_500;

export const healthQuery = queryOptions({
  queryKey: ['operations', 'health'],
  queryFn: ({ signal }) => galley.system.health({}, { signal, background: true }),
  refetchInterval: pollIntervalMs,
});

export const programQuery = queryOptions({
  queryKey: ['operations', 'program'],
  queryFn: ({ signal }) => galley.system.status({}, { signal, background: true }),
  refetchInterval: pollIntervalMs,
});

export const workQuery = queryOptions({
  queryKey: ['operations', 'work'],
  queryFn: ({ signal }) => galley.operations.status({}, { signal, background: true }),
  refetchInterval: ({ state }) => (isBuilding(state.data) ? fastPollIntervalMs : pollIntervalMs),
});

export const buildsQuery = queryOptions({
  queryKey: ['operations', 'builds'],
  queryFn: ({ signal }) => galley.operations.builds({}, { signal, background: true }),
  refetchInterval: ({ state }) =>
    state.data?.some(isInProgress) ? fastPollIntervalMs : pollIntervalMs,
});

export function buildQuery(id: string) {
  return queryOptions({
    queryKey: ['operations', 'build', id],
    queryFn: ({ signal }) => galley.operations.build({ id }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && isInProgress(state.data) ? fastPollIntervalMs : false,
  });
}

export const backupsQuery = queryOptions({
  queryKey: ['backups', 'list'],
  queryFn: ({ signal }) => galley.backups.list({}, { signal }),
});

export function gitLogQuery(count: number) {
  return queryOptions({
    queryKey: ['backups', 'git', count],
    queryFn: ({ signal }) => galley.backups.gitLog({ count }, { signal }),
  });
}

export function isInProgress({ status }: { readonly status: string }): boolean {
  return status === 'queued' || status === 'building';
}

function isBuilding(work: { status: string; queue_length: number } | undefined): boolean {
  return work !== undefined && (work.status === 'building' || work.queue_length > 0);
}
