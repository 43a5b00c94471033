import type { SignInService } from '@galley/auth';
import { samplesBy, type MetricDefinition, type MetricsSource } from '@galley/http';

export const peopleMetricDefinitions = {
  signIns: {
    name: 'galley_sign_ins_total',
    type: 'counter',
    help: 'Sign-in attempts by result: accepted, rejected for a wrong password or code, or throttled after too many failures.',
    labels: ['result'],
  },
} as const satisfies Record<string, MetricDefinition>;

export function peopleMetrics(
  signIn: Pick<SignInService, 'measures'>,
): MetricsSource<keyof typeof peopleMetricDefinitions> {
  return {
    definitions: peopleMetricDefinitions,
    collect: () => ({ signIns: samplesBy('result', signIn.measures) }),
  };
}
