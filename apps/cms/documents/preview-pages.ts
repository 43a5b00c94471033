import express, { type Request, type RequestHandler, type Response } from 'express';
import {
  contentProblems,
  guestLimits,
  type GuestCommentService,
  type PreviewLinkService,
  type PublishedDocument,
} from '@galley/content';
import { clientAddress, type RequestCounter } from '@galley/http';
import { networkOf } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import {
  formRefusals,
  tooManyRequests,
  type GuestCommentsState,
  type PublicSite,
  type SiteResponse,
} from '@galley/site';
import { isFromSite } from '../forms/form-requests.ts';
import { sendPage } from '../site/send-page.ts';

/** The rest of the address is a secret: it must not reach logs or other sites. */
export const previewFolder = '/__preview/';

export function previewAddress({ url }: SiteSettings, token: string): string {
  return `${url}${previewFolder}${token}`;
}

export interface PreviewPagesParts {
  readonly site: PublicSite;
  readonly links: PreviewLinkService;
  readonly guests: GuestCommentService;
  readonly settings: () => SiteSettings;
  readonly limits: Readonly<Record<'ofAddress' | 'ofSite', RequestCounter>>;
  /** Wakes the consumers of events. */
  readonly onChange: () => void;
}

type FormOutcome = Pick<GuestCommentsState, 'values' | 'outcome'>;

const maxBody = 64 * 1024;
const nothing = { values: { name: '', quote: '', body: '' }, outcome: 'none' } as const;

/** Ignores cookies. All invalid links get the same answer, so that it reveals nothing. */
export function previewPages(parts: PreviewPagesParts): RequestHandler {
  const { site, links, guests } = parts;
  return async (request, response) => {
    const { method, path } = request;
    const token = path.slice(1);
    if (method === 'POST' && (await guests.list(token)) !== undefined) {
      await takeComment(parts, token, { request, response });
      return;
    }
    if (method !== 'GET' && method !== 'HEAD') {
      sendPage(response, method, await site.refusePreview('method_not_allowed'));
      return;
    }
    const document = await links.open(token);
    const outcome = request.query['sent'] === '1' ? 'sent' : 'none';
    const answer = document
      ? await showPage(parts, token, { document, form: { ...nothing, outcome } })
      : await site.refusePreview('preview_invalid');
    sendPage(response, method, answer);
  };
}

async function showPage(
  { site, guests }: PreviewPagesParts,
  token: string,
  { document, form }: { readonly document: PublishedDocument; readonly form: FormOutcome },
): Promise<SiteResponse> {
  const comments = await guests.list(token);
  const action = `${previewFolder}${token}`;
  return site.preview(document, comments && { ...form, action, comments, limits: guestLimits });
}

/** Without scripts, cookies and sessions, like the forms of public pages. */
async function takeComment(
  parts: PreviewPagesParts,
  token: string,
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<void> {
  const { site, links, guests, settings, onChange } = parts;
  const refuse = async (refusal: Parameters<PublicSite['refuse']>[1]): Promise<void> =>
    sendPage(response, 'POST', await site.refuse('/', refusal));
  const spent = await spend(parts, request);
  if (spent?.exceeded) return refuse(tooManyRequests(spent.reset));
  if (!isFromSite(request, settings())) return refuse(formRefusals.refused);
  const sent = await readForm(request, response);
  if (sent === undefined) return refuse(formRefusals.tooLarge);
  const values = valuesOf(sent);
  const outcome = isComplete(values) ? await add(guests, token, values) : 'invalid';
  if (outcome === 'sent') {
    onChange();
    const location = `${previewFolder}${token}?sent=1#guest-comments`;
    response.set({ Location: location, 'Cache-Control': 'no-store' }).status(303).end();
    return;
  }
  const document = await links.open(token);
  const page = document
    ? await showPage(parts, token, { document, form: { values, outcome } })
    : await site.refusePreview('preview_invalid');
  sendPage(response, 'POST', page.status === 200 ? { ...page, status: 422 } : page);
}

async function spend({ limits: { ofAddress, ofSite } }: PreviewPagesParts, request: Request) {
  const own = await ofAddress.spend(networkOf(clientAddress(request)));
  // Refused requests of one address must not use up the limit of the others.
  return own?.exceeded ? own : ofSite.spend('all');
}

async function add(
  guests: GuestCommentService,
  token: string,
  values: FormOutcome['values'],
): Promise<'sent' | 'full'> {
  try {
    return (await guests.add(token, values)) ? 'sent' : 'full';
  } catch (error) {
    if (contentProblems.too_many_comments.is(error)) return 'full';
    throw error;
  }
}

function valuesOf(sent: URLSearchParams): FormOutcome['values'] {
  // PostgreSQL stores neither NUL nor lone surrogates.
  const value = (name: string): string =>
    (sent.get(name) ?? '').replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed().trim();
  return { name: value('name').replace(/\s+/g, ' '), quote: value('quote'), body: value('body') };
}

function isComplete({ name, quote, body }: FormOutcome['values']): boolean {
  const isWithin =
    name.length <= guestLimits.name &&
    quote.length <= guestLimits.quote &&
    body.length <= guestLimits.body;
  return name !== '' && body !== '' && isWithin;
}

const readBody = express.text({ type: 'application/x-www-form-urlencoded', limit: maxBody });

/** Undefined for a body that is too large; empty for one of another type. */
async function readForm(
  request: Request,
  response: Response,
): Promise<URLSearchParams | undefined> {
  try {
    await new Promise<void>((resolve, reject) => {
      readBody(request, response, (error?: Error) => (error ? reject(error) : resolve()));
    });
  } catch {
    return undefined;
  }
  const { body } = request as { readonly body: unknown };
  return new URLSearchParams(typeof body === 'string' ? body : '');
}
