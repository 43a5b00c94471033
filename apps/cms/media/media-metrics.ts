import { samplesBy, type MetricDefinition, type MetricsSource } from '@galley/http';
import type { MediaLibrary } from '@galley/media';

/** Image variants made by this process. */
export const mediaMetricDefinitions = {
  variants: {
    name: 'galley_media_variants_total',
    type: 'counter',
    help: 'Sizes and formats of pictures that were asked for and not there, by result: made, failed, or refused because too many waited.',
    labels: ['result'],
  },
  variantsWaiting: {
    name: 'galley_media_variants_waiting',
    type: 'gauge',
    help: 'Sizes and formats of pictures that wait to be made.',
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
