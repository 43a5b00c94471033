import { samplesBy, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { MediaLibrary } from '@galley/media';

export const mediaMetricDefinitions = {
  variants: {
    name: 'galley_media_variants_total',
    type: 'counter',
    help: 'Image variants created on request by result: made, failed, or refused because too many were queued.',
    labels: ['result'],
  },
  variantsWaiting: {
    name: 'galley_media_variants_waiting',
    type: 'gauge',
    help: 'Image variants queued for creation.',
  },
} as const satisfies Record<string, MetricDefinition>;

export function mediaMetrics(
  library: Pick<MediaLibrary, 'measures'>,
): MetricsSource<keyof typeof mediaMetricDefinitions> {
  return {
    definitions: mediaMetricDefinitions,
    collect() {
      const { waiting, ...variants } = library.measures;
      return { variants: samplesBy('result', variants), variantsWaiting: waiting };
    },
  };
}
