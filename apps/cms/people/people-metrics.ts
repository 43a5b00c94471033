import type { SignInService } from '@galley/auth';
import { samplesBy, type MetricDefinition, type MetricsSource } from '@galley/http';

/** Sign-ins at this process. */
export const peopleMetricDefinitions = {
  signIns: {
    name: 'galley_sign_ins_total',
    type: 'counter',
    help: 'Attempts to sign in by result: accepted, rejected for a wrong password or code, or throttled after too many.',
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
