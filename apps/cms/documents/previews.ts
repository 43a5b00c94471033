import type { Preview, PreviewLinkService, PreviewService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { kernelProblems } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import type { PublicSite } from '@galley/site';
import type { ProposedPage, ProposedPages } from '../agents/proposed-pages.ts';
import { presentPreviewLink } from './present-preview-link.ts';
import { previewAddress } from './preview-pages.ts';

export interface PreviewServices {
  readonly previews: PreviewService;
  readonly previewLinks: PreviewLinkService;
  readonly site: PublicSite;
  readonly settings: () => SiteSettings;
  readonly proposedPages: ProposedPages;
}

export function previewsHandlers({
  previews,
  previewLinks,
  site,
  settings,
  proposedPages,
}: PreviewServices): Pick<
  Module<typeof contract.documents>,
  'preview' | 'proposed' | 'proposedPreview' | 'previewLink' | 'previewLinks' | 'revokePreviewLink'
> {
  return {
    preview: async ({ actor, body }) => {
      return presentPreview(site, await previews.preview(actor, body));
    },

    proposed: async ({ query: { proposal } }) =>
      (await proposedPages.list(proposal)).map(presentProposedPage),

    proposedPreview: async ({ query: { proposal, path } }) =>
      presentPreview(site, await proposedPages.preview(proposal, path)),

    previewLink: async ({ actor, body, note }) => {
      const { expires_in_hours: expiresInHours, guest_comments: guestComments, ...document } = body;
      const options = { expiresInHours, guestComments };
      const link = await previewLinks.issue(actor, { ...document, ...options });
      const { id, token } = link;
      const expires_at = link.expiresAt.toISOString();
      note({ details: { id, expires_at, ...(body.hash !== undefined && { hash: body.hash }) } });
      return { id, url: previewAddress(settings(), token), expires_at };
    },

    previewLinks: async ({ actor, query: { path } }) =>
      (await previewLinks.list(actor, path)).map(presentPreviewLink),

    revokePreviewLink: async ({ actor, body: { id }, note }) => {
      note({ details: { path: await previewLinks.revoke(actor, id) } });
      return { ok: true };
    },
  };
}

function presentProposedPage({ path, formerPath, change, document }: ProposedPage) {
  const { title, url } = document?.metadata ?? { title: null, url: null };
  return { path, former_path: formerPath, change, title, url };
}

async function presentPreview(site: PublicSite, { document, problem }: Preview) {
  const { status, body: html, htmlBody } = await site.preview(document);
  if (status !== 200) throw themeFailed();
  const { title, url } = document;
  return { html: String(html), html_body: htmlBody, title, url, problem };
}

function themeFailed(): Error {
  return kernelProblems.unavailable(
    'The theme cannot render this page. The server log names the line that failed.',
  );
}
