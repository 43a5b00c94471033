import express, { type Express } from 'express';
import type { Backup, BackupService, RestoreService } from '@galley/backup';
import type { GitSnapshots } from '@galley/backup';
import { basePath, buildOpenApi } from '@galley/contract';
import type {
  ColleagueService,
  ContentService,
  EditLockService,
  EditorialService,
  NotificationService,
  OwnershipService,
  PreviewLinkService,
  PreviewService,
  PublishedReader,
  RevisionService,
  ScheduleService,
  TrashService,
  WorkingCopyService,
} from '@galley/content';
import { isConnectionError } from '@galley/database';
import {
  limitPublic,
  problemHandler,
  requestId,
  requestLog,
  securityHeaders,
  type RateLimits,
} from '@galley/http';
import type { Clock, Logger } from '@galley/kernel';
import type { Media, MediaLibrary } from '@galley/media';
import type { AiWriter } from '@galley/plugins';
import { runsRouter, type RunControlApiOptions } from '@galley/run-api';
import {
  AllowedHosts,
  answerProbe,
  operationRouter,
  refuseUnknown,
  whoCalls,
  type BuildInfo,
  type RequestListener,
} from '@galley/service';
import type { Config, SiteSettings } from '@galley/settings';
import type { PublicSite, PublishedAnswers, RenderableDocument, ThemeService } from '@galley/site';
import type { SiteBuilds } from './build/site-builds.ts';
import { adminApp } from './admin-app.ts';
import type { People } from './compose-people.ts';
import type { ComposedPlugins } from './compose-plugins.ts';
import type { Health } from './health.ts';
import { mediaFiles } from './media-files.ts';
import { mediaVariants } from './media-variants.ts';
import type { PlatformAnswers } from './platform-answers.ts';
import { pluginApi } from './plugin-api.ts';
import { previewFolder, previewPages } from './preview-pages.ts';
import { platformBase } from './platform-mirrors.ts';
import { PublicRequests } from './public-requests.ts';
import { mountAudit } from './routes/audit.ts';
import { mountBackups } from './routes/backups.ts';
import { mountBulk } from './routes/bulk.ts';
import type { DetailSources } from './routes/document-detail.ts';
import { mountDocuments } from './routes/documents.ts';
import { mountEditorial } from './routes/editorial.ts';
import { mountFactors } from './routes/factors.ts';
import { mountLocks } from './routes/locks.ts';
import { mountMedia } from './routes/media.ts';
import { mountNotifications } from './routes/notifications.ts';
import { mountPlatform } from './routes/platform.ts';
import { mountPluginPanels } from './routes/plugin-panels.ts';
import { mountPlugins } from './routes/plugins.ts';
import { mountPreviews } from './routes/previews.ts';
import { mountRevisions } from './routes/revisions.ts';
import { mountSchedule } from './routes/schedule.ts';
import { mountSessions } from './routes/sessions.ts';
import { mountSystem, type Unwritten } from './routes/system.ts';
import { mountBuilds } from './routes/builds.ts';
import { mountGitBackups } from './routes/git-backups.ts';
import { mountSettings, type SettingsParts } from './routes/settings.ts';
import { mountThemes } from './routes/themes.ts';
import { mountTokens } from './routes/tokens.ts';
import { mountTrash } from './routes/trash.ts';
import { mountUsers } from './routes/users.ts';
import { mountWorkingCopies } from './routes/working-copies.ts';
import { mountWriting } from './routes/writing.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';

export interface ServerParts extends SettingsParts {
  readonly config: Config;
  readonly build: BuildInfo;
  readonly logger: Logger;
  readonly rateLimits: RateLimits;
  readonly settings: () => SiteSettings;
  readonly content: ContentService;
  readonly colleagues: ColleagueService;
  readonly editLocks: EditLockService;
  readonly editorial: EditorialService;
  readonly revisions: RevisionService;
  readonly trash: TrashService;
  readonly notifications: NotificationService;
  readonly previews: PreviewService;
  readonly previewLinks: PreviewLinkService;
  readonly schedule: ScheduleService;
  readonly workingCopies: WorkingCopyService;
  readonly published: PublishedReader;
  readonly site: PublicSite;
  readonly themes: ThemeService;
  readonly backups: BackupService;
  readonly restores: RestoreService<Backup>;
  readonly builds: SiteBuilds;
  readonly gitSnapshots: GitSnapshots;
  readonly platform: PlatformAnswers;
  readonly answers: PublishedAnswers;
  readonly people: People;
  readonly ownership: OwnershipService;
  readonly clock: Clock;
  /** Of the content tree. */
  readonly contentDirectory: string;
  readonly mediaLibrary: MediaLibrary;
  readonly media: Media;
  readonly runs: RunControlApiOptions;
  readonly aiWriter: AiWriter;
  readonly plugins: ComposedPlugins;
  readonly health: Health;
  readonly pingDatabase: () => Promise<void>;
  readonly unwritten: Unwritten;
  /** Whether the database is known not to answer. */
  readonly isDatabaseLost: () => boolean;
  /** Resolves when what was committed is seen by those who read here. */
  readonly settle: () => Promise<void>;
  readonly renderBody: (document: RenderableDocument) => Promise<string>;
}

