import { queryClient } from '../../app/query-client.ts';

/** After a plugin was switched, installed, changed or deleted. */
export async function refreshPlugins(): Promise<void> {
  // The panel is refetched only after the list reports that the plugin runs.
  const later = { queryKey: ['plugins', 'panel'], refetchType: 'none' } as const;
  const keys = [['plugins', 'list'], ['plugins', 'jobs'], ['settings']] as const;
  await queryClient.invalidateQueries(later);
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
