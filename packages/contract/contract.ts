import { account } from './account.ts';
import { aiwriter } from './aiwriter.ts';
import { documentApprovals } from './approvals.ts';
import { audit } from './audit.ts';
import { backups } from './backups.ts';
import { builds } from './builds.ts';
import { accountCalendar, documentCalendar } from './calendar.ts';
import { changes } from './changes.ts';
import { comments } from './comments.ts';
import { bulkDocuments } from './bulk.ts';
import { customFields } from './custom-fields.ts';
import { documents } from './documents.ts';
import { editorial } from './editorial.ts';
import { ownPassword, totp } from './factors.ts';
import { forms } from './forms.ts';
import { gitBackups } from './git-backups.ts';
import { identities } from './identities.ts';
import { imports } from './imports.ts';
import { documentLocks } from './locks.ts';
import { mcpClients } from './mcp-clients.ts';
import { bulkMedia } from './media-bulk.ts';
import { mail } from './mail.ts';
import { mediaReview } from './media-review.ts';
import { mediaVersions } from './media-versions.ts';
import { media } from './media.ts';
import { notifications } from './notifications.ts';
import { onboarding } from './onboarding.ts';
import { passkeys } from './passkeys.ts';
import { platform } from './platform.ts';
import { pluginPanels } from './plugin-panels.ts';
import { plugins } from './plugins.ts';
import { previews } from './previews.ts';
import { revisions } from './revisions.ts';
import { agentSessions } from './agent-sessions.ts';
import { recipes } from './recipes.ts';
import { approvals } from './run-approvals.ts';
import { runEvents } from './run-events.ts';
import { proposals } from './run-proposals.ts';
import {
  proposalRecords,
  runRecords,
  agents,
  claims,
  deliberations,
  taskRecords,
} from './run-records.ts';
import { agentMessages, memories, questions, runMessages, turns } from './run-people.ts';
import { tasks } from './run-tasks.ts';
import { runs } from './runs.ts';
import { documentSchedule } from './schedule.ts';
import { sessions, auth } from './sessions.ts';
import { serviceAccounts } from './service-accounts.ts';
import { settings } from './settings.ts';
import { system } from './system.ts';
import { terms } from './terms.ts';
import { themes } from './themes.ts';
import { tokens } from './tokens.ts';
import { documentTrash } from './trash.ts';
import { roles, users } from './users.ts';
import { webhooks } from './webhooks.ts';
import { workerTokens } from './worker-tokens.ts';
import { workingCopies } from './working-copies.ts';
import { writing } from './writing.ts';
import type { ContractOperation } from './operation.ts';

/** All operations by noun. Documentation, SDK, servers and access tests iterate over this. */
export const contract = {
  auth,
  sessions,
  identities,
  totp,
  passkeys,
  password: ownPassword,
  tokens,
  serviceAccounts,
  account: { ...account, ...accountCalendar },
  users,
  roles,
  audit,
  backups: { ...backups, ...gitBackups },
  imports,
  operations: builds,
  plugins: { ...plugins, ...pluginPanels },
  themes,
  settings,
  customFields,
  onboarding,
  system,
  documents: {
    ...documents,
    ...writing,
    ...documentLocks,
    ...workingCopies,
    ...revisions,
    ...documentApprovals,
    ...editorial,
    ...documentSchedule,
    ...documentCalendar,
    ...documentTrash,
    ...bulkDocuments,
    ...previews,
  },
  terms,
  media: { ...media, ...bulkMedia, ...mediaReview, ...mediaVersions },
  notifications,
  changes,
  comments,
  forms,
  webhooks,
  mail,
  aiwriter,
  platform,
  runs: { ...runs, ...runRecords, ...runEvents, ...runMessages },
  recipes,
  tasks: { ...taskRecords, ...tasks },
  questions,
  memories,
  turns,
  proposals: { ...proposalRecords, ...proposals },
  deliberations,
  approvals,
  agents: { ...agents, ...agentMessages },
  claims,
  agentSessions,
  workerTokens,
  mcpClients,
} as const;

export const operations: readonly ContractOperation[] = Object.values(contract).flatMap((noun) =>
  Object.values<ContractOperation>(noun),
);
