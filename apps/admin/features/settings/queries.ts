import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';

export const sectionsQuery = queryOptions({
  queryKey: ['settings', 'sections'],
  queryFn: ({ signal }) => galley.settings.sections({}, { signal }),
  staleTime: 60_000,
});

export const formQuery = (section: string) =>
  queryOptions({
    queryKey: ['settings', 'form', section],
    queryFn: ({ signal }) => galley.settings.form({ section }, { signal }),
  });

export const customFieldsQuery = queryOptions({
  queryKey: ['custom-fields'],
  queryFn: ({ signal }) => galley.customFields.get({}, { signal }),
});

export const themesQuery = queryOptions({
  queryKey: ['themes'],
  queryFn: ({ signal }) => galley.themes.list({}, { signal }),
});

export const pluginsQuery = queryOptions({
  queryKey: ['plugins', 'list'],
  queryFn: ({ signal }) => galley.plugins.list({}, { signal }),
});

export const jobsQuery = queryOptions({
  queryKey: ['plugins', 'jobs'],
  queryFn: ({ signal }) => galley.plugins.jobs({}, { signal }),
  refetchInterval: 30_000,
});