/** Everything that the content server answers. The probes stand before all else: they work when little else does. */
export function requestListener(parts: ServerParts): RequestListener {
  const open = new PublicRequests(parts);
  const app = createApp(parts, open);
  const { probes } = parts.health;
  const hosts = allowedHosts(parts);
  return (request, response) => {
    const unknownHost = hosts.findUnknown(request);
    if (unknownHost === undefined && open.sendKept(request, response)) return;
    const path = request.url!.split('?', 1)[0]!;
    const probe = Object.hasOwn(probes, path) ? probes[path] : undefined;
    if (probe !== undefined) {
      answerProbe(request, response, probe).catch((error: unknown) => {
        parts.logger.error('a probe failed', { path, error: String(error) });
        response.destroy();
      });
      return;
    }
    if (unknownHost !== undefined) {
      hosts.refuse(unknownHost, request, response);
      return;
    }
    app(request, response);
  };
}

function allowedHosts({ config: { server }, settings, logger }: ServerParts): AllowedHosts {
  const { allowedHosts: allowed, host: listening, trustedProxies } = server;
  const siteUrl = (): string => settings().url;
  return new AllowedHosts({ allowed, listening, trustedProxies, siteUrl, logger });
}

function createApp(parts: ServerParts, open: PublicRequests): Express {
  const { config, logger, rateLimits } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.server.trustedProxies);
  app.set('etag', 'strong');
  const log = requestLog(logger, { secretBelow: [previewFolder] });
  app.use(requestId(), log, warnOfUntrustedProxy(logger));
  app.use(platformBase, platformApi(parts, rateLimits, open));
  app.use(basePath('runs', config.admin.path), runsRouter(parts, rateLimits));
  if (config.admin.enabled) {
    app.use(basePath('admin', config.admin.path), adminApi(parts, rateLimits));
    app.use(basePath('plugins', config.admin.path), pluginApi(parts, rateLimits));
    app.use(`/${config.admin.path}`, adminApp(config.admin.path));
  }
  app.use(previewFolder, limitPublic(rateLimits), previewPages(parts.site, parts.previewLinks));
  app.use(['/media', '/media-variants'], open.files());
  app.use('/media', mediaFiles(parts.contentDirectory));
  app.use('/media-variants', mediaVariants(parts.mediaLibrary));
  app.use(open.pages());
  app.use(problemHandler({ logger, isUnavailable: isConnectionError }));
  return app;
}

function adminApi(parts: ServerParts, rateLimits: RateLimits) {
  const { config, people } = parts;
  const api = express.Router();
  const operations = operationRouter(parts, rateLimits);
  const ttlMilliseconds = config.security.sessionTtl;
  mountSessions(operations, { ...people, ttlMilliseconds });
  mountFactors(operations, people);
  mountTokens(operations, people);
  mountUsers(operations, { ...people, ownership: parts.ownership, adminPath: config.admin.path });
  mountAudit(operations, people);
  mountThemes(operations, parts);
  mountSettings(operations, parts);
  mountPlugins(operations, { plugins: parts.plugins.service });
  mountPluginPanels(operations, { ...parts.plugins, adminPath: config.admin.path });
  mountBuilds(operations, parts);
  mountBackups(operations, parts);
  mountGitBackups(operations, parts);
  mountSystem(operations, parts);
  const { userNames } = people;
  const details: DetailSources = {
    ...parts,
    userNames,
    renderBody: ({ indexed, current }) =>
      parts.renderBody({
        hash: indexed.headHash,
        path: indexed.place.path,
        lang: indexed.place.lang,
        body: current.body,
      }),
  };
  mountDocuments(operations, { ...details, content: parts.content });
  mountWriting(operations, parts);
  mountEditorial(operations, details);
  mountLocks(operations, parts);
  mountRevisions(operations, { ...parts, userNames });
  mountTrash(operations, { ...parts, userNames });
  mountMedia(operations, parts.media);
  mountNotifications(operations, { ...parts, userNames });
  mountBulk(operations, parts);
  mountPreviews(operations, parts);
  mountSchedule(operations, parts);
  mountWorkingCopies(operations, parts);
  const openApi = buildOpenApi({ adminPath: config.admin.path });
  api.use(securityHeaders());
  api.get('/openapi.json', (_request, response) => void response.json(openApi));
  api.use(whoCalls(parts, rateLimits));
  api.use(operations.router, refuseUnknown);
  return api;
}

function platformApi(parts: ServerParts, rateLimits: RateLimits, open: PublicRequests) {
  const { config } = parts;
  const api = express.Router();
  const operations = operationRouter(parts, rateLimits);
  mountPlatform(operations, parts);
  const openApi = buildOpenApi({ adminPath: config.admin.path, bases: ['platform'] });
  api.use(open.data(rateLimits));
  api.use(securityHeaders('cross-origin'), (_request, response, next) => {
    // What it serves is public, and no cookie changes an answer.
    response
      .set('Access-Control-Allow-Origin', '*')
      .set('Cache-Control', 'public, max-age=0, must-revalidate');
    next();
  });
  api.get('/openapi.json', (_request, response) => void response.json(openApi));
  api.use(operations.router, refuseUnknown);
  return api;
}
