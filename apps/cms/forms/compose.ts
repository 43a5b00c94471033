import cluster from 'node:cluster';
import { FormService } from '@galley/forms';
import { RequestCounter } from '@galley/http';
import type { SiteSettings } from '@galley/settings';
import type { Environment } from '../environment.ts';
import type { FormLimits } from './form-requests.ts';

/** Many addresses together must not fill the database. */
const addressesAtOnce = 30;

export function composeForms(
  { config, db, clock }: Environment,
  { settings }: { readonly settings: () => SiteSettings },
) {
  const service = new FormService({ db, settings, clock });
  const perMinute = config.limits.formEntriesPerMinute;
  const shared = { isShared: cluster.isWorker };
  const limits: FormLimits = {
    ofAddress: new RequestCounter('forms', perMinute, shared),
    ofSite: new RequestCounter('forms of the site', perMinute * addressesAtOnce, shared),
  };
  return {
    service,
    limits,
    cleanupTasks: { 'old form entries': () => service.removeOld() },
  };
}
