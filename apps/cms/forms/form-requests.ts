import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { PublishedReader } from '@galley/content';
import { isConnectionError } from '@galley/database';
import { checkEntry, formProblems, type FormService } from '@galley/forms';
import { clientAddress, tracked, type RequestCounter } from '@galley/http';
import { networkOf } from '@galley/kernel';
import { ownFormFields, type SiteForm, type SiteSettings } from '@galley/settings';
import {
  encodeAddress,
  formRefusals,
  notFound,
  tooManyRequests,
  type FormState,
  type PublicSite,
  type Refusal,
} from '@galley/site';
import { sendPage } from '../site/send-page.ts';

export interface FormRequestsParts {
  readonly forms: FormService;
  readonly site: PublicSite;
  readonly published: PublishedReader;
  readonly settings: () => SiteSettings;
  readonly limits: FormLimits;
  /** Wakes the consumers of events. */
  readonly onChange: () => void;
}

export interface FormLimits {
  readonly ofAddress: RequestCounter;
  readonly ofSite: RequestCounter;
}

const maxBody = 256 * 1024;
const formType = 'application/x-www-form-urlencoded';

interface Submission {
  readonly name: string;
  readonly form: SiteForm;
  readonly sent: URLSearchParams;
}

/** Takes the forms of public pages (ADD-INT-9), without JavaScript, cookies and sessions. */
export function formRequests(parts: FormRequestsParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.all('/:form', knownForms(parts));
  router.get('/:form', thanks(parts));
  router.post('/:form', limited(parts), ownOrigin(parts), submission(parts));
  router.all('/:form', async (request, response) => {
    const answer = await parts.site.refuse(request.originalUrl, formRefusals.method);
    sendPage(response, request.method, answer);
  });
  return router;
}

function knownForms({ forms, site }: FormRequestsParts): RequestHandler {
  return async (request, response, next) => {
    if (forms.findForm(nameOf(request)) !== undefined) {
      next();
      return;
    }
    sendPage(response, request.method, await site.refuse(request.originalUrl, notFound));
  };
}

/** Shown after a redirect, so that reloading it sends nothing. */
function thanks({ site }: FormRequestsParts): RequestHandler {
  return async (request, response) => {
    const { page } = request.query;
    const state = { form: nameOf(request), outcome: 'sent', values: {}, faults: {} } as const;
    const shown = { page: typeof page === 'string' ? page : '', status: 200 };
    sendPage(response, request.method, await site.formPage(state, shown));
  };
}

/** Before the body is read. */
function limited({ site, limits: { ofAddress, ofSite } }: FormRequestsParts): RequestHandler {
  return async (request, response, next) => {
    const own = await ofAddress.spend(networkOf(clientAddress(request)));
    // Refused requests of one address must not use up the limit of the others.
    const spent = own?.exceeded ? own : await ofSite.spend('all');
    if (!spent?.exceeded) {
      next();
      return;
    }
    const answer = await site.refuse(request.originalUrl, tooManyRequests(spent.reset));
    sendPage(response, request.method, answer);
  };
}

/** Other sites could send entries from the browsers of their visitors, each with an address of its own. */
function ownOrigin({ site, settings }: FormRequestsParts): RequestHandler {
  return async (request, response, next) => {
    if (isFromSite(request, settings())) {
      next();
      return;
    }
    const answer = await site.refuse(request.originalUrl, formRefusals.refused);
    sendPage(response, request.method, answer);
  };
}

/** Programs other than browsers send neither header. The static output may be on the site's own host. */
export function isFromSite(request: Request, { url }: SiteSettings): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'same-origin') return true;
  if (origin === undefined) return site === undefined || site === 'none';
  const from = URL.parse(origin);
  return from !== null && (from.host === request.host || from.origin === new URL(url).origin);
}

function submission(parts: FormRequestsParts): RequestHandler {
  const { forms, site } = parts;
  return tracked(async (request, response) => {
    const name = nameOf(request);
    const form = forms.findForm(name);
    if (form === undefined) {
      sendPage(response, request.method, await site.refuse(request.originalUrl, notFound));
      return;
    }
    try {
      const sent = await readForm(request, response);
      await accept(parts, { name, form, sent }, { request, response });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      sendPage(response, request.method, await site.refuse(request.originalUrl, refusal));
    }
  });
}

const readBody = express.text({ type: formType, limit: maxBody });

/** Empty for a body of another type. */
async function readForm(request: Request, response: Response): Promise<URLSearchParams> {
  await new Promise<void>((resolve, reject) => {
    readBody(request, response, (error?: Error) => (error ? reject(error) : resolve()));
  });
  const { body } = request as { readonly body: unknown };
  return new URLSearchParams(typeof body === 'string' ? body : '');
}

function refusalOf(error: unknown): Refusal | undefined {
  if (isConnectionError(error)) return formRefusals.failed;
  const { type } = error as { readonly type?: string };
  return type === 'entity.too.large' ? formRefusals.tooLarge : undefined;
}

async function accept(
  { forms, site, published, settings, onChange }: FormRequestsParts,
  { name, form, sent }: Submission,
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<void> {
  const { values, faults } = checkEntry(form, sent);
  const path = sent.get(ownFormFields.page) ?? '';
  const show = async (outcome: FormState['outcome'], status: number): Promise<void> => {
    const state = { form: name, outcome, values, faults };
    const answer = await site.formPage(state, { page: path, status });
    sendPage(response, request.method, answer);
  };
  if (Object.keys(faults).length > 0) {
    await show('invalid', 422);
    return;
  }
  const page = await published.findByPath(path);
  const lang = page?.lang ?? settings().language;
  try {
    await forms.submit({ form: name, fields: values, page: page?.url ?? '', lang });
  } catch (error) {
    if (!formProblems.form_full.is(error)) throw error;
    await show('full', 503);
    return;
  }
  onChange();
  const query = page === undefined ? '' : `?${new URLSearchParams({ page: page.path }).toString()}`;
  const thanksPage = form.thanksPage && encodeAddress(form.thanksPage);
  const location = thanksPage ?? `${request.baseUrl}/${name}${query}#form-${name}`;
  response.set({ Location: location, 'Cache-Control': 'no-store' }).status(303).end();
}

function nameOf(request: Request): string {
  return String(request.params['form']);
}
