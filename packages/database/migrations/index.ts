import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as people from './0002-people.ts';
import * as locks from './0003-locks.ts';
import * as search from './0004-search.ts';
import * as editorial from './0005-editorial.ts';
import * as trash from './0006-trash.ts';
import * as events from './0007-events.ts';
import * as workingCopies from './0008-working-copies.ts';
import * as previewLinks from './0009-preview-links.ts';
import * as approvalReceipts from './0010-approval-receipts.ts';
import * as notifications from './0011-notifications.ts';
import * as manyDocuments from './0012-many-documents.ts';
import * as runs from './0013-runs.ts';
import * as publishing from './0014-publishing.ts';
import * as media from './0015-media.ts';
import * as restored from './0016-restored.ts';
import * as plugins from './0017-plugins.ts';
import * as aiUsage from './0018-ai-usage.ts';
import * as workers from './0019-workers.ts';
import * as supervisors from './0020-supervisors.ts';
import * as proposalDecisions from './0021-proposal-decisions.ts';
import * as proposalDocuments from './0022-proposal-documents.ts';
import * as publishedVersions from './0023-published-versions.ts';
import * as contributors from './0024-contributors.ts';
import * as mediaReview from './0025-media-review.ts';
import * as guardedHistory from './0028-guarded-history.ts';
import * as encodedMentions from './0033-encoded-mentions.ts';
import * as settledEvents from './0034-settled-events.ts';
import * as sessionEvents from './0035-session-events.ts';
import * as runPauses from './0036-run-pauses.ts';
import * as questions from './0037-questions.ts';
import * as runBudgets from './0038-run-budgets.ts';
import * as takenOverTasks from './0039-taken-over-tasks.ts';
import * as recipes from './0040-recipes.ts';
import * as mcpClients from './0041-mcp-clients.ts';
import * as dependentTasks from './0042-dependent-tasks.ts';
import * as proposalChecks from './0043-proposal-checks.ts';
import * as renamedDocuments from './0044-renamed-documents.ts';
import * as proposalHunks from './0045-proposal-hunks.ts';
import * as pullRequests from './0046-pull-requests.ts';
import * as fasterMentions from './0047-faster-mentions.ts';
import * as documentTerms from './0048-document-terms.ts';
import * as documentAddresses from './0049-document-addresses.ts';
import * as bylines from './0050-bylines.ts';
import * as profilePictures from './0051-profile-pictures.ts';
import * as publicSearch from './0053-public-search.ts';
import * as webhooks from './0054-webhooks.ts';
import * as formEntries from './0055-form-entries.ts';
import * as mails from './0057-mails.ts';
import * as passkeys from './0059-passkeys.ts';
import * as serviceAccounts from './0061-service-accounts.ts';
import * as provisioning from './0060-provisioning.ts';
import * as ownAccount from './0062-own-account.ts';
import * as deadlines from './0063-deadlines.ts';
import * as rooms from './0067-rooms.ts';
import * as comments from './0068-comments.ts';
import * as signInProviders from './0058-sign-in-providers.ts';

/** What a migration takes from servers of the release before, which may still run when it does. */
export interface Contraction {
  /** The release that was the first to do without it. */
  readonly unusedSince: string;
  /** In the words of the test of releases: `the column documents.slug is gone`. */
  readonly what: readonly string[];
}

/**
 * Forwards only; a merged migration is never edited. The names are their order. What a migration takes away, it says in
 * `contraction`.
 */
export const migrations: Record<string, Migration & { readonly contraction?: Contraction }> = {
  '0001-foundation': foundation,
  '0002-people': people,
  '0003-locks': locks,
  '0004-search': search,
  '0005-editorial': editorial,
  '0006-trash': trash,
  '0007-events': events,
  '0008-working-copies': workingCopies,
  '0009-preview-links': previewLinks,
  '0010-approval-receipts': approvalReceipts,
  '0011-notifications': notifications,
  '0012-many-documents': manyDocuments,
  '0013-runs': runs,
  '0014-publishing': publishing,
  '0015-media': media,
  '0016-restored': restored,
  '0017-plugins': plugins,
  '0018-ai-usage': aiUsage,
  '0019-workers': workers,
  '0020-supervisors': supervisors,
  '0021-proposal-decisions': proposalDecisions,
  '0022-proposal-documents': proposalDocuments,
  '0023-published-versions': publishedVersions,
  '0024-contributors': contributors,
  '0025-media-review': mediaReview,
  '0028-guarded-history': guardedHistory,
  '0033-encoded-mentions': encodedMentions,
  '0034-settled-events': settledEvents,
  '0035-session-events': sessionEvents,
  '0036-run-pauses': runPauses,
  '0037-questions': questions,
  '0038-run-budgets': runBudgets,
  '0039-taken-over-tasks': takenOverTasks,
  '0040-recipes': recipes,
  '0041-mcp-clients': mcpClients,
  '0042-dependent-tasks': dependentTasks,
  '0043-proposal-checks': proposalChecks,
  '0044-renamed-documents': renamedDocuments,
  '0045-proposal-hunks': proposalHunks,
  '0046-pull-requests': pullRequests,
  '0047-faster-mentions': fasterMentions,
  '0048-document-terms': documentTerms,
  '0049-document-addresses': documentAddresses,
  '0050-bylines': bylines,
  '0051-profile-pictures': profilePictures,
  '0053-public-search': publicSearch,
  '0054-webhooks': webhooks,
  '0055-form-entries': formEntries,
  '0057-mails': mails,
  '0058-sign-in-providers': signInProviders,
  '0059-passkeys': passkeys,
  '0060-provisioning': provisioning,
  '0061-service-accounts': serviceAccounts,
  '0062-own-account': ownAccount,
  '0063-deadlines': deadlines,
  '0067-rooms': rooms,
  '0068-comments': comments,
};
