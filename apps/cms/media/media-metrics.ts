import { samplesBy, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { MediaLibrary } from '@galley/media';

/** Image variants made by this process. */
export const mediaMetricDefinitions = {
  variants: {
    name: 'galley_media_variants_total',
    type: 'counter',
    help: 'Requested image variants that did not exist yet, by result: made, failed, or refused because the queue was full.',
    labels: ['result'],
  },
  variantsWaiting: {
    name: 'galley_media_variants_waiting',
    type: 'gauge',
    help: 'Image variants in the queue.',
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
